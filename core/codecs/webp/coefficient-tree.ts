/**
 * The tree of a coefficient in VP8 (RFC 6386, 13.2 and 13.3). The bits of a category and the sign
 * are nodes of it, too. Each node is a bit to read.
 */

const TREE_NODES = 11;
const EVEN = 128;
/** The probabilities of the bits that follow a category of large values, without the sign. */
const CATEGORIES: readonly (readonly number[])[] = [
  [159],
  [165, 145],
  [173, 148, 140],
  [176, 155, 140, 135],
  [180, 157, 141, 134, 130],
  [254, 254, 243, 230, 196, 177, 153, 140, 133, 130, 129],
];
const SIGN_OF_ONE = TREE_NODES;
const SIGN_OF_MORE = TREE_NODES + 1;
const FIRST_BIT = TREE_NODES + 2;

/** A result in place of a node: no further coefficient, or 0, 1, or more in either sign. */
export const COEFFICIENT = { end: 0, zero: -1, one: -2, more: -3 } as const;

const NEXT: number[] = [];
const FIXED: number[] = [EVEN, EVEN];
const STARTS = CATEGORIES.map((bits) => {
  const start = TREE_NODES + FIXED.length;
  FIXED.push(...bits);
  return start;
});

function link(node: number, ifZero: number, ifOne: number): void {
  NEXT[2 * node] = ifZero;
  NEXT[2 * node + 1] = ifOne;
}

const startOf = (category: number): number => STARTS[category] ?? FIRST_BIT;
link(0, COEFFICIENT.end, 1);
link(1, COEFFICIENT.zero, 2);
link(2, SIGN_OF_ONE, 3);
link(3, 4, 6);
link(4, SIGN_OF_MORE, 5);
link(5, SIGN_OF_MORE, SIGN_OF_MORE);
link(6, 7, 8);
link(7, startOf(0), startOf(1));
link(8, 9, 10);
link(9, startOf(2), startOf(3));
link(10, startOf(4), startOf(5));
link(SIGN_OF_ONE, COEFFICIENT.one, COEFFICIENT.one);
link(SIGN_OF_MORE, COEFFICIENT.more, COEFFICIENT.more);
for (const [category, bits] of CATEGORIES.entries()) {
  for (const [i] of bits.entries()) {
    const node = startOf(category) + i;
    const next = i + 1 < bits.length ? node + 1 : SIGN_OF_MORE;
    link(node, next, next);
  }
}

/** By node and bit: the next node, or a result. */
export const COEFFICIENT_TREE = Int8Array.from(NEXT);
/** The number of nodes, each with a probability. */
export const COEFFICIENT_NODES = TREE_NODES + FIXED.length;

/** The probabilities of a frame, 11 a context, with those that are the same in each. */
export function withFixedNodes(probabilities: Uint8Array): Uint8Array {
  const contexts = probabilities.length / TREE_NODES;
  const all = new Uint8Array(contexts * COEFFICIENT_NODES);
  for (let context = 0; context < contexts; context += 1) {
    const own = probabilities.subarray(context * TREE_NODES, (context + 1) * TREE_NODES);
    all.set(own, context * COEFFICIENT_NODES);
    all.set(FIXED, context * COEFFICIENT_NODES + TREE_NODES);
  }
  return all;
}
