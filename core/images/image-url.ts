/** The grammar of image URLs. Edge-safe: no syntax beyond the CloudFront runtime's. */
import { FORMATS, type Format, formatOfExtension } from '../transform/formats.ts';
import { type AnyImageId, isAnyImageId } from './ids.ts';

/** Every image is served below this path. */
export const IMAGE_PATH_PREFIX = '/res/';

export type ImagePathFault =
  | 'route_not_found'
  | 'image_not_found'
  | 'temporary_image_not_found'
  | 'unsupported_output_format';

export type ParsedImagePath =
  | { readonly id: AnyImageId; readonly format: Format; readonly fault?: undefined }
  | { readonly fault: ImagePathFault };

/** Reads `/res/<id>.<extension>`; imagePath is its inverse. */
export function parseImagePath(path: string): ParsedImagePath {
  const parts = /^\/res\/([^/.]+)\.([^/]*)$/.exec(path);
  if (!parts) return { fault: 'route_not_found' };
  const id = parts[1] as string;
  if (!isAnyImageId(id)) {
    return { fault: id.slice(0, 4) === 'tmp_' ? 'temporary_image_not_found' : 'image_not_found' };
  }
  const format = formatOfExtension(parts[2] as string);
  return format ? { id: id, format: format } : { fault: 'unsupported_output_format' };
}

/** `/res/<id>.<extension>`, the extension the format's canonical one. */
export function imagePath(id: AnyImageId, format: Format): string {
  return `${IMAGE_PATH_PREFIX + id}.${FORMATS[format].extensions[0]}`;
}
