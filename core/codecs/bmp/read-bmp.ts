import { type DecodedPixels, ImageFileFault, type ImageHeader } from '../image-file.ts';
import { readByte, readSlice, readUint16Le, readUint32Le } from '../read-bytes.ts';

/** The facts of a BMP before any pixel is read. */
export interface BmpHeader {
  readonly width: number;
  readonly height: number;
  readonly bits: 1 | 4 | 8 | 24 | 32;
  /** Rows begin at the top; otherwise at the bottom. */
  readonly isTopDown: boolean;
  /** The bytes from a row to the next, which is a multiple of four. */
  readonly stride: number;
  /** Three or four bytes a colour: blue, green, red. */
  readonly palette: Uint8Array;
  readonly colourBytes: 3 | 4;
  readonly rows: Uint8Array;
  /** The fourth byte of a pixel is its alpha. */
  readonly hasAlpha: boolean;
}

const FILE_HEADER_BYTES = 14;
const CORE_BYTES = 12;
const INFO_BYTES = 40;
/** From version 4 of the header on, the masks are a part of it. */
const WITH_MASKS_BYTES = 56;
const HEADER_SIZES = [CORE_BYTES, INFO_BYTES, 52, WITH_MASKS_BYTES, 108, 124];
const DEPTHS = [1, 4, 8, 24, 32] as const;
const PLAIN = 0;
const BIT_FIELDS = 3;
/** Red, green and blue as this reader takes them: the order of plain pixels. */
const USUAL_MASKS = [0xff0000, 0xff00, 0xff];
const ALPHA_MASK = 0xff000000;
const NOT_SUPPORTED = 'The BMP is compressed or of a rare kind: save it as PNG.';
const BROKEN = 'The BMP is broken.';

function refuse(reason: string): never {
  throw new ImageFileFault(reason);
}

/** Signed, 32 bits: a negative height is a BMP whose first row is at the top. */
const readInt32Le = (bytes: Uint8Array, at: number) => readUint32Le(bytes, at) | 0;

function readMasks(bytes: Uint8Array, headerBytes: number) {
  const compression = headerBytes === CORE_BYTES ? PLAIN : readUint32Le(bytes, 30);
  if (compression === PLAIN) return { hasAlpha: false, maskBytes: 0 };
  const isUsual = USUAL_MASKS.every((mask, at) => readUint32Le(bytes, 54 + 4 * at) === mask);
  const bits = readUint16Le(bytes, 28);
  if (compression !== BIT_FIELDS || bits !== 32 || !isUsual) return refuse(NOT_SUPPORTED);
  const hasAlpha = headerBytes >= WITH_MASKS_BYTES && readUint32Le(bytes, 66) === ALPHA_MASK;
  return { hasAlpha, maskBytes: headerBytes === INFO_BYTES ? 12 : 0 };
}

/**
 * The header of an uncompressed BMP (the types of `BITMAPCOREHEADER` to `BITMAPV5HEADER` in the
 * Windows API), with views on its palette and its rows. An ImageFileFault for other kinds, or where
 * the file is cut. `checkBounds` is called before the rows are looked for.
 */
export function readBmpHeader(
  bytes: Uint8Array,
  checkBounds: (size: Pick<ImageHeader, 'width' | 'height' | 'frames'>) => void = () => undefined,
): BmpHeader {
  const headerBytes = readUint32Le(bytes, FILE_HEADER_BYTES);
  if (!HEADER_SIZES.includes(headerBytes)) refuse(NOT_SUPPORTED);
  const isCore = headerBytes === CORE_BYTES;
  const width = isCore ? readUint16Le(bytes, 18) : readInt32Le(bytes, 18);
  const signed = isCore ? readUint16Le(bytes, 20) : readInt32Le(bytes, 22);
  const height = Math.abs(signed);
  const depth = readUint16Le(bytes, isCore ? 24 : 28);
  const bits = DEPTHS.find((one) => one === depth) ?? refuse(NOT_SUPPORTED);
  if (width <= 0 || height === 0) refuse(BROKEN);
  checkBounds({ width, height, frames: 1 });
  const { hasAlpha, maskBytes } = readMasks(bytes, headerBytes);
  const colourBytes = isCore ? 3 : 4;
  const stated = isCore || bits > 8 ? 0 : readUint32Le(bytes, 46);
  const colours = bits > 8 ? 0 : Math.min(2 ** bits, stated || 2 ** bits);
  const tableAt = FILE_HEADER_BYTES + headerBytes + maskBytes;
  const palette = readSlice(bytes, tableAt, tableAt + colours * colourBytes);
  const stride = Math.ceil((width * bits) / 32) * 4;
  const start = readUint32Le(bytes, 10);
  if (start < tableAt + palette.length) refuse(BROKEN);
  const rows = readSlice(bytes, start, start + stride * height);
  return {
    width,
    height,
    bits,
    isTopDown: signed < 0,
    stride,
    palette,
    colourBytes,
    rows,
    hasAlpha,
  };
}

/** The colour's place in the palette, or the pixel's place in the row. */
function placeOf({ bits, rows, colourBytes }: BmpHeader, row: number, x: number): number {
  if (bits >= 24) return row + (x * bits) / 8;
  const first = x * bits;
  const shift = 8 - bits - (first & 7);
  return ((readByte(rows, row + (first >> 3)) >> shift) & (2 ** bits - 1)) * colourBytes;
}

/**
 * The pixels of a BMP, upright. An alpha that is zero everywhere is left out, since its writer
 * meant none. A colour beyond the palette is an ImageFileFault.
 */
export function readBmpPixels(header: BmpHeader): DecodedPixels {
  const { width, height, bits, isTopDown, stride, palette, rows, hasAlpha } = header;
  const channels = hasAlpha ? 4 : 3;
  const data = new Uint8Array(width * height * channels);
  const colours = bits > 8 ? rows : palette;
  let to = 0;
  for (let y = 0; y < height; y += 1) {
    const row = (isTopDown ? y : height - 1 - y) * stride;
    for (let x = 0; x < width; x += 1, to += channels) {
      const from = placeOf(header, row, x);
      data[to] = readByte(colours, from + 2);
      data[to + 1] = readByte(colours, from + 1);
      data[to + 2] = readByte(colours, from);
      if (hasAlpha) data[to + 3] = readByte(colours, from + 3);
    }
  }
  const isEmpty = hasAlpha && !data.some((value, at) => at % 4 === 3 && value > 0);
  return isEmpty
    ? readBmpPixels({ ...header, hasAlpha: false })
    : { data, width, height, channels };
}
