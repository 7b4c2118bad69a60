/** The grammar of image URLs. Edge-safe: no syntax beyond the CloudFront runtime's. */
import { FORMATS, formatOfExtension, type OutputFormat } from '../transform/formats.ts';
import { decodeQueryValue } from '../transform/query-text.ts';
import { type AnyImageId, isAnyImageId } from './ids.ts';

/** Every image is served below this path. */
export const IMAGE_PATH_PREFIX = '/res/';

export type ImagePathFault =
  | 'route_not_found'
  | 'image_not_found'
  | 'temporary_image_not_found'
  | 'unsupported_output_format';

export type ParsedImagePath =
  | {
      readonly id: AnyImageId;
      readonly format: OutputFormat;
      /** Decoded, without the extension; empty if the path has none. */
      readonly name: string;
      readonly fault?: undefined;
    }
  | { readonly fault: ImagePathFault };

/**
 * Reads `/res/<id>.<extension>` and `/res/<id>/<name>.<extension>` whatever its name, of which
 * `readName` gives the text, or undefined to refuse it. The name says nothing about the image.
 */
export function parsePath(
  path: string,
  readName: (segment: string) => string | undefined,
): ParsedImagePath {
  // behind a name no dot but the last: the rest of the path would be read again at each of them
  const parts = /^\/res\/([^/.]+)(?:\.([^/]*)|(\/[^/]*)\.([^/.]*))$/.exec(path);
  if (!parts) return { fault: 'route_not_found' };
  const id = parts[1] as string;
  if (!isAnyImageId(id)) {
    return { fault: id.slice(0, 4) === 'tmp_' ? 'temporary_image_not_found' : 'image_not_found' };
  }
  const name = readName(parts[3] || '');
  if (name === undefined) return { fault: 'route_not_found' };
  const extension = parts[2] || parts[4] || '';
  const format = extension.toLowerCase() === 'auto' ? 'auto' : formatOfExtension(extension);
  return format ? { id: id, format: format, name: name } : { fault: 'unsupported_output_format' };
}

/**
 * Nothing, or a slash and a name that every system can save with an extension. It has at most 240
 * bytes, since file systems hold 255. It has no control characters and none that Windows refuses.
 * It has no per cent sign that could be decoded again, and no mark that turns or hides letters.
 */
const NAME =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it refuses them
  /^(\/(?![. ])[^\0-\x1f"%*/:<>?\\|~\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]{1,80})?$/;

/** Reads the path of an image; of one without a name, imagePath is the inverse. */
export function parseImagePath(path: string): ParsedImagePath {
  return parsePath(path, (segment) => {
    const text = decodeQueryValue(segment);
    return text !== undefined && NAME.test(text) ? text.slice(1) : undefined;
  });
}

/**
 * `/res/<id>.<extension>`, the extension the format's canonical one. A name stands before it with a
 * tilde in place of each per cent sign: no hop has a reason to rewrite it.
 */
export function imagePath(id: AnyImageId, format: OutputFormat, name?: string): string {
  const extension = format === 'auto' ? format : FORMATS[format].extensions[0];
  const segment = name ? `/${encodeURIComponent(name).replace(/%/g, '~')}` : '';
  return `${IMAGE_PATH_PREFIX + id + segment}.${extension}`;
}

/** Reads a path that imagePath wrote. */
export function parseCanonicalPath(path: string): ParsedImagePath {
  return parseImagePath(path.replaceAll('~', '%'));
}

/** The id in the path of an image, whatever its name and extension; undefined for other paths. */
export function imageIdIn(path: string): AnyImageId | undefined {
  const id = /^\/(?:res|private\/prj_\w+)\/(\w+)(?:[/.][^/]*)?$/.exec(path)?.[1] ?? '';
  return isAnyImageId(id) ? id : undefined;
}
