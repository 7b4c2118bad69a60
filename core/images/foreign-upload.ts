import type { ServiceErrorOptions } from '../foundation/service-error.ts';
import { FORMATS, UPLOAD_FORMATS } from '../transform/formats.ts';

/** The type in use of each format that is stored as it is sent. */
export const STORED_TYPES = UPLOAD_FORMATS.map((format) => FORMATS[format].contentType);

type Explanation = Required<Pick<ServiceErrorOptions, 'detail' | 'hint'>>;

const AS_BYTES =
  "Send the bytes of the file as the body: curl -H 'Content-Type: image/jpeg' --data-binary @FILE.";
/** The next step for an image of an iPhone. */
export const CONVERT_HEIC = `Convert it to JPEG. Phones send JPEG where the file input has accept="${STORED_TYPES.join(',')}".`;

/** Detail and hint for a Content-Type of no accepted image, by media type. */
const BY_TYPE: Readonly<Record<string, Explanation>> = {
  '': {
    detail: 'The Content-Type is missing.',
    hint: 'Set Content-Type to the format of the image, for example image/jpeg.',
  },
  'multipart/form-data': {
    detail: 'The body is a form; this call takes the bytes of one image.',
    hint: `${AS_BYTES} For a form use create-direct-upload.`,
  },
  'application/x-www-form-urlencoded': {
    detail: 'The body is a form; this call takes the bytes of one image.',
    hint: `curl -d sends a form and changes the bytes. ${AS_BYTES}`,
  },
  'application/json': {
    detail: 'The body is JSON; this call takes the bytes of one image.',
    hint: `${AS_BYTES} Base64 and URLs are not accepted.`,
  },
  'image/tiff': {
    detail: 'TIFF is not accepted, since its many kinds cannot be checked before they are decoded.',
    hint: 'Save it as PNG, or as JPEG for a photo.',
  },
  'application/pdf': { detail: 'PDF is not accepted.', hint: 'Export the page as PNG or JPEG.' },
  'video/mp4': { detail: 'Videos are not accepted.', hint: 'Export a frame as JPEG or PNG.' },
};

/** Detail and hint for a Content-Type that many send by mistake; undefined for any other. */
export function describeForeignType(mediaType: string): Explanation | undefined {
  return Object.hasOwn(BY_TYPE, mediaType) ? BY_TYPE[mediaType] : undefined;
}

/** How the first bytes look where they are no image; the first that fits counts. */
const BY_BEGINNING: readonly (readonly [RegExp, string, string])[] = [
  [/^data:image\//, 'a data URL', `Decode its base64 part. ${AS_BYTES}`],
  [/^%PDF-/, 'a PDF', 'Export the page as PNG or JPEG.'],
  [/^\s*<\?xml/i, 'XML', 'Export it as PNG or WebP.'],
  [/^\s*<(!doctype|html)/i, 'a web page', 'Download the image itself: the file is HTML.'],
  [/^--[^\r\n]{1,70}\r?\n/, 'a multipart form', AS_BYTES],
  [/^(II\*|MM.\*)/s, 'TIFF or a raw photo', 'Export it as JPEG or PNG.'],
  [/^BM/, 'BMP', 'Export it as PNG.'],
  [/^....ftyp/s, 'a video or an unknown format', 'Export it as JPEG, PNG, WebP or GIF.'],
  [/^\s*[{[]/, 'JSON', AS_BYTES],
  [/^@?[\w./ -]{1,60}\.\w{2,5}\s*$/, 'the name of a file', `The @ may be missing. ${AS_BYTES}`],
  [/^[A-Za-z0-9+/]{40,}/, 'base64 text', `Decode it first. ${AS_BYTES}`],
];
const SEEN_BYTES = 64;

/**
 * The probable type of bytes without the signature of an accepted format, and the next step;
 * undefined if nothing fits. Looks at the first bytes alone.
 */
export function describeForeignBytes(
  bytes: Uint8Array,
): { readonly looksLike: string; readonly hint: string } | undefined {
  const beginning = Buffer.from(bytes.subarray(0, SEEN_BYTES)).toString('latin1');
  const found = BY_BEGINNING.find(([pattern]) => pattern.test(beginning));
  return found && { looksLike: found[1], hint: found[2] };
}
