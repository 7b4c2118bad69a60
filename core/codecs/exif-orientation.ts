import { readByte, readUint16Be, readUint16Le, readUint32Be, readUint32Le } from './read-bytes.ts';
import { textBytes, uint16Be, uint32Be } from './write-bytes.ts';

const ORIENTATION_TAG = 0x0112;
const ENTRY_BYTES = 12;
const SHORT = 3;
const SMALLEST_BLOCK = 14;

/**
 * EXIF orientation 2..8 of a TIFF block (after "Exif\0\0"); 1 if it is missing or invalid, never a
 * fault. The first entry counts that browsers read: one SHORT from 1 to 8 (docs/decisions/0100).
 */
export function readOrientation(tiff: Uint8Array): number {
  if (tiff.length < SMALLEST_BLOCK) return 1;
  const isLittle = readByte(tiff, 0) === 0x49 && readByte(tiff, 1) === 0x49;
  const isBig = readByte(tiff, 0) === 0x4d && readByte(tiff, 1) === 0x4d;
  if (!isLittle && !isBig) return 1;
  const read16 = isLittle ? readUint16Le : readUint16Be;
  const read32 = isLittle ? readUint32Le : readUint32Be;
  const directory = read32(tiff, 4);
  if (read16(tiff, 2) !== 42 || directory + 2 > tiff.length) return 1;
  const first = directory + 2;
  const whole = Math.floor((tiff.length - first) / ENTRY_BYTES);
  const count = Math.min(read16(tiff, directory), whole);
  for (let at = first; at < first + count * ENTRY_BYTES; at += ENTRY_BYTES) {
    const isOne = read16(tiff, at + 2) === SHORT && read32(tiff, at + 4) === 1;
    if (!isOne || read16(tiff, at) !== ORIENTATION_TAG) continue;
    const value = read16(tiff, at + 8);
    if (value >= 1 && value <= 8) return value;
  }
  return 1;
}

/** A TIFF block with the orientation as its only tag, the same bytes for the same orientation. */
export function buildOrientation(orientation: number): Uint8Array {
  return Uint8Array.of(
    ...textBytes('MM'),
    ...uint16Be(42),
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
