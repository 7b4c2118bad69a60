import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import {
  type LossyPartitions,
  listLossyPartitions,
} from '../../../../core/codecs/webp/list-lossy-partitions.ts';
import {
  COEFFICIENT_UPDATES,
  COEFFICIENTS,
} from '../../../../core/codecs/webp/lossy-probabilities.ts';
import { measureLossyData } from '../../../../core/codecs/webp/measure-lossy-data.ts';
import { acceptUnhurried } from '../../../support/images/accept-unhurried.ts';
import { EIGHT_PARTITIONS } from '../../../support/images/eight-partitions.ts';
import { chunksOf, lossyChunk, webpOf } from '../../../support/images/make-webp.ts';
import { pixelPipeline } from '../../../support/images/raw-pixels.ts';
import { writeBools } from '../../../support/images/write-bools.ts';

const engine = await createSharpEngine();
const flat = sharp({ create: { width: 70, height: 33, channels: 3, background: '#a1b2c3' } });

const IMAGES: readonly (readonly [string, Buffer])[] = [
  ['of noise', await pixelPipeline().webp({ quality: 90 }).toBuffer()],
  ['of few bytes', await pixelPipeline().webp({ quality: 5, effort: 6 }).toBuffer()],
  ['with odd sides', await pixelPipeline(3, 131, 37).webp({ quality: 60 }).toBuffer()],
  ['of one colour', await flat.webp().toBuffer()],
  ['of eight partitions', EIGHT_PARTITIONS],
];

function partitionsOf(webp: Buffer): LossyPartitions {
  const pixels = chunksOf(webp).find(({ type }) => type === 'VP8 ');
  if (!pixels) throw new Error('no lossy pixels');
  return listLossyPartitions(pixels.data);
}

/** The image with one partition cut to this number of bytes: the first one is 0. */
function cut(parts: LossyPartitions, at: number, bytes: number): LossyPartitions {
  if (at === 0) return { ...parts, first: parts.first.subarray(0, bytes) };
  const token = parts.tokens[at - 1] ?? new Uint8Array();
  return { ...parts, tokens: parts.tokens.with(at - 1, token.subarray(0, bytes)) };
}

function isWhole(parts: LossyPartitions): Promise<boolean> {
  return engine.decodeFully(webpOf(lossyChunk(parts))).then(
    () => true,
    () => false,
  );
}

describe('the walk of a lossy WebP (security.only-needed-bytes)', () => {
  it.each(IMAGES)('ends with the byte that the decoder needs last: %s', async (_, webp) => {
    const parts = partitionsOf(webp);
    const taken = measureLossyData(parts);
    if (!taken) throw new Error('not measured');
    const all = [taken.first, ...taken.tokens];
    const needed = all.map((bytes, at) => [at, bytes] as const).filter(([, bytes]) => bytes > 0);
    expect(needed.length).toBeGreaterThan(1);
    for (const [at, bytes] of needed) {
      const missing = cut(parts, at, bytes - 1);
      // the padding of a chunk with an odd length counts as the last partition's byte
      const isPadded = at === all.length - 1 && lossyChunk(missing).readUInt32LE(4) % 2 === 1;
      expect(await isWhole(cut(parts, at, bytes)), `partition ${at}`).toBe(true);
      if (!isPadded) expect(await isWhole(missing), `partition ${at}`).toBe(false);
    }
  });

  it.each(IMAGES)('is in place of every decode but one: %s', async (_, bytes) => {
    const decodes: string[] = [];
    const counted = {
      ...engine,
      decodeFully: (image: Uint8Array) => {
        decodes.push('proof');
        return engine.decodeFully(image);
      },
      placeholder: (image: Uint8Array) => {
        decodes.push('placeholder');
        return engine.placeholder(image);
      },
    };
    const services = { imageEngine: async () => counted, abandonProcess: () => undefined };
    await acceptUnhurried(services, { bytes, contentType: 'image/webp' });
    expect(decodes).toEqual(['placeholder']);
  });

  it('finds hidden bytes behind each of eight partitions', async () => {
    const parts = partitionsOf(EIGHT_PARTITIONS);
    const hidden = Buffer.from('<script>alert("a second file")</script>');
    const services = { imageEngine: async () => engine, abandonProcess: () => undefined };
    for (let at = 0; at < 8; at += 1) {
      const token = Buffer.concat([parts.tokens[at] ?? new Uint8Array(), hidden]);
      const bytes = webpOf(lossyChunk({ ...parts, tokens: parts.tokens.with(at, token) }));
      const sent = { bytes, contentType: 'image/webp' };
      const accepted = await acceptUnhurried(services, sent);
      expect(Buffer.from(accepted.bytes).includes(hidden), `partition ${at}`).toBe(false);
    }
  });

  it('gives up where a partition is truncated', () => {
    const parts = partitionsOf(IMAGES[0]?.[1] ?? EIGHT_PARTITIONS);
    expect(measureLossyData(cut(parts, 0, 30))).toBeUndefined();
    expect(measureLossyData(cut(parts, 1, 30))).toBeUndefined();
  });

  it('gives up where few bytes are much work (security.linear-work)', () => {
    const even = (bits: readonly number[]) => bits.map((bit) => [bit, 128] as const);
    const number = (value: number) => even([...value.toString(2).padStart(8, '0')].map(Number));
    // each block is sixteen zeros, which cost a tenth of a bit
    const probabilities = [...COEFFICIENTS].flatMap((_, at) => [
      [1, COEFFICIENT_UPDATES[at] ?? 0] as const,
      ...number(at % 11 === 0 ? 1 : 255),
    ]);
    const header = writeBools([...even(new Array(29).fill(0)), ...probabilities, ...even([0])]);
    const noise = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, i) => i * 73));
    const head = Buffer.from([0x10, 0, 0, 0x9d, 1, 0x2a, 0xb8, 0x0b, 0xb8, 0x0b]);
    const first = Buffer.concat([header, noise(100_000)]);
    const parts = { head, first, tokens: [noise(120_000)] };
    expect(measureLossyData(parts)).toBeUndefined();
    const small = Buffer.from(head);
    small.writeUInt16LE(160, 6);
    small.writeUInt16LE(160, 8);
    const taken = measureLossyData({ ...parts, head: small });
    expect(taken?.tokens[0]).toBeLessThan(400);
  });
});
