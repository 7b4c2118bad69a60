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

/** The bytes that the filtered rows of a PNG take before compression, one filter byte a row among them. */
export function countPngBytes(header: PngImageHeader): number {
  const { width, height, isInterlaced } = header;
  if (!isInterlaced) return countRows(header, width, height);
  return ADAM7.reduce((sum, [x, y, right, down]) => {
    const columns = Math.max(0, Math.ceil((width - x) / right));
    const rows = Math.max(0, Math.ceil((height - y) / down));
    return sum + countRows(header, columns, rows);
  }, 0);
}

function countRows(
  { bitDepth, colourType }: PngImageHeader,
  width: number,
  height: number,
): number {
  if (width === 0) return 0; // a pass without pixels has no filter bytes either
  return height * (1 + Math.ceil((width * bitDepth * CHANNELS[colourType]) / 8));
}
