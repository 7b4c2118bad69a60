import { ServiceError, type ServiceErrorOptions } from '../foundation/service-error.ts';
import { isRebuilt, type ReencodedFormat, type UploadFormat } from '../transform/formats.ts';
import { describeForeignType } from './foreign-upload.ts';

/** Content types of the formats that may come in, as clients spell them (uploads.types). */
const TYPES: Readonly<Record<UploadFormat, readonly string[]>> = {
  jpg: ['image/jpeg', 'image/jpg'],
  png: ['image/png'],
  webp: ['image/webp'],
  gif: ['image/gif'],
  avif: ['image/avif'],
};

const UPLOAD_TYPES: Readonly<Record<string, UploadFormat>> = Object.fromEntries(
  Object.entries(TYPES).flatMap(([format, types]) =>
    types.map((type) => [type, format as UploadFormat] as const),
  ),
);

export const UPLOAD_CONTENT_TYPES = Object.keys(UPLOAD_TYPES);

const WHY_NOT_DECODED: Readonly<Record<ReencodedFormat, string>> = {
  avif: 'AVIF is not accepted because the installed libheif is older than 1.23.7.',
};

/** The media type of a Content-Type header, without its parameters, in lower case. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1).join('').trim().toLowerCase();
}

/** The format that a Content-Type names, whether or not it may come in here. */
function namedFormat(contentType: string | undefined): UploadFormat | undefined {
  const mediaType = mediaTypeOf(contentType);
  return Object.hasOwn(UPLOAD_TYPES, mediaType) ? UPLOAD_TYPES[mediaType] : undefined;
}

/**
 * The same of a type that every engine takes: others depend on the decoder, which who only asks
 * need not load.
 */
export function surelyAcceptedFormat(contentType: string): UploadFormat | undefined {
  const format = namedFormat(contentType);
  return format && isRebuilt(format) ? format : undefined;
}

function whyNot(mediaType: string): Pick<ServiceErrorOptions, 'detail' | 'hint'> {
  const format = namedFormat(mediaType);
  if (format && !isRebuilt(format)) return { detail: WHY_NOT_DECODED[format] };
  return describeForeignType(mediaType) ?? {};
}

/** The format that an upload declares itself to be; throws unsupported_media_type. */
export function declaredFormat(
  contentType: string | undefined,
  inputFormats: readonly UploadFormat[],
): UploadFormat {
  const format = namedFormat(contentType);
  if (format && inputFormats.includes(format)) return format;
  const accepted = UPLOAD_CONTENT_TYPES.filter((type) =>
    inputFormats.includes(UPLOAD_TYPES[type] as UploadFormat),
  );
  const { detail = '', ...more } = whyNot(mediaTypeOf(contentType));
  throw new ServiceError('unsupported_media_type', {
    detail: `${detail} Accepted types: ${accepted.join(', ')}.`.trim(),
    ...more,
  });
}
