import {
  readByte,
  readSlice,
  readUint16Be,
  readUint16Le,
  readUint32Be,
  readUint32Le,
} from './read-bytes.ts';
import { textBytes, uint16Be, uint32Be } from './write-bytes.ts';

const ORIENTATION_TAG = 0x0112;
const ENTRY_BYTES = 12;
const BYTE = 1;
const SHORT = 3;
const LONG = 4;

/**
 * EXIF orientation 2..8 of a TIFF block (after "Exif\0\0"); 1 if it is missing or invalid, never a
 * fault.
 */
export function readOrientation(tiff: Uint8Array): number {
  const value = findOrientation(tiff);
  return value >= 1 && value <= 8 ? value : 1;
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

function findOrientation(tiff: Uint8Array): number {
  if (tiff.length < 14) return 1;
  const isLittle = readByte(tiff, 0) === 0x49 && readByte(tiff, 1) === 0x49;
  const isBig = readByte(tiff, 0) === 0x4d && readByte(tiff, 1) === 0x4d;
  if (!isLittle && !isBig) return 1;
  const read16 = isLittle ? readUint16Le : readUint16Be;
  const read32 = isLittle ? readUint32Le : readUint32Be;
  if (read16(tiff, 2) !== 42) return 1;
  const directory = read32(tiff, 4);
  if (directory + 2 > tiff.length) return 1;
  // the first entry counts, as in libexif, which sharp reads orientation with
  const entry = findEntry(tiff, directory, read16);
  return entry === undefined ? 1 : readValue(entry, read16, read32);
}

type ReadInteger = (bytes: Uint8Array, at: number) => number;

function findEntry(tiff: Uint8Array, directory: number, read16: ReadInteger) {
  const first = directory + 2;
  const whole = Math.floor((tiff.length - first) / ENTRY_BYTES);
  const count = Math.min(read16(tiff, directory), whole);
  for (let at = first; at < first + count * ENTRY_BYTES; at += ENTRY_BYTES) {
    if (read16(tiff, at) === ORIENTATION_TAG) return readSlice(tiff, at, at + ENTRY_BYTES);
  }
  return undefined;
}

// EXIF 2.32 section 4.6.4 wants a SHORT; libexif reads the other two widths as well
function readValue(entry: Uint8Array, read16: ReadInteger, read32: ReadInteger): number {
  const type = read16(entry, 2);
  if (type === SHORT) return read16(entry, 8);
  if (type === LONG) return read32(entry, 8);
  return type === BYTE ? readByte(entry, 8) : 1;
}
