import { ImageFileFault } from '../image-file.ts';
import { hasTextAt, readSlice, readUint16Be, readUint32Be } from '../read-bytes.ts';
import { joinBytes, textBytes, uint16Be, uint32Be } from '../write-bytes.ts';
import { readFixedNumbers } from './read-fixed-numbers.ts';

/** A rewritten curve, and its end in the old profile. */
export interface IccCurve {
  readonly bytes: Uint8Array;
  readonly end: number;
}

const BROKEN = 'A colour profile is broken.';
const HEAD_BYTES = 12;
const MAX_ENTRIES = 0x7fff; // as in lcms
const PARAMETERS = [1, 3, 4, 5, 7]; // by the function's type (ICC.1:2022, table 68)
const MAX_STEP_BACK = 0x400; // a measured curve may waver, by a hundredth or so

/**
 * A `curv` or `para` at a place; an ImageFileFault for any other type, and for a table that is not
 * monotonic as a device's is.
 */
export function readIccCurve(data: Uint8Array, at: number): IccCurve {
  if (hasTextAt(data, at, 'curv')) return readTable(data, at);
  if (hasTextAt(data, at, 'para')) return readParameters(data, at);
  throw new ImageFileFault(BROKEN);
}

function readTable(data: Uint8Array, at: number): IccCurve {
  const count = readUint32Be(data, at + 8);
  if (count > MAX_ENTRIES) throw new ImageFileFault(BROKEN);
  const end = at + HEAD_BYTES + 2 * count;
  const table = readSlice(data, at + HEAD_BYTES, end);
  if (!isMonotone(table)) throw new ImageFileFault(BROKEN);
  const head = Uint8Array.of(...textBytes('curv'), 0, 0, 0, 0, ...uint32Be(count));
  return { bytes: joinBytes([head, table]), end };
}

function isMonotone(table: Uint8Array): boolean {
  let [mayRise, mayFall] = [true, true];
  for (let at = 2; at < table.length; at += 2) {
    const step = readUint16Be(table, at) - readUint16Be(table, at - 2);
    mayRise &&= step >= -MAX_STEP_BACK;
    mayFall &&= step <= MAX_STEP_BACK;
  }
  return mayRise || mayFall;
}

function readParameters(data: Uint8Array, at: number): IccCurve {
  const kind = readUint16Be(data, at + 8);
  const count = PARAMETERS[kind];
  if (count === undefined) throw new ImageFileFault(BROKEN);
  const end = at + HEAD_BYTES + 4 * count;
  const parameters = readFixedNumbers(readSlice(data, at + HEAD_BYTES, end));
  const head = Uint8Array.of(...textBytes('para'), 0, 0, 0, 0, ...uint16Be(kind), 0, 0);
  return { bytes: joinBytes([head, parameters]), end };
}
