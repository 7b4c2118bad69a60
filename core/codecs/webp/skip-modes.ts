import type { BoolReader } from './bool-reader.ts';
import { BLOCK_MODES } from './lossy-probabilities.ts';
import type { LossyHeader } from './read-lossy-header.ts';

/** How a macroblock's coefficients are coded. */
export interface MacroblockKind {
  /** One mode for all of its luma, whose means are their own block. */
  readonly hasMeans: boolean;
  readonly isEmpty: boolean;
}

const SIDE = 4;
const MODES = 10;
const [DC, TRUE_MOTION, VERTICAL, HORIZONTAL] = [0, 1, 2, 3];
/** By node and bit: the next node, or the mode of a block, not positive (RFC 6386, 11.2). */
const MODE_TREE = Int8Array.of(0, 1, -1, 2, -2, 3, 4, 6, -3, 5, -4, -5, -6, 7, -7, 8, -8, -9);

/**
 * Follows the modes of a macroblock (RFC 6386, 19.3). `above` has the modes of the blocks above at
 * `at`, `left` those to the left; both have the macroblock's own afterwards.
 */
export function skipModes(
  bits: BoolReader,
  { segments, mayBeEmpty }: LossyHeader,
  above: Uint8Array,
  left: Uint8Array,
  at: number,
): MacroblockKind {
  if (segments) bits.read(bits.read(segments[0]) === 0 ? segments[1] : segments[2]);
  const isEmpty = mayBeEmpty !== undefined && bits.read(mayBeEmpty) === 1;
  const hasMeans = bits.read(145) === 1;
  if (hasMeans) {
    const mode = readWholeMode(bits);
    above.fill(mode, at, at + SIDE);
    left.fill(mode);
  } else {
    for (let y = 0; y < SIDE; y += 1) skipRow(bits, above, left, at, y);
  }
  if (bits.read(142) === 1 && bits.read(114) === 1) bits.read(183); // of chroma
  return { hasMeans, isEmpty };
}

function readWholeMode(bits: BoolReader): number {
  if (bits.read(156) === 0) return bits.read(163) === 0 ? DC : VERTICAL;
  return bits.read(128) === 0 ? HORIZONTAL : TRUE_MOTION;
}

function skipRow(
  bits: BoolReader,
  above: Uint8Array,
  left: Uint8Array,
  at: number,
  y: number,
): void {
  let mode = left[y] ?? 0;
  for (let x = at; x < at + SIDE; x += 1) {
    const place = ((above[x] ?? 0) * MODES + mode) * (MODES - 1);
    let node = 0;
    do node = MODE_TREE[2 * node + bits.read(BLOCK_MODES[place + node] ?? 0)] ?? 0;
    while (node > 0);
    mode = -node;
    above[x] = mode;
  }
  left[y] = mode;
}
