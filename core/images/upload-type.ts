import { ServiceError, type ServiceErrorOptions } from '../foundation/service-error.ts';
import { type ConvertedFormat, isStored, type SentFormat } from '../transform/formats.ts';
import { CONVERT_HEIC, describeForeignType } from './foreign-upload.ts';

/** Content types of the upload formats, as clients spell them (uploads.types). */
const TYPES: Readonly<Record<SentFormat, readonly string[]>> = {
  jpg: ['image/jpeg', 'image/jpg'],
  png: ['image/png'],
  webp: ['image/webp'],
  gif: ['image/gif'],
  avif: ['image/avif'],
  heic: ['image/heic', 'image/heif'],
  svg: ['image/svg+xml'],
  bmp: ['image/bmp', 'image/x-ms-bmp'],
};

/** Names of types that old clients send, and the name in use. No message proposes them. */
export const TYPE_ALIASES: Readonly<Record<string, string>> = {
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
};

const NAMED_TYPES: Readonly<Record<string, SentFormat>> = Object.fromEntries(
  Object.entries(TYPES).flatMap(([format, types]) =>
    types.map((type) => [type, format as SentFormat] as const),
  ),
);

const UPLOAD_TYPES: Readonly<Record<string, SentFormat>> = {
  ...NAMED_TYPES,
  ...Object.fromEntries(
    Object.entries(TYPE_ALIASES).flatMap(([alias, type]) => {
      const format = NAMED_TYPES[type];
      return format ? [[alias, format] as const] : [];
    }),
  ),
};

/** Every content type of an upload, aliases too. */
export const UPLOAD_CONTENT_TYPES = Object.keys(UPLOAD_TYPES);

/** The content type of each extension of images that can be sent, lower case. */
export const TYPE_OF_EXTENSION: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(TYPES).flatMap((types) =>
    types.map(
      (type) => [type.replace(/^image\/(?:x-ms-)?(\w+).*/, '$1'), types[0] ?? type] as const,
    ),
  ),
);

type Told = Pick<ServiceErrorOptions, 'detail' | 'hint'>;

const WHY_NOT_DECODED: Readonly<Record<ConvertedFormat, Told>> = {
  heic: { detail: 'HEIC is not accepted here.', hint: CONVERT_HEIC },
  avif: { detail: 'AVIF is not accepted here.', hint: 'Convert it to JPEG, PNG or WebP.' },
  svg: { detail: 'SVG is not accepted here.', hint: 'Export it as PNG or WebP.' },
  bmp: { detail: 'BMP is not accepted here.', hint: 'Save it as PNG.' },
};

/** The media type of a Content-Type header, without its parameters, in lower case. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1).join('').trim().toLowerCase();
}

/** The format that a Content-Type names, whether or not it can be uploaded here. */
function namedFormat(contentType: string | undefined): SentFormat | undefined {
  const mediaType = mediaTypeOf(contentType);
  return Object.hasOwn(UPLOAD_TYPES, mediaType) ? UPLOAD_TYPES[mediaType] : undefined;
}

/**
 * The same for a type that every engine accepts: HEIC depends on a decoder, which this check need
 * not load.
 */
export function surelyAcceptedFormat(contentType: string): SentFormat | undefined {
  const format = namedFormat(contentType);
  return format === 'heic' ? undefined : format;
}

/** The Content-Type of a format of sent images. */
export function contentTypeOf(format: SentFormat): string {
  return TYPES[format][0] ?? '';
}

function whyNot(mediaType: string): Told {
  const format = namedFormat(mediaType);
  if (format && !isStored(format)) return WHY_NOT_DECODED[format];
  return describeForeignType(mediaType) ?? {};
}

/** The format that an upload declares; throws unsupported_media_type. */
export function declaredFormat(
  contentType: string | undefined,
  inputFormats: readonly SentFormat[],
): SentFormat {
  const format = namedFormat(contentType);
  if (format && inputFormats.includes(format)) return format;
  const accepted = Object.keys(NAMED_TYPES).filter((type) =>
    inputFormats.includes(NAMED_TYPES[type] as SentFormat),
  );
  const { detail = '', ...more } = whyNot(mediaTypeOf(contentType));
  throw new ServiceError('unsupported_media_type', {
    detail: `${detail} Accepted types: ${accepted.join(', ')}.`.trim(),
    ...more,
  });
}
