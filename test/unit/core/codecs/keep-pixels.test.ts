import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { rebuildIccProfile } from '../../../../core/codecs/icc/rebuild-icc-profile.ts';
import { rebuildImage } from '../../../../core/codecs/rebuild-image.ts';
import { iccSegments, insertSegments, tellingSegments } from '../../../support/images/make-jpeg.ts';
import { decodePixels, pixelPipeline } from '../../../support/images/raw-pixels.ts';
import { sampleImages } from '../../../support/images/sample-images.ts';

const SAMPLES = await sampleImages();

describe('rebuildImage keeps the image', () => {
  it.each(SAMPLES)(
    'decodes to the same pixels, shape and timing: $name (uploads.cleaning)',
    async ({ bytes }) => {
      const rebuilt = rebuildImage(bytes).bytes;
      expect(await decodePixels(rebuilt)).toEqual(await decodePixels(bytes));
    },
  );

  it.each(SAMPLES)('is done after one time: $name', ({ bytes }) => {
    const once = rebuildImage(bytes).bytes;
    expect(Buffer.from(rebuildImage(once).bytes).equals(once)).toBe(true);
  });

  it.each(SAMPLES)('leaves its input unchanged: $name', ({ bytes }) => {
    const before = Buffer.from(bytes);
    rebuildImage(bytes);
    expect(before.equals(bytes)).toBe(true);
  });

  it('keeps the pixels of a JPEG whose tables stand together before its frame', async () => {
    const jpeg = await pixelPipeline().jpeg({ progressive: true }).toBuffer();
    const telling = insertSegments(jpeg, ...tellingSegments(1));
    expect(await decodePixels(rebuildImage(telling).bytes)).toEqual(await decodePixels(jpeg));
  });

  it.each([
    ['jpeg', 3],
    ['png', 3],
    ['webp', 3],
    ['png', 1],
  ] as const)('keeps the colours of a profile: %s with %i channels', async (format, channels) => {
    const pixels = channels === 1 ? pixelPipeline(1).toColourspace('b-w') : pixelPipeline();
    const image = await pixels
      .withIccProfile(channels === 1 ? 'srgb' : 'p3')
      .toFormat(format)
      .toBuffer();
    const before = (await sharp(image).metadata()).icc;
    const after = (await sharp(rebuildImage(image).bytes).metadata()).icc;
    expect(after !== undefined).toBe(before !== undefined);
    if (before) expect(after?.equals(kept(before))).toBe(true);
  });

  it('joins a profile of many segments in their stated order', async () => {
    const withProfile = await pixelPipeline().withIccProfile('p3').jpeg().toBuffer();
    const profile = (await sharp(withProfile).metadata()).icc as Buffer;
    const parts = iccSegments(profile, 100).reverse();
    expect(parts.length).toBeGreaterThan(3);
    const jpeg = insertSegments(await pixelPipeline().jpeg().toBuffer(), ...parts);
    const after = (await sharp(rebuildImage(jpeg).bytes).metadata()).icc;
    expect(after?.equals(kept(profile))).toBe(true);
  });
});

function kept(profile: Buffer): Buffer {
  return Buffer.from(rebuildIccProfile(profile, 'RGB ') ?? []);
}
