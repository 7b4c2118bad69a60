import { type DecodedPixels, ImageFileFault, type ImageHeader } from '../image-file.ts';
import { readSlice, readUint16Le, readUint32Le } from '../read-bytes.ts';
import { BMP_DEPTHS, type BmpDepth, type BmpHeader } from './bmp-header.ts';
import { readMasks } from './bmp-masks.ts';
import { readPlainPixels } from './plain-pixels.ts';
import { paintRuns, RUNS_OF_DEPTH } from './run-pixels.ts';

const FILE_HEADER_BYTES = 14;
const CORE_BYTES = 12;
const INFO_BYTES = 40;
/** Between a short header of OS/2 2 and its whole one, each multiple of four occurs. */
const SHORT_OS2_BYTES = 16;
const OS2_BYTES = 64;
const LATER_SIZES = [108, 124];
/** Of Windows: the headers of `BITMAPINFOHEADER` with two and three kinds of masks. */
const MASKED_SIZES = [52, 56];
const PLAIN = 0;
const BIT_FIELDS = [3, 6];
const NOT_SUPPORTED = 'The BMP is compressed or of a rare kind: save it as PNG.';
const BROKEN = 'The BMP is broken.';

function refuse(reason: string): never {
  throw new ImageFileFault(reason);
}

/** The numbers of a header whose size says which of them it has. */
function readNumbers(bytes: Uint8Array) {
  const headerBytes = readUint32Le(bytes, FILE_HEADER_BYTES);
  const isCore = headerBytes === CORE_BYTES;
  const isSized = headerBytes >= SHORT_OS2_BYTES && headerBytes <= OS2_BYTES;
  if (!isCore && !(isSized && headerBytes % 4 === 0) && !LATER_SIZES.includes(headerBytes)) {
    refuse(NOT_SUPPORTED);
  }
  const end = FILE_HEADER_BYTES + headerBytes;
  const number = (at: number) => (at + 4 <= end ? readUint32Le(bytes, at) : 0);
  const isWindows =
    headerBytes === INFO_BYTES || MASKED_SIZES.includes(headerBytes) || headerBytes > OS2_BYTES;
  return {
    isWindows,
    colourBytes: isCore ? 3 : 4,
    end,
    width: isCore ? readUint16Le(bytes, 18) : number(18) | 0,
    // negative for a BMP whose first row is at the top
    height: isCore ? readUint16Le(bytes, 20) : number(22) | 0,
    depth: readUint16Le(bytes, isCore ? 24 : 28),
    compression: isCore ? PLAIN : number(30),
    colours: isCore ? 0 : number(46),
  } as const;
}

type BmpNumbers = ReturnType<typeof readNumbers>;

function readCompression({ compression, isWindows }: BmpNumbers, bits: BmpDepth) {
  const isMasked = isWindows && BIT_FIELDS.includes(compression);
  if (isMasked && bits !== 16 && bits !== 32) refuse(NOT_SUPPORTED);
  const runs = isMasked || compression === PLAIN ? undefined : RUNS_OF_DEPTH[bits];
  if (!isMasked && compression !== PLAIN) {
    const code = isWindows ? runs?.windowsCode : runs?.os2Code;
    if (code !== compression) refuse(NOT_SUPPORTED);
  }
  return { isMasked, runs };
}

/**
 * The header of a BMP of Windows or OS/2 (`BITMAPCOREHEADER` to `BITMAPV5HEADER` in the Windows
 * API), with views on its palette and its data. An ImageFileFault for other kinds, or where rows
 * are cut. `checkBounds` is called before the rows are looked for.
 */
export function readBmpHeader(
  bytes: Uint8Array,
  checkBounds: (size: Pick<ImageHeader, 'width' | 'height' | 'frames'>) => void = () => undefined,
): BmpHeader {
  const numbers = readNumbers(bytes);
  const { width, colourBytes } = numbers;
  const height = Math.abs(numbers.height);
  const bits = BMP_DEPTHS.find((one) => one === numbers.depth) ?? refuse(NOT_SUPPORTED);
  if (width <= 0 || height === 0) refuse(BROKEN);
  checkBounds({ width, height, frames: 1 });
  const { isMasked, runs } = readCompression(numbers, bits);
  const { masks, maskBytes } = readMasks(bytes, { ...numbers, bits, isMasked });
  const tableAt = numbers.end + maskBytes;
  const stated = readUint32Le(bytes, 10);
  if (stated > 0 && stated < tableAt) refuse(BROKEN);
  const palette = readPalette(bytes, numbers, bits, { tableAt, stated });
  const start = stated || tableAt + palette.length;
  const stride = Math.ceil((width * bits) / 32) * 4;
  // the padding of the last row may be missing
  const rowBytes = stride * (height - 1) + Math.ceil((width * bits) / 8);
  const data = runs
    ? readSlice(bytes, start, bytes.length)
    : readSlice(bytes, start, start + rowBytes);
  const isTopDown = numbers.height < 0;
  return { width, height, bits, isTopDown, stride, palette, colourBytes, data, runs, masks };
}

/**
 * The colours that pixels can name. If the header doesn't count them, those between it and the
 * data; otherwise they may overlap the data, as in browsers.
 */
function readPalette(
  bytes: Uint8Array,
  { colours, colourBytes }: BmpNumbers,
  bits: BmpDepth,
  { tableAt, stated }: { readonly tableAt: number; readonly stated: number },
): Uint8Array {
  if (bits > 8) return new Uint8Array(0);
  const count = Math.min(2 ** bits, colours || 2 ** bits);
  const end = colours > 0 ? bytes.length : stated || bytes.length;
  const fitting = Math.floor(Math.max(0, end - tableAt) / colourBytes);
  return readSlice(bytes, tableAt, tableAt + Math.min(count, fitting) * colourBytes);
}

/** The pixels of a BMP, upright. A colour beyond the palette is black, as in browsers. */
export function readBmpPixels(header: BmpHeader): DecodedPixels {
  return header.runs ? paintRuns(header, header.runs) : readPlainPixels(header);
}
