import { ImageFileFault } from '../image-file.ts';
import { hasTextAt, readByte, readSlice, readUint16Be } from '../read-bytes.ts';
import { joinBytes, textBytes, uint16Be } from '../write-bytes.ts';
import { readFixedNumbers } from './read-fixed-numbers.ts';

const BROKEN = 'A colour profile is broken.';
const MATRIX_START = 12;
const MATRIX_END = 48;
const OUT_CHANNELS = 3; // of either connection space
const ENTRIES_OF_BYTES = 256;
const MAX_ENTRIES = 4_096;

/**
 * A `mft1` or `mft2` table from this many channels to the connection space (ICC.1:2022, 10.10 and
 * 10.11); an ImageFileFault for any other.
 */
export function rebuildIccLut(data: Uint8Array, channels: number): Uint8Array {
  const hasWords = hasTextAt(data, 0, 'mft2');
  if (!hasWords && !hasTextAt(data, 0, 'mft1')) throw new ImageFileFault(BROKEN);
  const gridPoints = readByte(data, 10);
  if (readByte(data, 8) !== channels || readByte(data, 9) !== OUT_CHANNELS || gridPoints < 2) {
    throw new ImageFileFault(BROKEN);
  }
  const [inEntries, outEntries] = hasWords
    ? readEntries(data)
    : [ENTRIES_OF_BYTES, ENTRIES_OF_BYTES];
  const numbers =
    channels * inEntries + gridPoints ** channels * OUT_CHANNELS + OUT_CHANNELS * outEntries;
  const start = hasWords ? MATRIX_END + 4 : MATRIX_END;
  return joinBytes([
    Uint8Array.of(...textBytes(hasWords ? 'mft2' : 'mft1'), 0, 0, 0, 0),
    Uint8Array.of(channels, OUT_CHANNELS, gridPoints, 0),
    readFixedNumbers(readSlice(data, MATRIX_START, MATRIX_END)),
    Uint8Array.from(hasWords ? [...uint16Be(inEntries), ...uint16Be(outEntries)] : []),
    readSlice(data, start, start + numbers * (hasWords ? 2 : 1)),
  ]);
}

function readEntries(data: Uint8Array): [number, number] {
  const entries: [number, number] = [readUint16Be(data, 48), readUint16Be(data, 50)];
  if (entries.some((count) => count < 2 || count > MAX_ENTRIES)) throw new ImageFileFault(BROKEN);
  return entries;
}
