import { joinBytes, uint24Le } from '../write-bytes.ts';
import { WEBP_FLAG } from './extended-webp.ts';
import { type LossyPartitions, listLossyPartitions } from './list-lossy-partitions.ts';
import { measureLossyData } from './measure-lossy-data.ts';
import { buildRiff, buildRiffChunk, type RiffChunk, readRiffChunk } from './read-riff-chunk.ts';
import { isBitstream, type WebpBitstream } from './read-webp-bitstream.ts';
import { readWebp } from './read-webp-header.ts';

/**
 * The number of unused bytes that are allowed at the end of coded data. Encoders round up to whole
 * words, and decoders read that far ahead.
 */
const MAX_UNUSED_BYTES = 16;

/**
 * The variants of a VP8 chunk's data: each has one partition shorter that could hide bytes. The
 * walk to the last coefficient finds those. Where it costs too much, each partition could.
 */
function* shortenLossyData(data: Uint8Array): Generator<Uint8Array> {
  const { head, first, tokens } = listLossyPartitions(data);
  const taken = measureLossyData({ head, first, tokens });
  const shorten = (part: Uint8Array) => part.subarray(0, -MAX_UNUSED_BYTES);
  const mayHide = ({ length }: Uint8Array, used = 1) => length >= used + MAX_UNUSED_BYTES;
  if (mayHide(first, taken?.first)) yield buildLossyData({ head, first: shorten(first), tokens });
  for (const [i, token] of tokens.entries()) {
    if (!mayHide(token, taken?.tokens[i])) continue;
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

/**
 * Each coded part of a WebP's images that could hide bytes (lossless pixels, a lossy partition,
 * alpha) shorter, in a still WebP.
 */
export function* shortenWebpData(bytes: Uint8Array): Generator<Uint8Array> {
  const parts = readWebp(bytes);
  const { still, frames } = parts.extended ?? { still: parts.simple, frames: [] };
  if (still) yield* shortenBitstream(still);
  for (const { bitstream } of frames) yield* shortenBitstream(bitstream);
}

function* shortenBitstream(bitstream: WebpBitstream): Generator<Uint8Array> {
  const chunks = listChunks(joinBytes(bitstream.chunks));
  const pixels = chunks.find(({ type }) => isBitstream(type));
  const alpha = chunks.find(({ type }) => type === 'ALPH');
  if (pixels?.type === 'VP8L') {
    if (isLongEnough(pixels)) yield buildRiff(buildRiffChunk('VP8L', shorten(pixels)));
  } else if (pixels) {
    for (const data of shortenLossyData(pixels.data)) yield buildRiff(buildRiffChunk('VP8 ', data));
    if (alpha && isLongEnough(alpha)) yield withAlpha(bitstream, shorten(alpha), pixels.data);
  }
}

function isLongEnough({ data }: RiffChunk): boolean {
  return data.length > MAX_UNUSED_BYTES;
}

function shorten({ data }: RiffChunk): Uint8Array {
  return data.subarray(0, -MAX_UNUSED_BYTES);
}

function withAlpha({ width, height }: WebpBitstream, alpha: Uint8Array, pixels: Uint8Array) {
  const canvas = [...uint24Le(width - 1), ...uint24Le(height - 1)];
  return buildRiff([
    ...buildRiffChunk('VP8X', Uint8Array.of(WEBP_FLAG.alpha, 0, 0, 0, ...canvas)),
    ...buildRiffChunk('ALPH', alpha),
    ...buildRiffChunk('VP8 ', pixels),
  ]);
}

function listChunks(bytes: Uint8Array): RiffChunk[] {
  const chunks: RiffChunk[] = [];
  for (let at = 0; at < bytes.length; at = chunks.at(-1)?.end ?? bytes.length) {
    chunks.push(readRiffChunk(bytes, at));
  }
  return chunks;
}
