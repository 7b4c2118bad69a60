/** The grammar of image URLs. Edge-safe: no syntax beyond the CloudFront runtime's. */
import { FORMATS, formatOfExtension, type OutputFormat } from '../transform/formats.ts';
import { type AnyImageId, isAnyImageId } from './ids.ts';

/** Every image is served below this path. */
export const IMAGE_PATH_PREFIX = '/res/';

export type ImagePathFault =
  | 'route_not_found'
  | 'image_not_found'
  | 'temporary_image_not_found'
  | 'unsupported_output_format';

export type ParsedImagePath =
  | { readonly id: AnyImageId; readonly format: OutputFormat; readonly fault?: undefined }
  | { readonly fault: ImagePathFault };

/** Reads `/res/<id>.<extension>`; imagePath is its inverse. */
export function parseImagePath(path: string): ParsedImagePath {
  const parts = /^\/res\/([^/.]+)\.([^/]*)$/.exec(path);
  if (!parts) return { fault: 'route_not_found' };
  const id = parts[1] as string;
  if (!isAnyImageId(id)) {
    return { fault: id.slice(0, 4) === 'tmp_' ? 'temporary_image_not_found' : 'image_not_found' };
  }
  const extension = parts[2] as string;
  const format = extension.toLowerCase() === 'auto' ? 'auto' : formatOfExtension(extension);
  return format ? { id: id, format: format } : { fault: 'unsupported_output_format' };
}

/** `/res/<id>.<extension>`, the extension the format's canonical one. */
export function imagePath(id: AnyImageId, format: OutputFormat): string {
  const extension = format === 'auto' ? format : FORMATS[format].extensions[0];
  return `${IMAGE_PATH_PREFIX + id}.${extension}`;
}
