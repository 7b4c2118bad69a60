import { hasTextAt } from '../read-bytes.ts';
import { openTiff } from '../tiff.ts';

const IMAGE_LIST = 0xb002;
const IMAGE_BYTES = 16;
/** A gain map, a preview and a second view are three. */
const MAX_IMAGES = 16;
const MAX_ENTRIES = 100;
const START_OF_IMAGE = '\xff\xd8';

/**
 * The starts of the images behind the first in a file, by the MPF block between two places (CIPA
 * DC-007, 5.2).
 */
export function listMpfImages(bytes: Uint8Array, from: number, end: number): number[] {
  const tiff = openTiff(bytes.subarray(from, end));
  if (!tiff) return [];
  const { read16, read32 } = tiff;
  for (const at of tiff.listEntries(tiff.first, MAX_ENTRIES)) {
    if (read16(at) !== IMAGE_LIST) continue;
    const images = Math.min(Math.floor(read32(at + 4) / IMAGE_BYTES), MAX_IMAGES);
    const list = read32(at + 8);
    if (from + list + images * IMAGE_BYTES > end) return [];
    // an offset of 0 is the first image itself
    return Array.from({ length: images }, (_, i) => read32(list + i * IMAGE_BYTES + 8))
      .filter((offset) => offset > 0)
      .map((offset) => from + offset)
      .filter((start) => hasTextAt(bytes, start, START_OF_IMAGE));
  }
  return [];
}
