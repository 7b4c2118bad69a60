import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import { endCodedData } from '../../../../../core/codecs/end-coded-data.ts';
import { rebuildImage } from '../../../../../core/codecs/rebuild-image.ts';
import { acceptUnhurried } from '../../../../support/images/accept-unhurried.ts';
import { gifFrame, gifOf } from '../../../../support/images/make-gif.ts';
import { pngChunk } from '../../../../support/images/make-png.ts';
import {
  chunksOf,
  extendedChunk,
  frameChunk,
  riffChunk,
  webpOf,
} from '../../../../support/images/make-webp.ts';
import {
  decodePixels,
  framesPipeline,
  pixelPipeline,
} from '../../../../support/images/raw-pixels.ts';
import { sampleImages } from '../../../../support/images/sample-images.ts';

const HIDDEN = Buffer.from('<script>alert("a second file")</script>');
const samples = await sampleImages();
const engine = await createSharpEngine();
const services = {
  imageEngine: async () => engine,
  abandonProcess: () => {
    throw new Error('abandoned');
  },
};
const accept = (bytes: Buffer, type: string) =>
  acceptUnhurried(services, { bytes, contentType: `image/${type}` });
const hide = (bytes: Uint8Array, at: number) =>
  Buffer.concat([bytes.subarray(0, at), HIDDEN, bytes.subarray(at)]);

/** The bytes of a VP8 chunk with something behind its first partition. */
function hideBehindFirstPartition(vp8: Buffer): Buffer {
  const tag = vp8.readUIntLE(0, 3);
  const hidden = hide(vp8, 10 + (tag >>> 5));
  hidden.writeUIntLE((((tag >>> 5) + HIDDEN.length) << 5) | (tag & 0x1f), 0, 3);
  return hidden;
}

async function expectGone(hidden: Buffer, type: string) {
  const { bytes } = await accept(hidden, type);
  expect(Buffer.from(bytes).includes(HIDDEN)).toBe(false);
  return bytes;
}

