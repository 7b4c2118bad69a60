import { MAX_IDLE_BYTES } from '../idle-bytes.ts';
import { joinBytes, uint24Le } from '../write-bytes.ts';
import { type LossyPartitions, listLossyPartitions } from './list-lossy-partitions.ts';

/** The variants of a VP8 chunk's data: each has one partition shorter that could hide bytes. */
export function* shortenLossyData(data: Uint8Array): Generator<Uint8Array> {
  const { head, first, tokens } = listLossyPartitions(data);
  const shorten = (part: Uint8Array) => part.subarray(0, -MAX_IDLE_BYTES);
  const isLongEnough = (part: Uint8Array) => part.length > MAX_IDLE_BYTES;
  if (isLongEnough(first)) yield buildLossyData({ head, first: shorten(first), tokens });
  for (const [i, token] of tokens.entries()) {
    if (!isLongEnough(token)) continue;
    yield buildLossyData({ head, first, tokens: tokens.with(i, shorten(token)) });
  }
}

function buildLossyData({ head, first, tokens }: LossyPartitions): Uint8Array {
  // key frame, version, shown; the size of the first partition above
  const flags = (head[0] ?? 0) & 0x1f;
  const tag = Uint8Array.from(uint24Le((first.length << 5) | flags));
  const sizes = tokens.slice(0, -1).map(({ length }) => Uint8Array.from(uint24Le(length)));
  return joinBytes([tag, head.subarray(tag.length), first, ...sizes, ...tokens]);
}
