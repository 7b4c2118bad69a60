import type { Pixels } from '../pixels.ts';
import { SIDE } from '../spread-squares.ts';
import { type Block, emptyBlock, placesOfBlocks, readBlock, transformBlock } from './blocks.ts';

/** The facts of the pixels that the model of quality-model.ts reads, in its order. */
export const FEATURES = [
  'fineError',
  'mediumError',
  'coarseError',
  'halfSizeError',
  'coarseCount',
  'flatShare',
  'edgeShare',
  'twoToneShare',
  'peak',
  'slope',
  'texture',
  'colourDetail',
  'halvedColour',
  'saturation',
  'brightness',
  'pixels',
] as const;

/** A block whose luma differs by less is flat: no encoder has anything to lose in it. */
const FLAT_RANGE = 1.5;
const EDGE_RANGE = 100;
/** Two tones differ by more, and nearly all values are near one of them, as in text. */
const TWO_TONE_RANGE = 30;
const SAME_TONE = 6;
const MOST_OF_BLOCK = 45;
/** Steps of the quantiser of brightness, in values of 0 to 255 at the lowest frequency. */
const [FINE, MEDIUM, COARSE] = [6, 14, 60] as const;
/** A step grows with the frequency, about as the quantisers of the formats do. */
const growthAt = (at: number) => 1 + 0.35 * ((at % SIDE) + Math.floor(at / SIDE));
const GROWTH = Float64Array.from({ length: SIDE * SIDE }, (_, at) => growthAt(at));
/** Wang et al. 2004, C2 = (0.03 * 255)^2, here of 64 values and rounded up. */
const STABILITY = 81 * SIDE * SIDE;
/** Of the colour that halving loses: the variance that counts as half of a total loss. */
const HALF_LOST = 20;

/** The structural error that a quantiser of this step makes, 0 to 2, and its coefficients. */
function quantise(coefficients: Float64Array, step: number): { error: number; count: number } {
  let [both, own, left, count] = [0, 0, 0, 0];
  for (let at = 1; at < coefficients.length; at += 1) {
    const value = coefficients[at] ?? 0;
    const size = step * (GROWTH[at] ?? 1);
    const level = Math.round(value / size);
    own += value * value;
    if (level === 0) continue;
    count += 1;
    both += value * level * size;
    left += (level * size) ** 2;
  }
  return { error: 1 - (2 * both + STABILITY) / (own + left + STABILITY), count };
}

function variance(values: Float64Array): number {
  let [sum, squares] = [0, 0];
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  return Math.max(0, squares / values.length - (sum / values.length) ** 2);
}

function mean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** The kind of a block by its extremes: one tone, a strong edge, and two tones alone. */
function tonesOf(values: Float64Array) {
  let [least, most] = [values[0] ?? 0, values[0] ?? 0];
  for (const value of values) {
    if (value < least) least = value;
    else if (value > most) most = value;
  }
  let near = 0;
  for (const value of values) {
    if (value - least < SAME_TONE || most - value < SAME_TONE) near += 1;
  }
  const range = most - least;
  return {
    isFlat: range < FLAT_RANGE,
    hasEdge: range > EDGE_RANGE,
    isTwoTone: range > TWO_TONE_RANGE && near > MOST_OF_BLOCK,
  };
}

/** The variance that halving a plane in both directions removes. */
function lostByHalving(plane: Float64Array): number {
  let lost = 0;
  for (let y = 0; y < SIDE; y += 2) {
    for (let x = 0; x < SIDE; x += 2) {
      const at = y * SIDE + x;
      const [a, b] = [plane[at] ?? 0, plane[at + 1] ?? 0];
      const [c, d] = [plane[at + SIDE] ?? 0, plane[at + SIDE + 1] ?? 0];
      lost += a * a + b * b + c * c + d * d - (a + b + c + d) ** 2 / 4;
    }
  }
  return lost / plane.length;
}

/** The mean difference that neither a slope nor an edge along an axis explains. */
function textureOf(y: Float64Array): number {
  let sum = 0;
  for (let row = 0; row < SIDE - 1; row += 1) {
    for (let x = 0; x < SIDE - 1; x += 1) {
      const at = row * SIDE + x;
      const above = (y[at] ?? 0) - (y[at + 1] ?? 0);
      sum += Math.abs(above - (y[at + SIDE] ?? 0) + (y[at + SIDE + 1] ?? 0));
    }
  }
  return sum / (SIDE - 1) ** 2;
}

