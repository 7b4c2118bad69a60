import { LIMITS } from '../contract/limits.ts';

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a broken escape stays as written
  }
}

/** The file name that is kept of an X-Original-Filename header; null where nothing is left of it (CONTRACT C4.6). */
export function cleanFilename(header: string | undefined): string | null {
  if (header === undefined) return null;
  const name = decodePercent(header)
    .toWellFormed()
    .split(/[/\\]/)
    .at(-1)
    ?.replaceAll(/\p{Cc}|\p{Cf}|[\u2028\u2029]/gu, '')
    .trim();
  return name ? [...name].slice(0, LIMITS.maxFilenameLength).join('') : null;
}
