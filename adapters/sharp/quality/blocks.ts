import type { Pixels } from '../pixels.ts';
import { SIDE, spreadSquares } from '../spread-squares.ts';

const AREA = SIDE * SIDE;

/** A block of 8 x 8 values in ITU-R BT.601's Y, Cb and Cr, row by row. */
export interface Block {
  readonly y: Float64Array;
  readonly cb: Float64Array;
  readonly cr: Float64Array;
}

export function emptyBlock(): Block {
  const values = () => new Float64Array(AREA);
  return { y: values(), cb: values(), cr: values() };
}

/** The left upper corners of the blocks, in pixels; blocks that are cut by an edge are left out. */
export function placesOfBlocks({ width, height }: Pixels): [left: number, top: number][] {
  const columns = Math.max(1, Math.floor(width / SIDE));
  const rows = Math.max(1, Math.floor(height / SIDE));
  return spreadSquares(columns, rows);
}

/**
 * Reads a block of which each value is the mean of `scale` x `scale` pixels. Pixels beyond an edge
 * are those of the edge, and clear ones are white.
 */
export function readBlock(
  { data, width, height, channels }: Pixels,
  left: number,
  top: number,
  scale: 1 | 2,
  { y, cb, cr }: Block,
): void {
  const [green, blue] = channels < 3 ? [0, 0] : [1, 2];
  const alphaAt = channels % 2 === 0 ? channels - 1 : undefined;
  const count = scale * scale;
  for (let at = 0; at < AREA; at += 1) {
    const x = left + (at % SIDE) * scale;
    const row = top + Math.floor(at / SIDE) * scale;
    let [r, g, b] = [0, 0, 0];
    for (let part = 0; part < count; part += 1) {
      const px = Math.min(width - 1, x + (part % scale));
      const py = Math.min(height - 1, row + Math.floor(part / scale));
      const from = (py * width + px) * channels;
      const alpha = alphaAt === undefined ? 1 : (data[from + alphaAt] ?? 0) / 255;
      const white = 255 * (1 - alpha);
      r += (data[from] ?? 0) * alpha + white;
      g += (data[from + green] ?? 0) * alpha + white;
      b += (data[from + blue] ?? 0) * alpha + white;
    }
    const luma = (0.299 * r + 0.587 * g + 0.114 * b) / count;
    y[at] = luma;
    cb[at] = 0.564 * (b / count - luma);
    cr[at] = 0.713 * (r / count - luma);
  }
}

const COSINES = Float64Array.from({ length: AREA }, (_, at) => {
  const [frequency, x] = [Math.floor(at / SIDE), at % SIDE];
  const norm = frequency === 0 ? Math.SQRT1_2 / 2 : 0.5;
  return norm * Math.cos(((2 * x + 1) * frequency * Math.PI) / (2 * SIDE));
});
const HALFWAY = new Float64Array(AREA);

/** The coefficients of the orthonormal DCT-II, by vertical and then horizontal frequency. */
export function transformBlock(values: Float64Array, into: Float64Array): void {
  for (let row = 0; row < SIDE; row += 1) {
    for (let u = 0; u < SIDE; u += 1) {
      let sum = 0;
      for (let x = 0; x < SIDE; x += 1) {
        sum += (COSINES[u * SIDE + x] ?? 0) * (values[row * SIDE + x] ?? 0);
      }
      HALFWAY[row * SIDE + u] = sum;
    }
  }
  for (let u = 0; u < SIDE; u += 1) {
    for (let v = 0; v < SIDE; v += 1) {
      let sum = 0;
      for (let row = 0; row < SIDE; row += 1) {
        sum += (COSINES[v * SIDE + row] ?? 0) * (HALFWAY[row * SIDE + u] ?? 0);
      }
      into[v * SIDE + u] = sum;
    }
  }
}
