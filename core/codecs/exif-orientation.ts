import { openTiff, TIFF_VERSION } from './tiff.ts';
import { textBytes, uint16Be, uint32Be } from './write-bytes.ts';

/** The tag of the orientation (EXIF 2.32, 4.6.4). */
export const ORIENTATION_TAG = 0x0112;
const SHORT = 3;
const SMALLEST_BLOCK = 14;

/**
 * EXIF orientation 2..8 of a TIFF block (after "Exif\0\0"); 1 if it is missing or invalid, never a
 * fault. The first entry counts that browsers read: one SHORT from 1 to 8 (docs/decisions/0100).
 */
export function readOrientation(tiff: Uint8Array): number {
  const reader = tiff.length < SMALLEST_BLOCK ? undefined : openTiff(tiff);
  if (reader?.version !== TIFF_VERSION) return 1;
  const { read16, read32 } = reader;
  for (const at of reader.listEntries(reader.first)) {
    const isOne = read16(at + 2) === SHORT && read32(at + 4) === 1;
    if (!isOne || read16(at) !== ORIENTATION_TAG) continue;
    const value = read16(at + 8);
    if (value >= 1 && value <= 8) return value;
  }
  return 1;
}

/** A TIFF block with the orientation as its only tag, the same bytes for the same orientation. */
export function buildOrientation(orientation: number): Uint8Array {
  return Uint8Array.of(
    ...textBytes('MM'),
    ...uint16Be(TIFF_VERSION),
    ...uint32Be(8), // the position of the only directory
    ...uint16Be(1), // its number of entries
    ...uint16Be(ORIENTATION_TAG),
    ...uint16Be(SHORT),
    ...uint32Be(1),
    ...uint16Be(orientation),
    ...uint16Be(0), // fills the value's four bytes
    ...uint32Be(0), // no further directory
  );
}
