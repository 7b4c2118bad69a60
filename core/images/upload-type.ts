import { ServiceError, type ServiceErrorOptions } from '../foundation/service-error.ts';
import { type ConvertedFormat, isStored, type SentFormat } from '../transform/formats.ts';
import { SENT_FORMAT_NAMES, SENT_FORMATS, UNKNOWN_TYPE } from '../transform/sent-formats.ts';
import { CONVERT_HEIC, type describeForeignBytes, describeForeignType } from './foreign-upload.ts';

type TypeColumn = 'contentTypes' | 'oldTypes';

function listTypes(column: TypeColumn): Readonly<Record<string, SentFormat>> {
  return Object.fromEntries(
    SENT_FORMAT_NAMES.flatMap((format) =>
      SENT_FORMATS[format][column].map((type) => [type, format] as const),
    ),
  );
}

const NAMED_TYPES = listTypes('contentTypes');

const UPLOAD_TYPES: Readonly<Record<string, SentFormat>> = {
  ...NAMED_TYPES,
  ...listTypes('oldTypes'),
};

/** Every content type of an upload that names a format, old names too. */
export const UPLOAD_CONTENT_TYPES = Object.keys(UPLOAD_TYPES);

type Explanation = Pick<ServiceErrorOptions, 'detail' | 'hint'>;

const WHY_NOT_DECODED: Readonly<Record<ConvertedFormat, Explanation>> = {
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
  return SENT_FORMATS[format].contentTypes[0] ?? '';
}

function whyNot(mediaType: string): Explanation {
  const format = namedFormat(mediaType);
  if (format && !isStored(format)) return WHY_NOT_DECODED[format];
  return describeForeignType(mediaType) ?? {};
}

/** Whether a Content-Type leaves the format to the bytes (uploads.types). */
export function isUnnamedType(contentType: string | undefined): boolean {
  return mediaTypeOf(contentType) === UNKNOWN_TYPE;
}

/** The refusal of a type, with the types that are accepted. */
export function unsupportedMediaType(
  inputFormats: readonly SentFormat[],
  { detail = '', ...more }: Explanation,
): ServiceError {
  const accepted = Object.keys(NAMED_TYPES).filter((type) =>
    inputFormats.includes(NAMED_TYPES[type] as SentFormat),
  );
  return new ServiceError('unsupported_media_type', {
    detail: `${detail} Accepted types: ${accepted.join(', ')}.`.trim(),
    ...more,
  });
}

/** The format that an upload declares; throws unsupported_media_type. */
export function declaredFormat(
  contentType: string | undefined,
  inputFormats: readonly SentFormat[],
): SentFormat {
  const format = namedFormat(contentType);
  if (format && inputFormats.includes(format)) return format;
  throw unsupportedMediaType(inputFormats, whyNot(mediaTypeOf(contentType)));
}

/**
 * The format of an upload whose type names none, as its bytes have it. Throws
 * unsupported_media_type.
 */
export function foundFormat(
  detected: SentFormat | undefined,
  foreign: ReturnType<typeof describeForeignBytes>,
  inputFormats: readonly SentFormat[],
): SentFormat {
  if (detected && inputFormats.includes(detected)) return detected;
  if (detected) throw unsupportedMediaType(inputFormats, whyNot(contentTypeOf(detected)));
  const detail = `The bytes are of no accepted type${foreign ? `: ${foreign.looksLike}` : ''}.`;
  throw unsupportedMediaType(inputFormats, { detail, ...(foreign && { hint: foreign.hint }) });
}
