import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { client } from '../../support/e2e/service-under-test.ts';
import { drawQuadrants } from '../../support/images/draw.ts';

let imageId: string;
const PHOTO = readFileSync('docs-site/images/citrus-flatlay.webp');
beforeAll(async () => {
  const { json } = await client.upload(await drawQuadrants().png().toBuffer(), 'image/png');
  const saved = await client.call('save-temporary-image', {
    temporaryImageUrl: json.temporaryImageUrl,
  });
  ({ imageId } = saved.json);
});

/** The colours in the middle of the quarters of a PNG. */
async function quartersOf(bytes: Buffer): Promise<number[][]> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [0.25, 0.75].flatMap((y) =>
    [0.25, 0.75].map((x) => {
      const from = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
      return [...data.subarray(from, from + 3)];
    }),
  );
}

describe('colours', () => {
  const WHITE = [255, 255, 255];
  it.each([
    [
      'negate=true',
      [
        [0, 255, 255],
        [255, 0, 255],
        [255, 255, 0],
        [0, 0, 0],
      ],
    ],
    [
      'brightness=50',
      [
        [128, 0, 0],
        [0, 128, 0],
        [0, 0, 128],
        [128, 128, 128],
      ],
    ],
    [
      'contrast=0',
      [
        [128, 128, 128],
        [128, 128, 128],
        [128, 128, 128],
        [128, 128, 128],
      ],
    ],
    ['saturation=0', [[54, 54, 54], [182, 182, 182], [18, 18, 18], WHITE]],
    ['hue=0', [[255, 0, 0], [0, 255, 0], [0, 0, 255], WHITE]],
    [
      'pixelate=200',
      [
        [128, 128, 128],
        [128, 128, 128],
        [128, 128, 128],
        [128, 128, 128],
      ],
    ],
    ['gamma=2', [[255, 0, 0], [0, 255, 0], [0, 0, 255], WHITE]],
  ])('%s has the colours of its formula (transformations.colours)', async (query, due) => {
    const { status, bytes } = await client.get(`/res/${imageId}.png?${query}`);
    expect(status).toBe(200);
    const distances = (await quartersOf(bytes))
      .flat()
      .map((value, at) => Math.abs(value - (due.flat()[at] ?? Number.NaN)));
    expect(Math.max(...distances)).toBeLessThanOrEqual(2);
  });
});

describe('placeholders', () => {
  it('are in the description of an image, and in the list (images.placeholder)', async () => {
    const { json } = await client.call('get-image', { imageId });
    expect(json.mainColor).toMatch(/^#[0-9a-f]{6}$/);
    expect(Buffer.from(json.thumbhash, 'base64').length).toBeGreaterThan(4);
    const listed = await client.call('list-images', { limit: 100 });
    const { mainColor, thumbhash } = json;
    expect(listed.json.images).toContainEqual(
      expect.objectContaining({ imageId, mainColor, thumbhash }),
    );
  });
});

describe('a quality for an even score (transformations.auto-quality)', () => {
  it.each(['jpg', 'webp', 'avif'])('.%s takes auto, auto-low and auto-high', async (extension) => {
    const stored = await client.store(PHOTO, 'image/webp');
    const sizes: number[] = [];
    for (const quality of ['auto-low', 'auto', 'auto-high']) {
      const path = `/res/${stored.imageId}.${extension}?width=200&quality=${quality}`;
      const { status, bytes } = await client.get(path);
      expect(status).toBe(200);
      sizes.push(bytes.length);
    }
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(new Set(sizes).size).toBe(3);
  });
});

describe('an animation', () => {
  it('is smaller as WebP, and one frame by frame=0 (transformations.first-frame)', async () => {
    const frame = (value: number) =>
      sharp({
        create: { width: 60, height: 40, channels: 3, background: { r: value, g: 90, b: 40 } },
      })
        .png()
        .toBuffer();
    const frames = await Promise.all([20, 120, 220].map(frame));
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ delay: 100 })
      .toBuffer();
    const stored = await client.store(gif, 'image/gif');
    const animated = await client.get(`/res/${stored.imageId}.webp`);
    expect((await sharp(animated.bytes, { animated: true }).metadata()).pages).toBe(3);
    expect(animated.bytes.length).toBeLessThan(gif.length);
    const still = await client.get(`/res/${stored.imageId}.webp?frame=0`);
    expect((await sharp(still.bytes, { animated: true }).metadata()).pages ?? 1).toBe(1);
  });
});
