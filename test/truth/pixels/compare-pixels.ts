import { greyOf } from './half-chroma.ts';
import { type Pixels, turnPixels } from './pixels.ts';

/** Differences that 8 bits, resampling and an encoder explain, in levels of 255. */
export interface Bound {
  /** Of the mean over all pixels, each difference without its sign. */
  readonly mean: number;
  /** Of each square of the grid: the difference of its means, which edges and noise don't move. */
  readonly square: number;
  /** The encoder keeps chroma at half of the size: tiny images have their luma compared alone. */
  readonly hasHalfChroma?: boolean;
}

/** The kind of a difference. */
export type Aspect = 'alpha' | 'colour' | 'orientation';

/** A difference above its bound. */
export interface Difference {
  readonly aspect: Aspect;
  /** The figures, to read. */
  readonly detail: string;
}

/** Squares on each side of the grid, at most. */
const GRID = 8;
/** The least side of a square, in pixels, as of a JPEG's block with chroma of half the size. */
export const MIN_SQUARE = 16;

const squaresOf = (side: number) => Math.min(GRID, Math.max(1, Math.floor(side / MIN_SQUARE)));

/** The largest difference of two images of one size, of red, green, blue and alpha. */
interface Distance {
  readonly mean: readonly number[];
  readonly square: readonly number[];
  /** The difference of the means of all pixels, which no turn changes. */
  readonly whole: number;
}

const largest = (values: readonly number[]) => Math.max(...values);

function measure(one: Pixels, other: Pixels): Distance {
  const { width, height } = one;
  const [columns, rows] = [squaresOf(width), squaresOf(height)];
  const sums = new Float64Array(columns * rows * 4);
  const counts = new Uint32Array(columns * rows);
  const mean = new Float64Array(4);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * rows) / height) * columns;
    for (let x = 0; x < width; x += 1) {
      const square = row + Math.floor((x * columns) / width);
      counts[square] = (counts[square] ?? 0) + 1;
      for (let channel = 0; channel < 4; channel += 1) {
        const at = (y * width + x) * 4 + channel;
        const difference = (one.values[at] ?? 0) - (other.values[at] ?? 0);
        sums[square * 4 + channel] = (sums[square * 4 + channel] ?? 0) + difference;
        mean[channel] = (mean[channel] ?? 0) + Math.abs(difference);
      }
    }
  }
  const worst = [0, 0, 0, 0];
  for (const [at, sum] of sums.entries()) {
    const value = Math.abs(sum) / (counts[at >> 2] ?? 1);
    worst[at % 4] = Math.max(worst[at % 4] ?? 0, value);
  }
  const whole = [0, 0, 0, 0];
  for (const [at, sum] of sums.entries()) whole[at % 4] = (whole[at % 4] ?? 0) + sum;
  return {
    mean: Array.from(mean, (sum) => sum / (width * height)),
    square: worst,
    whole: largest(whole.map(Math.abs)) / (width * height),
  };
}

const figures = (mean: readonly number[], square: readonly number[]) =>
  `mean ${largest(mean).toFixed(1)}, square ${largest(square).toFixed(1)}`;

function exceeds({ mean, square }: Distance, from: number, to: number, bound: Bound): boolean {
  const isFar = largest(mean.slice(from, to)) > bound.mean;
  return isFar || largest(square.slice(from, to)) > bound.square;
}

const isNear = (distance: Distance, bound: Bound) => !exceeds(distance, 0, 4, bound);

/** The differences of two images of one size beyond the bound. */
export function comparePixels(one: Pixels, other: Pixels, bound: Bound): readonly Difference[] {
  const isTiny = Math.min(one.width, one.height) < MIN_SQUARE;
  if (!isTiny || !bound.hasHalfChroma) return compareChannels(one, other, bound);
  return compareChannels(greyOf(one), greyOf(other), bound);
}

function isTurned(one: Pixels, other: Pixels, bound: Bound): boolean {
  for (const turned of turnPixels(other)) {
    if (turned.width !== one.width || turned.height !== one.height) continue;
    if (isNear(measure(one, turned), bound)) return true;
  }
  return false;
}

function compareChannels(one: Pixels, other: Pixels, bound: Bound): readonly Difference[] {
  const distance = measure(one, other);
  if (isNear(distance, bound)) return [];
  const { mean, square } = distance;
  const detail = figures(mean, square);
  if (distance.whole <= bound.mean && isTurned(one, other, bound)) {
    return [{ aspect: 'orientation', detail }];
  }
  const found: Difference[] = [];
  if (exceeds(distance, 3, 4, bound)) {
    found.push({ aspect: 'alpha', detail: figures(mean.slice(3), square.slice(3)) });
  }
  // premultiplied colour follows alpha: only the part that alpha doesn't explain is its own
  const isAlpha = found.length > 0;
  const slack = isAlpha ? { mean: mean[3] ?? 0, square: square[3] ?? 0 } : { mean: 0, square: 0 };
  const wide = { mean: bound.mean + slack.mean, square: bound.square + slack.square };
  if (exceeds(distance, 0, 3, wide)) {
    found.push({ aspect: 'colour', detail: figures(mean.slice(0, 3), square.slice(0, 3)) });
  }
  return found;
}
