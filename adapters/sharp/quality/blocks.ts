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
  scale: 1 | 2 | 4,
  { y, cb, cr }: Block,
): void {
  const [green, blue] = channels < 3 ? [0, 0] : [1, 2];
  const alphaAt = channels % 2 === 0 ? channels - 1 : 0;
  const count = scale * scale;
  for (let at = 0; at < AREA; at += 1) {
    const x = left + (at % SIDE) * scale;
    const row = top + (at >> 3) * scale;
    const [right, bottom] = [x + scale, row + scale];
    let [r, g, b] = [0, 0, 0];
    for (let py = row; py < bottom; py += 1) {
      const start = Math.min(height - 1, py) * width;
      for (let px = x; px < right; px += 1) {
        const from = (start + Math.min(width - 1, px)) * channels;
        r += data[from] ?? 0;
        g += data[from + green] ?? 0;
        b += data[from + blue] ?? 0;
        if (alphaAt === 0) continue;
        const clear = 1 - (data[from + alphaAt] ?? 0) / 255;
        r += clear * (255 - (data[from] ?? 0));
        g += clear * (255 - (data[from + green] ?? 0));
        b += clear * (255 - (data[from + blue] ?? 0));
      }
    }
    const luma = (0.299 * r + 0.587 * g + 0.114 * b) / count;
    y[at] = luma;
    cb[at] = 0.564 * (b / count - luma);
    cr[at] = 0.713 * (r / count - luma);
  }
}

const HALF = SIDE / 2;
/** Of the first half of the positions: those of the second are the same, with a sign. */
const COSINES = Float64Array.from({ length: SIDE * HALF }, (_, at) => {
  const [frequency, x] = [Math.floor(at / HALF), at % HALF];
  const norm = frequency === 0 ? Math.SQRT1_2 / 2 : 0.5;
  return norm * Math.cos(((2 * x + 1) * frequency * Math.PI) / (2 * SIDE));
});
const HALFWAY = new Float64Array(AREA);

/** The DCT-II of eight values at this distance from each other. */
function transformLine(from: Float64Array, into: Float64Array, start: number, step: number): void {
  const at = (index: number) => from[start + index * step] ?? 0;
  const [a, b, c, d, e, f, g, h] = [at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7)];
  for (let u = 0; u < SIDE; u += 1) {
    const sign = u % 2 === 0 ? 1 : -1;
    const first = u * HALF;
    into[start + u * step] =
      (COSINES[first] ?? 0) * (a + sign * h) +
      (COSINES[first + 1] ?? 0) * (b + sign * g) +
      (COSINES[first + 2] ?? 0) * (c + sign * f) +
      (COSINES[first + 3] ?? 0) * (d + sign * e);
  }
}

/** The coefficients of the orthonormal DCT-II, by vertical and then horizontal frequency. */
export function transformBlock(values: Float64Array, into: Float64Array): void {
  for (let row = 0; row < SIDE; row += 1) transformLine(values, HALFWAY, row * SIDE, 1);
  for (let column = 0; column < SIDE; column += 1) transformLine(HALFWAY, into, column, SIDE);
}
