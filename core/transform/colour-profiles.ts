import type { Format } from './formats.ts';

/**
 * Whether files of a format can have a colour profile. It is no column of FORMATS: the edge
 * function holds that table, and its bytes are few.
 */
export const HAS_PROFILE: Readonly<Record<Format, boolean>> = {
  jpg: true,
  png: true,
  webp: true,
  avif: true,
  gif: false,
};

/** Whether a result in a format can have colours beyond sRGB; null: unknown, so it may. */
export function mayBeWide(hasWideGamut: boolean | null, format: Format): boolean {
  return hasWideGamut !== false && HAS_PROFILE[format];
}
