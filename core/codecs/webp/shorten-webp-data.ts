import { MAX_IDLE_BYTES } from '../idle-bytes.ts';
import { joinBytes, uint24Le } from '../write-bytes.ts';
import { WEBP_FLAG } from './extended-webp.ts';
import { buildRiff, buildRiffChunk, type RiffChunk, readRiffChunk } from './read-riff-chunk.ts';
import { isBitstream, type WebpBitstream } from './read-webp-bitstream.ts';
import { readWebp } from './read-webp-header.ts';
import { shortenLossyData } from './shorten-lossy-data.ts';

/**
 * Each coded part of a WebP's images (lossless pixels, a lossy partition, alpha) shorter, in a
 * still WebP.
 */
export function* shortenWebpData(bytes: Uint8Array): Generator<Uint8Array> {
  const parts = readWebp(bytes);
  const { still, frames } = parts.extended ?? { still: parts.simple, frames: [] };
  if (still) yield* shortenPicture(still);
  for (const { bitstream } of frames) yield* shortenPicture(bitstream);
}

function* shortenPicture(picture: WebpBitstream): Generator<Uint8Array> {
  const chunks = listChunks(joinBytes(picture.chunks));
  const pixels = chunks.find(({ type }) => isBitstream(type));
  const alpha = chunks.find(({ type }) => type === 'ALPH');
  if (pixels?.type === 'VP8L') {
    if (isLongEnough(pixels)) yield buildRiff(buildRiffChunk('VP8L', shorten(pixels)));
  } else if (pixels) {
    for (const data of shortenLossyData(pixels.data)) yield buildRiff(buildRiffChunk('VP8 ', data));
    if (alpha && isLongEnough(alpha)) yield withAlpha(picture, shorten(alpha), pixels.data);
  }
}

function isLongEnough({ data }: RiffChunk): boolean {
  return data.length > MAX_IDLE_BYTES;
}

function shorten({ data }: RiffChunk): Uint8Array {
  return data.subarray(0, -MAX_IDLE_BYTES);
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