describe('coded data that no pixel needs (security.only-needed-bytes)', () => {
  it.each(samples)('is in none of our samples: $name stays as it is', async (sample) => {
    const { bytes } = await accept(Buffer.from(sample.bytes), sample.format);
    const rebuilt = rebuildImage(sample.bytes).bytes;
    // of a palette sharp leaves a colour or two that it never uses
    const due = sample.name.startsWith('png: palette') ? await endCodedData(rebuilt) : rebuilt;
    expect(bytes.length).toBe(rebuilt.length);
    expect(Buffer.from(bytes).equals(due)).toBe(true);
  });

  it.each(
    [1, 7, 16, 17, 64].flatMap((side) =>
      [0, 4, 6].flatMap((effort) =>
        [{ lossless: true }, { quality: 20 }].map((how) => [side, effort, how] as const),
      ),
    ),
  )('is in no flat or noisy WebP of %i px, effort %i, %o', async (side, effort, how) => {
    for (const image of [
      sharp({ create: { width: side, height: side, channels: 4, background: '#1234' } }),
      pixelPipeline(4, side, side),
    ]) {
      const result = await image.webp({ ...how, effort }).toBuffer();
      const { bytes } = await accept(result, 'webp');
      expect(Buffer.from(bytes).equals(rebuildImage(result).bytes)).toBe(true);
    }
  });

  it.each([1, 8, 100])('is in no flat or noisy JPEG of %i px', async (side) => {
    for (const progressive of [true, false]) {
      for (const image of [
        sharp({ create: { width: side, height: side, channels: 3, background: '#123' } }),
        pixelPipeline(3, side, side),
      ]) {
        const result = await image.jpeg({ progressive, quality: 40 }).toBuffer();
        const { bytes } = await accept(result, 'jpeg');
        expect(Buffer.from(bytes).equals(rebuildImage(result).bytes)).toBe(true);
      }
    }
  });

  it('is taken out of a JPEG before its end', async () => {
    const jpg = await pixelPipeline().jpeg().toBuffer();
    await expectGone(hide(jpg, jpg.length - 2), 'jpeg');
  });

  it('is taken out of a progressive JPEG between two scans', async () => {
    const jpg = await pixelPipeline().jpeg({ progressive: true }).toBuffer();
    const second = jpg.indexOf(Buffer.from([0xff, 0xc4]), jpg.indexOf(Buffer.from([0xff, 0xda])));
    const bytes = await expectGone(hide(jpg, second), 'jpeg');
    expect(Buffer.from(bytes).equals(rebuildImage(jpg).bytes)).toBe(true);
  });

  it('is cut off a PNG without touching a pixel', async () => {
    const png = await pixelPipeline().png().toBuffer();
    const hidden = hide(png, png.length - 12);
    const behind = Buffer.concat([
      png.subarray(0, png.length - 12),
      pngChunk('IDAT', HIDDEN),
      png.subarray(png.length - 12),
    ]);
    const bytes = await expectGone(behind, 'png');
    expect((await decodePixels(bytes)).data.equals((await decodePixels(png)).data)).toBe(true);
    expect(hidden.length).toBeGreaterThan(bytes.length);
  });

  it('is cut off a GIF without touching a pixel', async () => {
    const frame = gifFrame(0, 0, 10, 8);
    const block = Buffer.concat([Buffer.from([HIDDEN.length]), HIDDEN]);
    const hidden = Buffer.concat([frame.subarray(0, -1), block, Buffer.from([0])]);
    const bytes = await expectGone(gifOf(10, 8, hidden, frame), 'gif');
    const clean = gifOf(10, 8, frame, frame);
    expect((await decodePixels(bytes)).data.equals((await decodePixels(clean)).data)).toBe(true);
  });

  it.each([
    ['lossy', { quality: 60 }],
    ['lossless', { lossless: true }],
  ] as const)('is taken out of a %s WebP', async (_name, how) => {
    const webp = await pixelPipeline().webp(how).toBuffer();
    const [chunk] = chunksOf(webp);
    if (!chunk) throw new Error('no chunk');
    await expectGone(webpOf(riffChunk(chunk.type, hide(chunk.data, chunk.data.length))), 'webp');
  });

  it('is taken out of a lossy WebP between its partitions', async () => {
    const [chunk] = chunksOf(await pixelPipeline().webp({ quality: 60 }).toBuffer());
    if (!chunk) throw new Error('no chunk');
    await expectGone(webpOf(riffChunk('VP8 ', hideBehindFirstPartition(chunk.data))), 'webp');
  });

  it('is taken out of the alpha of a lossy WebP', async () => {
    const webp = await pixelPipeline(4).webp({ quality: 60 }).toBuffer();
    const chunks = chunksOf(webp);
    expect(chunks.map(({ type }) => type)).toContain('ALPH');
    const hidden = chunks.map(({ type, data, bytes }) =>
      type === 'ALPH' ? riffChunk(type, hide(data, data.length)) : bytes,
    );
    await expectGone(webpOf(...hidden), 'webp');
  });

  it('is refused in a frame of an animated WebP', async () => {
    const webp = await framesPipeline(2).webp({ quality: 60 }).toBuffer();
    const chunks = chunksOf(webp);
    const [canvas, animation] = chunks;
    const [still] = chunksOf(await pixelPipeline().webp({ quality: 60 }).toBuffer());
    if (!canvas || !animation || !still) throw new Error('no chunks');
    const frameOf = (data: Buffer) =>
      frameChunk({ x: 0, y: 0, width: 48, height: 40 }, riffChunk('VP8 ', data));
    const withFrame = (data: Buffer) =>
      webpOf(extendedChunk(2, 48, 40), animation.bytes, frameOf(still.data), frameOf(data));
    await expect(accept(withFrame(still.data), 'webp')).resolves.toMatchObject({ format: 'webp' });
    const hidden = withFrame(hide(still.data, still.data.length));
    await expect(accept(hidden, 'webp')).rejects.toMatchObject({ code: 'invalid_image' });
  });
});

describe('a PNG (uploads.full-decode)', () => {
  it('with more rows than its header says is cut to its header', async () => {
    const png = await pixelPipeline().png().toBuffer();
    const header = Buffer.from(png.subarray(16, 29));
    header.writeUInt32BE(header.readUInt32BE(4) - 1, 4);
    const shorter = Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', header), png.subarray(33)]);
    const height = header.readUInt32BE(4);
    const { bytes } = await accept(shorter, 'png');
    expect((await sharp(bytes).metadata()).height).toBe(height);
    expect(Buffer.from(bytes).equals(shorter)).toBe(false);
  });

  it.each([1, 2, 3, 5, 9, 48])('of %i px is counted right when it is interlaced', async (side) => {
    const result = await pixelPipeline(3, side, side).png({ progressive: true }).toBuffer();
    await expect(accept(result, 'png')).resolves.toMatchObject({ format: 'png' });
  });
});
