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

/**
 * The stored file name for a client's file name; null if nothing is left of it (uploads.file-name).
 */
export function cleanFilename(text: string | undefined): string | null {
  const name = text
    ?.toWellFormed()
    .split(/[/\\]/)
    .at(-1)
    ?.replaceAll(/\p{Cc}|\p{Cf}|[\u2028\u2029]/gu, '')
    .trim();
  return name ? [...name].slice(0, LIMITS.maxFilenameLength).join('') : null;
}

/** The same of an X-Original-Filename header, which is percent-encoded. */
export function filenameOfHeader(header: string | undefined): string | null {
  return cleanFilename(header === undefined ? undefined : decodePercent(header));
}
