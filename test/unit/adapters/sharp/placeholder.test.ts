import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import { thumbhash } from '../../../../adapters/sharp/thumbhash.ts';
import { BrokenImageError } from '../../../../core/ports/images/image-engine.ts';
import { drawAnimation, drawJpeg, drawQuadrants } from '../../../support/images/draw.ts';

const engine = await createSharpEngine();

/** Pixels of every kind, by a formula; with alpha from 0 to 255 or opaque. */
function paint(width: number, height: number, hasAlpha: boolean) {
  const at = (x: number, y: number) => [
    x * 37 + y * 11,
    x * x + y * 5,
    y * 23 + (x >> 2) * 40,
    hasAlpha ? x * y * 7 : 255,
  ];
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => at(x, y)),
  );
  return { width, height, data: Uint8Array.from(rows.flat(2).map((value) => value % 256)) };
}

describe('the ThumbHash of pixels (images.placeholder)', () => {
  // recorded from the package thumbhash 0.1.1; 400 random images were equal too
  it.each([
    [32, 21, false, '3xcGFYYiYsczc4iFdUUGR0Bo965r'],
    [21, 32, false, '3wcGDQYywyG1WHZmc3hmMBGA1/2d'],
    [32, 32, true, '4AeCDQIHWnA0dMdJmEAHt/x/ETBRVVEINQ=='],
    [1, 1, false, 'AAgCBwAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    [32, 1, false, '2hc2IYpmeHiIiAiZ/4j6iyg='],
    [3, 32, true, 'XTeCAQYkl5WHBuzztWD7FUC4g4qWV5k='],
  ])(
    'of %i x %i, with alpha %s, equals the ThumbHash of its author’s code',
    (width, height, hasAlpha, hash) => {
      expect(Buffer.from(thumbhash(paint(width, height, hasAlpha))).toString('base64')).toBe(hash);
    },
  );
});

describe('the placeholder of an image (images.placeholder)', () => {
  const solid = (background: string, width = 300, height = 200) =>
    sharp({ create: { width, height, channels: 4, background } });

  it('has the most frequent colour, not the mean of all', async () => {
    const red = await solid('#c03010', 120, 200).png().toBuffer();
    const blue = solid('#1020f0').composite([{ input: red, left: 0, top: 0 }]);
    const { mainColor } = await engine.placeholder(await blue.png().toBuffer());
    expect(mainColor).toBe('#1020f0');
  });

  it('is of the upright image', async () => {
    const upright = drawQuadrants().png();
    const turned = drawQuadrants().rotate(270).withMetadata({ orientation: 6 }).png();
    const [left, right] = await Promise.all([upright.toBuffer(), turned.toBuffer()]);
    expect(await engine.placeholder(right)).toEqual(await engine.placeholder(left));
  });

  it('has no colour where nothing is opaque, and a hash of 36 characters at most', async () => {
    const clear = await engine.placeholder(await solid('#10203040').png().toBuffer());
    expect(clear.mainColor).toBeNull();
    const hashes = [clear, await engine.placeholder(await drawJpeg())];
    for (const { thumbhash: hash } of hashes) expect(hash).toMatch(/^[\w+/]{20,36}={0,2}$/);
  });

  it.each([
    ['1 x 1', 1, 1],
    ['16384 x 1', 16_384, 1],
    ['2 x 3000', 2, 3000],
  ])('of %s is made', async (_, width, height) => {
    const { mainColor } = await engine.placeholder(
      await solid('#a0b0c0', width, height).png().toBuffer(),
    );
    expect(mainColor).toBe('#a0b0c0');
  });

  it('of an animation is the one of its first frame', async () => {
    const { mainColor } = await engine.placeholder(await drawAnimation());
    expect(['#ff0000', '#00ff00']).toContain(mainColor);
  });

  it('of a broken file is its fault', async () => {
    const cut = (await drawJpeg()).subarray(0, 900);
    await expect(engine.placeholder(cut)).rejects.toThrow(BrokenImageError);
  });
});
