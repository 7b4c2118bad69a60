import { hasTextAt, readUint16Be, readUint16Le, readUint32Be, readUint32Le } from './read-bytes.ts';

/** The number in the head of every TIFF (TIFF 6.0, 2). */
export const TIFF_VERSION = 42;
const HEAD_BYTES = 8;
/** Of an entry: its tag, its type, its count, and its value or the place of it. */
const ENTRY_BYTES = 12;

/** A TIFF block, which begins with the order of its bytes. */
export interface TiffReader {
  /** TIFF_VERSION in every TIFF. */
  readonly version: number;
  /** The place of the first directory. */
  readonly first: number;
  read16(at: number): number;
  read32(at: number): number;
  /** The places of a directory's entries, as far as they are whole, and at most so many. */
  listEntries(directory: number, most?: number): Generator<number>;
}

/** Opens a TIFF block, and reads its head alone; undefined for bytes that state no order. */
export function openTiff(tiff: Uint8Array): TiffReader | undefined {
  const isLittle = hasTextAt(tiff, 0, 'II');
  if (tiff.length < HEAD_BYTES || !(isLittle || hasTextAt(tiff, 0, 'MM'))) return undefined;
  const [read16, read32] = isLittle ? [readUint16Le, readUint32Le] : [readUint16Be, readUint32Be];
  return {
    version: read16(tiff, 2),
    first: read32(tiff, 4),
    read16: (at) => read16(tiff, at),
    read32: (at) => read32(tiff, at),
    *listEntries(directory, most = Number.POSITIVE_INFINITY) {
      const first = directory + 2;
      if (first > tiff.length) return;
      const whole = Math.floor((tiff.length - first) / ENTRY_BYTES);
      const count = Math.min(read16(tiff, directory), whole, most);
      for (let i = 0; i < count; i += 1) yield first + i * ENTRY_BYTES;
    },
  };
}