/** Energies of the AC coefficients: of all, their squares, and the lowest and highest bands. */
function energies(coefficients: Float64Array) {
  let [all, squares, low, high] = [0, 0, 0, 0];
  for (let at = 1; at < coefficients.length; at += 1) {
    const energy = (coefficients[at] ?? 0) ** 2;
    const frequency = (at % SIDE) + Math.floor(at / SIDE);
    all += energy;
    squares += energy * energy;
    if (frequency < 3) low += energy;
    else if (frequency >= 9) high += energy;
  }
  return { all, squares, low, high };
}

/** Below this energy of a block the peak says nothing. */
const LEAST_ENERGY = 64;

/** The model knows no larger images. */
const MOST_PIXELS = 1_000_000;

/** Sums over the blocks. */
function emptySums() {
  return {
    blocks: 0,
    halfBlocks: 0,
    fine: 0,
    medium: 0,
    coarse: 0,
    half: 0,
    count: 0,
    flat: 0,
    edges: 0,
    twoTone: 0,
    peak: 0,
    low: 0,
    high: 0,
    colourDetail: 0,
    halvedColour: 0,
    saturation: 0,
    brightness: 0,
  };
}
type Sums = ReturnType<typeof emptySums>;

function addBlock(sums: Sums, { y, cb, cr }: Block, coefficients: Float64Array): void {
  transformBlock(y, coefficients);
  const { all, squares, low, high } = energies(coefficients);
  const coarse = quantise(coefficients, COARSE);
  const { isFlat, hasEdge, isTwoTone } = tonesOf(y);
  const lost = lostByHalving(cb) + lostByHalving(cr);
  sums.blocks += 1;
  sums.fine += quantise(coefficients, FINE).error ** 4;
  sums.medium += quantise(coefficients, MEDIUM).error ** 4;
  sums.coarse += coarse.error;
  sums.count += coarse.count;
  sums.flat += isFlat ? 1 : 0;
  sums.edges += hasEdge ? 1 : 0;
  sums.twoTone += isTwoTone ? 1 : 0;
  sums.peak += all > LEAST_ENERGY ? squares / (all * all) : 0;
  sums.low += low;
  sums.high += high;
  sums.colourDetail += Math.log1p(variance(cb) + variance(cr));
  sums.halvedColour += (lost / (lost + HALF_LOST)) ** 4;
  sums.saturation += Math.hypot(mean(cb), mean(cr));
  sums.brightness += mean(y);
}

/**
 * FEATURES of the pixels of one frame, from about 400 blocks at most: 3 ms whatever the size. The
 * method and the selection are in docs/decisions/0073.
 */
export function measureFeatures(pixels: Pixels): number[] {
  const block = emptyBlock();
  const coefficients = new Float64Array(SIDE * SIDE);
  const sums = emptySums();
  const textures: number[] = [];
  for (const [left, top] of placesOfBlocks(pixels)) {
    readBlock(pixels, left, top, 1, block);
    addBlock(sums, block, coefficients);
    textures.push(textureOf(block.y));
    if (sums.blocks % 2 === 0) continue;
    readBlock(pixels, left, top, 2, block);
    transformBlock(block.y, coefficients);
    sums.half += quantise(coefficients, MEDIUM).error;
    sums.halfBlocks += 1;
  }
  textures.sort((a, b) => a - b);
  const { blocks } = sums;
  const of = {
    fineError: (sums.fine / blocks) ** 0.25,
    mediumError: (sums.medium / blocks) ** 0.25,
    coarseError: sums.coarse / blocks,
    halfSizeError: sums.half / sums.halfBlocks,
    coarseCount: Math.log1p(sums.count / blocks),
    flatShare: sums.flat / blocks,
    edgeShare: sums.edges / blocks,
    twoToneShare: sums.twoTone / blocks,
    peak: sums.peak / blocks,
    slope: Math.log1p(sums.high / blocks) - Math.log1p(sums.low / blocks),
    texture: Math.log1p(textures[Math.floor(blocks * 0.9)] ?? 0),
    colourDetail: sums.colourDetail / blocks,
    halvedColour: (sums.halvedColour / blocks) ** 0.25,
    saturation: Math.log1p(sums.saturation / blocks),
    brightness: sums.brightness / blocks / 255,
    pixels: Math.log(Math.min(MOST_PIXELS, pixels.width * pixels.height)),
  } satisfies Record<(typeof FEATURES)[number], number>;
  return FEATURES.map((name) => of[name]);
}
