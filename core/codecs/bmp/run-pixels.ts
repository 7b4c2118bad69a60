import { type DecodedPixels, ImageFileFault } from '../image-file.ts';
import { readByte } from '../read-bytes.ts';
import type { BmpDepth, BmpHeader, BmpRuns } from './bmp-header.ts';

/** `BI_RLE8` and `BI_RLE4` of the Windows API, and the runs of 24 bits of OS/2. */
export const RUNS_OF_DEPTH: Partial<Record<BmpDepth, BmpRuns>> = {
  8: { windowsCode: 1, os2Code: 1, colourBytes: 1, pixelBits: 8 },
  4: { windowsCode: 2, os2Code: 2, colourBytes: 1, pixelBits: 4 },
  24: { windowsCode: undefined, os2Code: 4, colourBytes: 3, pixelBits: 24 },
};

const ROW_END = 0;
const IMAGE_END = 1;
const MOVE = 2;
const BROKEN = 'The BMP is broken.';

/** The place where the next pixel is painted, and the canvas. */
interface Brush {
  readonly header: BmpHeader;
  readonly data: Uint8Array;
  x: number;
  y: number;
}

/**
 * The pixels of coded runs, upright. Each step reads two bytes or more and paints 255 pixels or
 * fewer, so the work is linear in the file. An ImageFileFault if the runs end before the last row
 * without saying so, or leave the image. As in browsers, pixels beyond the end of a row are
 * dropped, and those that no run paints are black.
 */
export function paintRuns(header: BmpHeader, runs: BmpRuns): DecodedPixels {
  const { width, height, data: coded } = header;
  const data = new Uint8Array(width * height * 3);
  const brush: Brush = { header, data, x: 0, y: 0 };
  for (let at = 0; !isComplete(brush) || at + 1 < coded.length; ) {
    const [count, code] = [readByte(coded, at), readByte(coded, at + 1)];
    at += 2;
    if (count === 0 && code === IMAGE_END) break;
    if (brush.y >= height) {
      // only the end may follow the last row
      if (count === 0 && code === ROW_END) continue;
      break;
    }
    if (count > 0) {
      for (let i = 0; i < count; i += 1) paint(brush, colourOf(header, runs, at - 1, i % 2));
      at += runs.colourBytes - 1;
    } else if (code === ROW_END) {
      brush.x = 0;
      brush.y += 1;
    } else if (code === MOVE) {
      brush.x += readByte(coded, at);
      brush.y += readByte(coded, at + 1);
      at += 2;
      if (brush.x > width || brush.y > height) throw new ImageFileFault(BROKEN);
    } else {
      at = paintPixels(brush, runs, at, code);
    }
  }
  return { data, width, height, channels: 3 };
}

/** Whether nothing is left to paint: the last row ends with its last pixel. */
function isComplete({ header: { width, height }, x, y }: Brush): boolean {
  return y >= height || (y === height - 1 && x >= width);
}

/** Pixels one by one, padded to whole words of 16 bits; the place behind them. */
function paintPixels(brush: Brush, runs: BmpRuns, from: number, count: number): number {
  const { pixelBits } = runs;
  for (let i = 0; i < count; i += 1) {
    const place = from + ((i * pixelBits) >> 3);
    paint(brush, colourOf(brush.header, runs, place, i % 2));
  }
  return from + Math.ceil((count * pixelBits) / 16) * 2;
}

/** The place of a colour in the palette, or in the data for pixels of 24 bits. */
function colourOf(
  { data }: BmpHeader,
  { pixelBits }: BmpRuns,
  place: number,
  isSecond: number,
): number {
  if (pixelBits === 24) return place;
  const byte = readByte(data, place);
  if (pixelBits === 8) return byte;
  return isSecond === 1 ? byte & 0x0f : byte >> 4;
}

function paint(brush: Brush, colour: number): void {
  const { header, data, x, y } = brush;
  const { width, height, isTopDown, palette, colourBytes, bits } = header;
  if (x >= width) return;
  brush.x += 1;
  const to = 3 * ((isTopDown ? y : height - 1 - y) * width + x);
  const [source, from] = bits === 24 ? [header.data, colour] : [palette, colour * colourBytes];
  if (bits <= 8 && from >= palette.length) return; // black, as in browsers
  data[to] = readByte(source, from + 2);
  data[to + 1] = readByte(source, from + 1);
  data[to + 2] = readByte(source, from);
}
