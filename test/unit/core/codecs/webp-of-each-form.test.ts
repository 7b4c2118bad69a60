import { describe, expect, it } from 'vitest';
import { shortenCodedData } from '../../../../core/codecs/end-coded-data.ts';
import { ImageFileFault } from '../../../../core/codecs/image-file.ts';
import { rebuildImage } from '../../../../core/codecs/rebuild-image.ts';
import { listLossyPartitions } from '../../../../core/codecs/webp/list-lossy-partitions.ts';
import { measureLossyData } from '../../../../core/codecs/webp/measure-lossy-data.ts';
import { CANARY, findCanaries } from '../../../support/images/canaries.ts';
import { EIGHT_PARTITIONS } from '../../../support/images/eight-partitions.ts';
import {
  chunksOf,
  extendedChunk,
  frameChunk,
  lossyChunk,
  riffChunk,
  webpOf,
} from '../../../support/images/make-webp.ts';
import { pixelPipeline } from '../../../support/images/raw-pixels.ts';

const lossless = await pixelPipeline(4, 48, 40).webp({ lossless: true }).toBuffer();
const pixels = chunksOf(lossless).find(({ type }) => type === 'VP8L')?.data ?? Buffer.alloc(0);
const lossy = await pixelPipeline(3, 48, 40).webp({ quality: 60 }).toBuffer();
const [chunk] = chunksOf(lossy);
const still = chunk?.bytes ?? Buffer.alloc(0);

describe('the frames of an animated WebP', () => {
  const isRead = (canvas: readonly [number, number], x: number, y: number) => {
    const frame = frameChunk({ x, y, width: 48, height: 40 }, still);
    const file = webpOf(extendedChunk(2, ...canvas), riffChunk('ANIM', Buffer.alloc(6)), frame);
    try {
      return rebuildImage(file).header.frames === 1;
    } catch (error) {
      if (error instanceof ImageFileFault) return false;
      throw error;
    }
  };

  it.each([0, 2, 4, 200])('end at the last pixel of the canvas, and not beyond: at %i', (at) => {
    expect(isRead([48 + at, 40 + at], at, at)).toBe(true);
    expect(isRead([47 + at, 40 + at], at, at)).toBe(false);
    expect(isRead([48 + at, 39 + at], at, at)).toBe(false);
  });

  it.each([1, 2, 3, 20])(
    'are all %i kept, each with its place, its time and its flags',
    (count) => {
      const frames = Array.from({ length: count }, (_, at) =>
        frameChunk({ x: 2 * at, y: 4 * at, width: 48, height: 40, flags: 0xfc | (at & 3) }, still),
      );
      const canvas = extendedChunk(2, 48 + 2 * count, 40 + 4 * count);
      const { bytes, header } = rebuildImage(
        webpOf(canvas, riffChunk('ANIM', Buffer.alloc(6)), ...frames),
      );
      expect(header.frames).toBe(count);
      const kept = chunksOf(bytes).filter(({ type }) => type === 'ANMF');
      kept.forEach(({ data }, at) => {
        expect([data.readUIntLE(0, 3), data.readUIntLE(3, 3), data[15]]).toEqual([
          at,
          2 * at,
          at & 3,
        ]);
        expect(data.readUIntLE(12, 3)).toBe(80);
      });
    },
  );
});

describe('a chunk of each length in a WebP (security.no-metadata-in-renditions)', () => {
  it('is dropped before, between and behind the parts, odd or even', () => {
    const canvas = extendedChunk(0, 48, 40);
    const clean = rebuildImage(webpOf(canvas, still)).bytes;
    for (const length of [0, 1, 2, 3, 255, 256, 65_535, 65_536]) {
      const telling = riffChunk('ABCD', Buffer.alloc(length, CANARY.unknown));
      for (const file of [webpOf(canvas, telling, still), webpOf(canvas, still, telling)])
        expect(Buffer.from(rebuildImage(file).bytes).equals(clean), `${length}`).toBe(true);
    }
  });
});

describe('unused bytes behind the coded parts of a WebP (security.only-needed-bytes)', () => {
  const variants = (file: Uint8Array) => [...shortenCodedData(rebuildImage(file).bytes)].length;

  it('are looked for in lossless pixels of more than 16 bytes', () => {
    const small = webpOf(riffChunk('VP8L', pixels.subarray(0, 16)));
    expect(variants(small)).toBe(0);
    expect(variants(webpOf(riffChunk('VP8L', pixels.subarray(0, 17))))).toBe(1);
  });

  it('are looked for behind each partition from sixteen on, and not below', () => {
    const [of] = chunksOf(EIGHT_PARTITIONS);
    const parts = listLossyPartitions(of?.data ?? Buffer.alloc(0));
    expect(parts.tokens).toHaveLength(8);
    const taken = measureLossyData(parts);
    const exact = {
      ...parts,
      first: parts.first.subarray(0, taken?.first),
      tokens: parts.tokens.map((token, at) => token.subarray(0, taken?.tokens[at])),
    };
    expect(variants(webpOf(lossyChunk(exact)))).toBe(0);
    const longer = (part: Uint8Array, by: number) =>
      Buffer.concat([part, Buffer.alloc(by, CANARY.gps)]);
    for (const [by, due] of [
      [15, 0],
      [16, 1],
      [17, 1],
    ] as const) {
      const first = { ...exact, first: longer(exact.first, by) };
      expect(variants(webpOf(lossyChunk(first))), `first ${by}`).toBe(due);
      for (let at = 0; at < 8; at += 1) {
        const tokens = exact.tokens.with(at, longer(exact.tokens[at] ?? Buffer.alloc(0), by));
        expect(variants(webpOf(lossyChunk({ ...exact, tokens }))), `${at} ${by}`).toBe(due);
      }
    }
    const hidden = { ...exact, first: longer(exact.first, 64) };
    const [shorter] = [...shortenCodedData(webpOf(lossyChunk(hidden)))];
    expect(findCanaries(shorter ?? Buffer.alloc(0)).length).toBeLessThanOrEqual(1);
  });
});
