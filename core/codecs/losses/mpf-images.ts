import {
  hasTextAt,
  readUint16Be,
  readUint16Le,
  readUint32Be,
  readUint32Le,
} from '../read-bytes.ts';

const IMAGE_LIST = 0xb002;
const ENTRY_BYTES = 12;
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
  const isLittle = hasTextAt(bytes, from, 'II');
  if (from + 8 > end || (!isLittle && !hasTextAt(bytes, from, 'MM'))) return [];
  const [read16, read32] = isLittle ? [readUint16Le, readUint32Le] : [readUint16Be, readUint32Be];
  const directory = from + read32(bytes, from + 4);
  if (directory + 2 > end) return [];
  const count = Math.min(read16(bytes, directory), MAX_ENTRIES);
  for (let at = directory + 2; at + ENTRY_BYTES <= end; at += ENTRY_BYTES) {
    if (at >= directory + 2 + count * ENTRY_BYTES) return [];
    if (read16(bytes, at) !== IMAGE_LIST) continue;
    const images = Math.min(Math.floor(read32(bytes, at + 4) / IMAGE_BYTES), MAX_IMAGES);
    const list = from + read32(bytes, at + 8);
    if (list + images * IMAGE_BYTES > end) return [];
    // an offset of 0 is the first image itself
    return Array.from({ length: images }, (_, i) => read32(bytes, list + i * IMAGE_BYTES + 8))
      .filter((offset) => offset > 0)
      .map((offset) => from + offset)
      .filter((start) => hasTextAt(bytes, start, START_OF_IMAGE));
  }
  return [];
}
