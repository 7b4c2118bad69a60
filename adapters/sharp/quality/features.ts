import { chooseChroma, measureChromaLoss } from '../choose-chroma.ts';
import type { Pixels } from '../pixels.ts';
import { SIDE } from '../spread-squares.ts';
import { type Block, emptyBlock, placesOfBlocks, readBlock, transformBlock } from './blocks.ts';

/** The facts of the pixels that the model of quality-model.ts reads, in its order. */
export const FEATURES = [
  'fineError',
  'mediumError',
  'coarseError',
  'litError',
  'halfSizeFineError',
  'halfSizeError',
  'quarterSizeDetail',
  'quarterSizeColour',
  'flatShare',
  'edgeShare',
  'twoToneShare',
  'detail',
  'slope',
  'colourDetail',
  'halvedColour',
  'fullColour',
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
const [FINE, MEDIUM, ROUGH, COARSE] = [6, 14, 30, 60] as const;
/** The step of the quantiser of colour, at a quarter of the size. */
const OF_COLOUR = 10;
/** A step grows with the frequency, about as the quantisers of the formats do. */
const growthAt = (at: number) => 1 + 0.35 * ((at % SIDE) + Math.floor(at / SIDE));
const GROWTH = Float64Array.from({ length: SIDE * SIDE }, (_, at) => growthAt(at));
/** Wang et al. 2004, C2 = (0.03 * 255)^2, here of 64 values and rounded up. */
const STABILITY = 81 * SIDE * SIDE;
/** Colour is compared more strictly: a smaller constant, chosen by hand. */
const STABILITY_OF_COLOUR = 81 * 16;
/**
 * SSIMULACRA2 sees finer steps in the dark than sRGB has: the constant rises with the brightness,
 * and is the usual one at this mean. Chosen by hand.
 */
const BRIGHT = 150;
const LEAST_LIGHT = 0.02;
const LIGHT_POWER = 0.8;
/** Of the colour that halving loses: the variance that counts as half of a total loss. */
const HALF_LOST = 20;

/** The structural error that a quantiser of this step makes, 0 to 2. */
function errorOf(coefficients: Float64Array, step: number, stability = STABILITY): number {
  let [both, own, left] = [0, 0, 0];
  for (let at = 1; at < coefficients.length; at += 1) {
    const value = coefficients[at] ?? 0;
    const size = step * (GROWTH[at] ?? 1);
    own += value * value;
    if (2 * Math.abs(value) < size) continue;
    const kept = Math.round(value / size) * size;
    both += value * kept;
    left += kept * kept;
  }
  return 1 - (2 * both + stability) / (own + left + stability);
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

/** Energies of the AC coefficients: of all, and of the lowest, a higher and the highest band. */
function energies(coefficients: Float64Array) {
  let [all, low, upper, high] = [0, 0, 0, 0];
  for (let at = 1; at < coefficients.length; at += 1) {
    const energy = (coefficients[at] ?? 0) ** 2;
    const frequency = (at % SIDE) + (at >> 3);
    all += energy;
    if (frequency < 3) low += energy;
    else if (frequency >= 9) high += energy;
    else if (frequency >= 6) upper += energy;
  }
  return { all, low, upper, high };
}

/** The model knows no larger images. */
const MOST_PIXELS = 1_000_000;

/** Sums over the blocks. */
function emptySums() {
  return {
    blocks: 0,
    fine: 0,
    medium: 0,
    coarse: 0,
    lit: 0,
    flat: 0,
    edges: 0,
    twoTone: 0,
    low: 0,
    upper: 0,
    high: 0,
    colourDetail: 0,
    halvedColour: 0,
    saturation: 0,
    brightness: 0,
    halfBlocks: 0,
    halfFine: 0,
    half: 0,
    quarterBlocks: 0,
    quarterDetail: 0,
    quarterColour: 0,
  };
}
type Sums = ReturnType<typeof emptySums>;

function addBlock(sums: Sums, { y, cb, cr }: Block, coefficients: Float64Array): void {
  transformBlock(y, coefficients);
  const { low, upper, high } = energies(coefficients);
  const { isFlat, hasEdge, isTwoTone } = tonesOf(y);
  const lost = lostByHalving(cb) + lostByHalving(cr);
  const brightness = mean(y);
  const light = Math.max(LEAST_LIGHT, brightness / BRIGHT) ** LIGHT_POWER;
  sums.blocks += 1;
  sums.fine += errorOf(coefficients, FINE) ** 4;
  sums.medium += errorOf(coefficients, MEDIUM) ** 4;
  sums.coarse += errorOf(coefficients, COARSE);
  sums.lit += errorOf(coefficients, ROUGH, STABILITY * light) ** 4;
  sums.flat += isFlat ? 1 : 0;
  sums.edges += hasEdge ? 1 : 0;
  sums.twoTone += isTwoTone ? 1 : 0;
  sums.low += low;
  sums.upper += upper;
  sums.high += high;
  sums.colourDetail += Math.log1p(variance(cb) + variance(cr));
  sums.halvedColour += (lost / (lost + HALF_LOST)) ** 4;
  sums.saturation += Math.hypot(mean(cb), mean(cr));
  sums.brightness += brightness;
}

function addHalfSize(sums: Sums, { y }: Block, coefficients: Float64Array): void {
  transformBlock(y, coefficients);
  sums.halfBlocks += 1;
  sums.halfFine += errorOf(coefficients, FINE);
  sums.half += errorOf(coefficients, MEDIUM);
}

function addQuarterSize(sums: Sums, { y, cb, cr }: Block, coefficients: Float64Array): void {
  transformBlock(y, coefficients);
  sums.quarterBlocks += 1;
  sums.quarterDetail += Math.log1p(energies(coefficients).all / coefficients.length);
  for (const plane of [cb, cr]) {
    transformBlock(plane, coefficients);
    sums.quarterColour += errorOf(coefficients, OF_COLOUR, STABILITY_OF_COLOUR) / 2;
  }
}

/**
 * FEATURES of the pixels of one frame, from about 400 blocks at most: 3 ms whatever the size. The
 * method and the selection are in docs/decisions/0073.
 */
export function measureFeatures(pixels: Pixels, chromaLoss = measureChromaLoss(pixels)): number[] {
  const block = emptyBlock();
  const coefficients = new Float64Array(SIDE * SIDE);
  const sums = emptySums();
  for (const [at, [left, top]] of placesOfBlocks(pixels).entries()) {
    readBlock(pixels, left, top, 1, block);
    addBlock(sums, block, coefficients);
    if (at % 2 !== 0) continue;
    readBlock(pixels, left, top, 2, block);
    addHalfSize(sums, block, coefficients);
    if (at % 4 !== 0) continue;
    readBlock(pixels, left, top, 4, block);
    addQuarterSize(sums, block, coefficients);
  }
  const { blocks, halfBlocks, quarterBlocks } = sums;
  const of = {
    fineError: (sums.fine / blocks) ** 0.25,
    mediumError: (sums.medium / blocks) ** 0.25,
    coarseError: sums.coarse / blocks,
    litError: (sums.lit / blocks) ** 0.25,
    halfSizeFineError: sums.halfFine / halfBlocks,
    halfSizeError: sums.half / halfBlocks,
    quarterSizeDetail: sums.quarterDetail / quarterBlocks,
    quarterSizeColour: sums.quarterColour / quarterBlocks,
    flatShare: sums.flat / blocks,
    edgeShare: sums.edges / blocks,
    twoToneShare: sums.twoTone / blocks,
    detail: Math.log1p(sums.upper / blocks),
    slope: Math.log1p(sums.high / blocks) - Math.log1p(sums.low / blocks),
    colourDetail: sums.colourDetail / blocks,
    halvedColour: (sums.halvedColour / blocks) ** 0.25,
    fullColour: chooseChroma('jpg', chromaLoss) === '4:4:4' ? 1 : 0,
    saturation: Math.log1p(sums.saturation / blocks),
    brightness: sums.brightness / blocks / 255,
    pixels: Math.log(Math.min(MOST_PIXELS, pixels.width * pixels.height)),
  } satisfies Record<(typeof FEATURES)[number], number>;
  return FEATURES.map((name) => of[name]);
}
