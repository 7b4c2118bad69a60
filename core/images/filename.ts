import { LIMITS } from '../contract/limits.ts';

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a broken escape stays as written
  }
}

/** The file name that is kept of what a client calls its file; null where nothing is left of it (CONTRACT C4.6). */
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
