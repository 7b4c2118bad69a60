import type { PngColourType, PngImageHeader } from './read-png-image-header.ts';

const CHANNELS: Record<PngColourType, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
// first column and row, and the steps between them, of the seven passes (PNG third edition, 8.1)
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** A pass over the image: its numbers of rows and of pixels a row. */
export interface PngPass {
  readonly columns: number;
  readonly rows: number;
}

/** The Adam7 passes of a PNG, without empty ones, which have no filter bytes either. */
export function listPngPasses({ width, height, isInterlaced }: PngImageHeader): PngPass[] {
  if (!isInterlaced) return [{ columns: width, rows: height }];
  return ADAM7.map(([x, y, right, down]) => ({
    columns: Math.max(0, Math.ceil((width - x) / right)),
    rows: Math.max(0, Math.ceil((height - y) / down)),
  })).filter(({ columns, rows }) => columns > 0 && rows > 0);
}

/** The bytes of a row's pixels, without its filter byte. */
export function countRowBytes({ bitDepth, colourType }: PngImageHeader, columns: number): number {
  return Math.ceil((columns * bitDepth * CHANNELS[colourType]) / 8);
}

/** The bytes of a PNG's filtered rows before compression, including one filter byte a row. */
export function countPngBytes(header: PngImageHeader): number {
  return listPngPasses(header).reduce(
    (sum, { columns, rows }) => sum + rows * (1 + countRowBytes(header, columns)),
    0,
  );
}
