import { readSlice, readUint24Le } from '../read-bytes.ts';
import { BoolReader } from './bool-reader.ts';
import { readLossyStart } from './read-lossy-header.ts';

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

/** The partitions of a VP8 chunk (RFC 6386, 9.5); an ImageFileFault if one is truncated. */
export function listLossyPartitions(data: Uint8Array): LossyPartitions {
  const firstEnd = HEAD_BYTES + (readUint24Le(data, 0) >>> 5);
  const first = readSlice(data, HEAD_BYTES, firstEnd);
  const count = countPartitions(first);
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

function countPartitions(first: Uint8Array): number {
  const bits = new BoolReader(first);
  const { partitions } = readLossyStart(bits);
  readSlice(first, 0, bits.at);
  return partitions;
}
