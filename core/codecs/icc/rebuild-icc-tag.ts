import { ImageFileFault } from '../image-file.ts';
import { hasTextAt, readSlice } from '../read-bytes.ts';
import { joinBytes, textBytes } from '../write-bytes.ts';
import { readIccCurve } from './icc-curve.ts';
import { readFixedNumbers } from './read-fixed-numbers.ts';
import { rebuildIccLut } from './rebuild-icc-lut.ts';
import { rebuildIccLutAToB } from './rebuild-icc-lut-a-to-b.ts';

/** As in an ICC header's data colour space field, its space included (ICC.1:2022, 7.2.6). */
export type IccColourSpace = 'GRAY' | 'RGB ' | 'CMYK';

const CHANNELS: Readonly<Record<IccColourSpace, number>> = { GRAY: 1, 'RGB ': 3, CMYK: 4 };
const TYPE_BYTES = 8;
const XYZ_NUMBERS = 3;
const MATRIX_NUMBERS = 9;
const CICP_BYTES = 4;

/**
 * A tag's data written again, in exactly the bytes of its type, reserved ones zero (ICC.1:2022,
 * section 10); an ImageFileFault if they have another form.
 */
export function rebuildIccTag(
  name: string,
  data: Uint8Array,
  colourSpace: IccColourSpace,
): Uint8Array {
  if (name.endsWith('XYZ') || name === 'wtpt') return numbersOf('XYZ ', data, XYZ_NUMBERS);
  if (name.endsWith('TRC')) return readIccCurve(data, 0).bytes;
  if (name === 'chad') return numbersOf('sf32', data, MATRIX_NUMBERS);
  if (name === 'cicp') return withType('cicp', readTyped('cicp', data, CICP_BYTES));
  if (hasTextAt(data, 0, 'mAB ')) return rebuildIccLutAToB(data, CHANNELS[colourSpace]);
  return rebuildIccLut(data, CHANNELS[colourSpace]);
}

function numbersOf(type: string, data: Uint8Array, count: number): Uint8Array {
  return withType(type, readFixedNumbers(readTyped(type, data, 4 * count)));
}

function readTyped(type: string, data: Uint8Array, bytes: number): Uint8Array {
  if (!hasTextAt(data, 0, type)) throw new ImageFileFault('A colour profile is broken.');
  return readSlice(data, TYPE_BYTES, TYPE_BYTES + bytes);
}

function withType(type: string, data: Uint8Array): Uint8Array {
  return joinBytes([Uint8Array.of(...textBytes(type), 0, 0, 0, 0), data]);
}
