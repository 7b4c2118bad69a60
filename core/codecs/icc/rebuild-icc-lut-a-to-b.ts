import { ImageFileFault } from '../image-file.ts';
import { readByte, readSlice, readUint32Be } from '../read-bytes.ts';
import { joinBytes, textBytes, uint32Be } from '../write-bytes.ts';
import { readIccCurve } from './icc-curve.ts';
import { readFixedNumbers } from './read-fixed-numbers.ts';

const BROKEN = 'A colour profile is broken.';
const HEAD_BYTES = 32;
const OFFSETS_START = 12;
const OUT_CHANNELS = 3;
const MATRIX_BYTES = 48;
const GRID_BYTES = 16;
const GRID_HEAD_BYTES = 20;

/**
 * An `mAB ` table from this many channels to the connection space (ICC.1:2022, 10.12), its parts
 * laid out again without gaps. An ImageFileFault if one has another form.
 */
export function rebuildIccLutAToB(data: Uint8Array, channels: number): Uint8Array {
  if (readByte(data, 8) !== channels || readByte(data, 9) !== OUT_CHANNELS) {
    throw new ImageFileFault(BROKEN);
  }
  const offsetOf = (part: number) => readUint32Be(data, OFFSETS_START + 4 * part);
  const [outCurves, matrix, middleCurves, grid, inCurves] = [0, 1, 2, 3, 4].map(offsetOf);
  const parts = [
    readPart(outCurves, (at) => readCurves(data, at, OUT_CHANNELS)),
    readPart(matrix, (at) => readFixedNumbers(readSlice(data, at, at + MATRIX_BYTES))),
    readPart(middleCurves, (at) => readCurves(data, at, OUT_CHANNELS)),
    readPart(grid, (at) => readGrid(data, at, channels)),
    readPart(inCurves, (at) => readCurves(data, at, channels)),
  ];
  const offsets: number[] = [];
  let end = HEAD_BYTES;
  for (const part of parts) {
    offsets.push(...uint32Be(part ? end : 0));
    end += part?.length ?? 0;
  }
  const head = Uint8Array.of(
    ...textBytes('mAB '),
    0,
    0,
    0,
    0,
    channels,
    OUT_CHANNELS,
    0,
    0,
    ...offsets,
  );
  return joinBytes([head, ...parts.filter((part) => part !== undefined)]);
}

// an offset of zero: the part is absent
function readPart(
  at: number | undefined,
  read: (at: number) => Uint8Array,
): Uint8Array | undefined {
  return at ? padded(read(at)) : undefined;
}

/** Each curve begins at a multiple of four. */
function readCurves(data: Uint8Array, from: number, count: number): Uint8Array {
  const curves: Uint8Array[] = [];
  for (let at = from; curves.length < count; ) {
    const { bytes, end } = readIccCurve(data, at);
    curves.push(padded(bytes));
    at += Math.ceil((end - at) / 4) * 4;
  }
  return joinBytes(curves);
}

function readGrid(data: Uint8Array, at: number, channels: number): Uint8Array {
  const points = Array.from(readSlice(data, at, at + channels));
  const numberBytes = readByte(data, at + GRID_BYTES);
  if (points.some((count) => count < 2) || (numberBytes !== 1 && numberBytes !== 2)) {
    throw new ImageFileFault(BROKEN);
  }
  const nodes = points.reduce((product, count) => product * count, 1);
  const start = at + GRID_HEAD_BYTES;
  const head = new Uint8Array(GRID_HEAD_BYTES);
  head.set(points);
  head[GRID_BYTES] = numberBytes;
  return joinBytes([head, readSlice(data, start, start + nodes * OUT_CHANNELS * numberBytes)]);
}

function padded(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
  whole.set(bytes);
  return whole;
}
