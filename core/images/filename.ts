import { LIMITS } from '../foundation/limits.ts';

/** The escapes of one character by the length in its first byte (RFC 3629). */
const ESCAPES =
  /%[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}/gi;

function decodeCharacter(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes; // overlong, half a surrogate pair, beyond Unicode
  }
}

/**
 * A text without its percent escapes; a broken escape stays as written, and the others are still
 * decoded.
 */
function decodePercent(text: string): string {
  return text.replaceAll(ESCAPES, decodeCharacter);
}

/** Characters without a sign of their own, but the two joiners of emoji and of Persian words. */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}|\p{Cc}|[\u2028\u2029]/gu;

/**
 * The stored file name for a client's file name; null if nothing is left of it (uploads.file-name).
 */
export function cleanFilename(text: string | undefined): string | null {
  const name = text?.toWellFormed().split(/[/\\]/).at(-1)?.replaceAll(INVISIBLE, '').trim();
  const isSeen = name !== undefined && /[^\s\u200c\u200d]/.test(name);
  return isSeen ? [...name].slice(0, LIMITS.maxFilenameLength).join('') : null;
}

/**
 * The text of a header's value. Node and Lambda give each byte as a character of ISO 8859-1, while
 * curl and Go send UTF-8. Bytes that are no UTF-8 stay as they are, and so does a decoded text.
 */
function textOfHeader(value: string): string {
  if (/[^\0-\xff]/.test(value) || !/[\x80-\xff]/.test(value)) return value;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}

/** The same of an X-Original-Filename header, which is percent-encoded or in UTF-8. */
export function filenameOfHeader(header: string | undefined): string | null {
  return cleanFilename(header === undefined ? undefined : decodePercent(textOfHeader(header)));
}

/** RFC 5987: the extended value of a parameter, in the only charset that is in use. */
const EXTENDED_NAME = /;\s*filename\*\s*=\s*utf-8'[\w-]*'([^\s;]+)/i;
const PLAIN_NAME = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i;

/** The same of a Content-Disposition header (RFC 6266): `filename*` before `filename`. */
function filenameOfDisposition(header: string | undefined): string | null {
  if (header === undefined) return null;
  const extended = EXTENDED_NAME.exec(header)?.[1];
  if (extended !== undefined) return filenameOfHeader(extended);
  const [, quoted, token] = PLAIN_NAME.exec(header) ?? [];
  const plain = quoted?.replaceAll(/\\(.)/g, '$1') ?? token;
  return cleanFilename(plain === undefined ? undefined : textOfHeader(plain));
}

/** The same of a remote file: by its Content-Disposition header, else by the path of its URL. */
export function filenameOfSource(url: string, disposition: string | undefined): string | null {
  const inPath = new URL(url).pathname.split('/').at(-1);
  return filenameOfDisposition(disposition) ?? filenameOfHeader(inPath);
}
