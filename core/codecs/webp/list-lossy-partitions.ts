import { readSlice, readUint24Le } from '../read-bytes.ts';
import { createLossyBits, type LossyBits } from './lossy-bits.ts';

/**
 * The parts of a VP8 chunk's data: the start, the partition of the header and modes, and those of
 * the pixels.
 */
export interface LossyPartitions {
  readonly head: Uint8Array;
  readonly first: Uint8Array;
  readonly tokens: readonly Uint8Array[];
}

const HEAD_BYTES = 10; // frame tag, start code, width and height (RFC 6386, 9.1)
const SIZE_BYTES = 3;
const SEGMENTS = 4;
const FILTER_DELTAS = 8;

/** The partitions of a VP8 chunk (RFC 6386, 9.5); an ImageFileFault if one is truncated. */
export function listLossyPartitions(data: Uint8Array): LossyPartitions {
  const firstEnd = HEAD_BYTES + (readUint24Le(data, 0) >>> 5);
  const first = readSlice(data, HEAD_BYTES, firstEnd);
  const count = countPartitions(createLossyBits(first));
  const tokens: Uint8Array[] = [];
  let at = firstEnd + SIZE_BYTES * (count - 1);
  for (let i = 0; i < count - 1; i += 1) {
    const end = at + readUint24Le(data, firstEnd + SIZE_BYTES * i);
    tokens.push(readSlice(data, at, end));
    at = end;
  }
  tokens.push(readSlice(data, at, data.length)); // the last has no size: it takes the rest
  return { head: data.subarray(0, HEAD_BYTES), first, tokens };
}

// RFC 6386, 19.2, up to log2_nbr_of_dct_partitions
function countPartitions(bits: LossyBits): number {
  bits.read(2); // colour space, clamping
  if (bits.read(1) === 1) skipSegmentation(bits);
  bits.read(1 + 6 + 3); // the loop filter's type, level and sharpness
  if (bits.read(1) === 1 && bits.read(1) === 1) {
    for (let i = 0; i < FILTER_DELTAS; i += 1) bits.skipOptional(6 + 1);
  }
  return 2 ** bits.read(2);
}

function skipSegmentation(bits: LossyBits): void {
  const hasMap = bits.read(1) === 1;
  const hasFeatures = bits.read(1) === 1;
  if (hasFeatures) {
    bits.read(1);
    for (let i = 0; i < SEGMENTS; i += 1) bits.skipOptional(7 + 1);
    for (let i = 0; i < SEGMENTS; i += 1) bits.skipOptional(6 + 1);
  }
  if (hasMap) for (let i = 0; i < SEGMENTS - 1; i += 1) bits.skipOptional(8);
}
