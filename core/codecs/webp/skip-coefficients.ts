import type { BoolReader } from './bool-reader.ts';
import { COEFFICIENT, COEFFICIENT_NODES, COEFFICIENT_TREE } from './coefficient-tree.ts';

/** The types of blocks (RFC 6386, 13.3); some luma has its means in their own block. */
export const BLOCK_TYPE = { lumaBehindMeans: 0, means: 1, chroma: 2, luma: 3 } as const;

const COEFFICIENTS = 16;
const BAND = 3 * COEFFICIENT_NODES;
const TYPE = 8 * BAND;
/** The place of a coefficient's probabilities in those of its type. */
const BANDS = Int32Array.of(0, 1, 2, 3, 6, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7).map(
  (band) => band * BAND,
);

/**
 * Follows a block's coefficients from the first one, 0 or 1; the result is 1 if any is coded, else
 * 0. The context is the number of coded blocks beside. It has locals and one loop, since it is most
 * of a WebP's work in JavaScript.
 */
export function skipCoefficients(
  reader: BoolReader,
  probabilities: Uint8Array,
  type: number,
  context: number,
  first: number,
): number {
  const { data } = reader;
  let { at, value, range, bits, reads } = reader;
  const tree = COEFFICIENT_TREE;
  let index = first;
  let place = type * TYPE + (BANDS[index] ?? 0) + context * COEFFICIENT_NODES;
  let node = 0;
  for (;;) {
    reads += 1;
    if (bits < 0) {
      value = (value << 8) | (data[at] ?? 0);
      at += 1;
      bits += 8;
    }
    let width = ((range * (probabilities[place + node] ?? 0)) >> 8) + 1;
    if (value < width << bits) {
      node = tree[2 * node] ?? 0;
    } else {
      value -= width << bits;
      width = range + 1 - width;
      node = tree[2 * node + 1] ?? 0;
    }
    const shift = Math.clz32(width) - 24;
    range = (width << shift) - 1;
    bits -= shift;
    if (node > 0) continue;
    if (node === COEFFICIENT.end) break;
    index += 1;
    if (index === COEFFICIENTS) break;
    place = type * TYPE + (BANDS[index] ?? 0) + (-1 - node) * COEFFICIENT_NODES;
    node = node === COEFFICIENT.zero ? 1 : 0; // no end comes directly behind a zero
  }
  reader.at = at;
  reader.value = value;
  reader.range = range;
  reader.bits = bits;
  reader.reads = reads;
  return index > first ? 1 : 0;
}
