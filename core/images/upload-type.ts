import { ServiceError } from '../foundation/service-error.ts';
import type { Format } from '../transform/formats.ts';

/** Content types that may come in, as clients spell them, and what they are (CONTRACT C4.1). */
const UPLOAD_TYPES: Readonly<Record<string, Format>> = {
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
};

export const UPLOAD_CONTENT_TYPES = Object.keys(UPLOAD_TYPES);

const WHY_NOT: Readonly<Record<string, string>> = {
  'image/heic':
    'HEIC is not accepted. Phones send JPEG when the file input has accept="image/jpeg,image/png,image/webp,image/gif".',
  'image/svg+xml': 'SVG is not accepted because it can contain scripts.',
  'image/avif': 'AVIF is not accepted because the installed libheif is older than 1.23.7.',
};

/** The media type of a Content-Type header, without its parameters, in lower case. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1).join('').trim().toLowerCase();
}

/** The format that a Content-Type names, whether or not it may come in here. */
function namedFormat(contentType: string | undefined): Format | undefined {
  const mediaType = mediaTypeOf(contentType);
  return Object.hasOwn(UPLOAD_TYPES, mediaType) ? UPLOAD_TYPES[mediaType] : undefined;
}

/** The same of a type that every engine takes: AVIF alone depends on the decoder, which who only asks need not load. */
export function surelyAcceptedFormat(contentType: string): Format | undefined {
  const format = namedFormat(contentType);
  return format === 'avif' ? undefined : format;
}

/** The format that an upload declares itself to be; throws unsupported_media_type. */
export function declaredFormat(
  contentType: string | undefined,
  inputFormats: readonly Format[],
): Format {
  const mediaType = mediaTypeOf(contentType);
  const format = namedFormat(contentType);
  if (format && inputFormats.includes(format)) return format;
  const accepted = UPLOAD_CONTENT_TYPES.filter((type) =>
    inputFormats.includes(UPLOAD_TYPES[type] as Format),
  );
  const known = mediaType === 'image/heif' ? 'image/heic' : mediaType;
  const why = mediaType === '' ? 'Send the Content-Type of the image.' : (WHY_NOT[known] ?? '');
  throw new ServiceError('unsupported_media_type', {
    detail: `${why} Accepted types: ${accepted.join(', ')}.`.trim(),
  });
}
