import { ImageFileFault } from '../image-file.ts';
import { readByte, readUint32Be } from '../read-bytes.ts';

/** The fields of IHDR (PNG third edition, 11.2.1). */
export interface PngImageHeader {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly colourType: PngColourType;
  readonly isInterlaced: boolean;
}

/** Grey, truecolour, indexed, grey with alpha, truecolour with alpha. */
export type PngColourType = 0 | 2 | 3 | 4 | 6;

const BIT_DEPTHS: Record<PngColourType, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const MAX_SIDE = 0x7fffffff;

/** IHDR's data, or an ImageFileFault if a value isn't one of the specification's. */
export function readPngImageHeader(data: Uint8Array): PngImageHeader {
  if (data.length !== 13) throw new ImageFileFault('The PNG header is broken.');
  const width = readUint32Be(data, 0);
  const height = readUint32Be(data, 4);
  if (width === 0 || height === 0) throw new ImageFileFault('The PNG has no pixels.');
  if (width > MAX_SIDE || height > MAX_SIDE) throw new ImageFileFault('The PNG header is broken.');
  const bitDepth = readByte(data, 8);
  const colourType = readByte(data, 9);
  if (!isColourType(colourType) || !BIT_DEPTHS[colourType].includes(bitDepth)) {
    throw new ImageFileFault('The PNG has an invalid colour type.');
  }
  // compression and filter know only 0, interlace 0 and 1
  if (readByte(data, 10) !== 0 || readByte(data, 11) !== 0 || readByte(data, 12) > 1) {
    throw new ImageFileFault('The PNG header is broken.');
  }
  return { width, height, bitDepth, colourType, isInterlaced: readByte(data, 12) === 1 };
}

function isColourType(value: number): value is PngColourType {
  return value in BIT_DEPTHS;
}
