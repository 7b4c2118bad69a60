import type { BoolReader } from './bool-reader.ts';
import { withFixedNodes } from './coefficient-tree.ts';
import { COEFFICIENT_UPDATES, COEFFICIENTS } from './lossy-probabilities.ts';

/** The start of a VP8 frame header (RFC 6386, 9.2 to 9.5). */
export interface LossyStart {
  /** Of the three nodes of a macroblock's segment; undefined where none is coded. */
  readonly segments: readonly [number, number, number] | undefined;
  /** The number of partitions behind the first: 1, 2, 4 or 8. */
  readonly partitions: number;
}

/** The parts of a VP8 frame header that say how its blocks are coded (RFC 6386, 9.2 to 9.11). */
export interface LossyHeader extends LossyStart {
  /** That a macroblock has coefficients; undefined where no bit says so. */
  readonly mayBeEmpty: number | undefined;
  /** By type, band, context and node, as `withFixedNodes` orders them. */
  readonly coefficients: Uint8Array;
}

const SEGMENTS = 4;
const FILTER_DELTAS = 8;
const QUANTIZER_DELTAS = 5;
const CERTAIN = 255;

/** Reads from the start of the first partition to the number of the others. */
export function readLossyStart(bits: BoolReader): LossyStart {
  bits.readNumber(2); // colour space, clamping
  const segments = bits.readNumber(1) === 1 ? readSegmentation(bits) : undefined;
  bits.readNumber(1 + 6 + 3); // the loop filter's type, level and sharpness
  if (bits.readNumber(1) === 1 && bits.readNumber(1) === 1) {
    for (let i = 0; i < FILTER_DELTAS; i += 1) bits.readOptional(6 + 1);
  }
  return { segments, partitions: 2 ** bits.readNumber(2) };
}

/** The header, from the start of the first partition to the modes. */
export function readLossyHeader(bits: BoolReader): LossyHeader {
  const start = readLossyStart(bits);
  bits.readNumber(7); // the quantizer
  for (let i = 0; i < QUANTIZER_DELTAS; i += 1) bits.readOptional(4 + 1);
  bits.readNumber(1); // for later frames
  const coefficients = COEFFICIENTS.map((usual, at) =>
    bits.read(COEFFICIENT_UPDATES[at] ?? 0) === 1 ? bits.readNumber(8) : usual,
  );
  const mayBeEmpty = bits.readOptional(8);
  return { ...start, mayBeEmpty, coefficients: withFixedNodes(coefficients) };
}

function readSegmentation(bits: BoolReader): LossyStart['segments'] {
  const hasMap = bits.readNumber(1) === 1;
  if (bits.readNumber(1) === 1) {
    bits.readNumber(1); // values, or differences
    for (let i = 0; i < SEGMENTS; i += 1) bits.readOptional(7 + 1);
    for (let i = 0; i < SEGMENTS; i += 1) bits.readOptional(6 + 1);
  }
  if (!hasMap) return undefined;
  const readNode = () => bits.readOptional(8) ?? CERTAIN;
  return [readNode(), readNode(), readNode()];
}
