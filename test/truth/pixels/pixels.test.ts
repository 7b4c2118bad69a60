import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { comparePixels } from './compare-pixels.ts';
import {
  cropPixels,
  flatten,
  type Pixels,
  premultiply,
  turnPixels,
  withBitAlpha,
} from './pixels.ts';
import { resizePixels } from './resize-pixels.ts';

const BOUND = { mean: 3, square: 3 };

/** A smooth image whose corners all differ, 48 x 32. */
function drawPixels(alpha = 255): Pixels {
  const [width, height] = [48, 32];
  const bytes = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    bytes.set([x * 5, y * 7, 255 - x * 3, alpha], at * 4);
  }
  return premultiply(width, height, bytes);
}

/** The same, with a channel changed. */
function shift({ values, ...size }: Pixels, channel: number, by: number): Pixels {
  return { ...size, values: values.map((value, at) => (at % 4 === channel ? value + by : value)) };
}

const aspects = (one: Pixels, other: Pixels, bound = BOUND) =>
  comparePixels(one, other, bound).map(({ aspect }) => aspect);

describe('two images', () => {
  const pixels = drawPixels();

  it('are alike within the bound', () => {
    expect(aspects(pixels, pixels)).toEqual([]);
    expect(aspects(pixels, shift(pixels, 0, 2.9))).toEqual([]);
    expect(aspects(pixels, shift(pixels, 0, 3.1))).toEqual(['colour']);
  });

  it('differ in a square that the mean of all pixels hides', () => {
    const values = pixels.values.slice();
    for (let y = 0; y < 16; y += 1) values.fill(0, y * 48 * 4, (y * 48 + 16) * 4);
    const wide = { mean: 255, square: 3 };
    expect(aspects(pixels, { ...pixels, values }, wide)).toEqual(['alpha']);
  });

  it('are alike where noise alone differs, by the squares of a wide mean', () => {
    const values = pixels.values.map((value, at) => value + ((at >> 2) % 2 === 0 ? 8 : -8));
    expect(aspects(pixels, { ...pixels, values }, { mean: 16, square: 3 })).toEqual([]);
    expect(aspects(pixels, { ...pixels, values })).not.toEqual([]);
  });

  it.each([...turnPixels(pixels)].map((turned, at) => [at, turned] as const))(
    'differ in orientation %i',
    (_, turned) => {
      if (turned.width !== pixels.width) return expect(turned.height).toBe(pixels.width);
      return expect(aspects(pixels, turned)).toEqual(['orientation']);
    },
  );

  it('differ in alpha alone, where it explains the colours', () => {
    expect(aspects(pixels, drawPixels(200))).toEqual(['alpha']);
  });

  it('have their luma compared alone where they are tiny and chroma has half the size', () => {
    const small = cropPixels(pixels, { left: 8, top: 8, width: 8, height: 8 });
    // 0.299 * 30 = 0.114 * 78.7: red and blue change, luma does not
    const tinted = shift(shift(small, 0, 30), 2, -78.7);
    expect(aspects(small, tinted)).toEqual(['colour']);
    expect(comparePixels(small, tinted, { ...BOUND, hasHalfChroma: true })).toEqual([]);
  });
});

describe('an image', () => {
  it.each([
    [24, 16],
    [17, 11],
    [48, 32],
  ])("resizes to %i x %i as libvips' Lanczos filter does", async (width, height) => {
    const pixels = drawPixels();
    const raw = { width: 48, height: 32, channels: 4 as const };
    const bytes = Buffer.from(Uint8Array.from(pixels.values, Math.round));
    const resized = await sharp(bytes, { raw })
      .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
      .raw()
      .toBuffer();
    const expected = premultiply(width, height, new Uint8ClampedArray(resized));
    expect(
      aspects(resizePixels(pixels, width, height), expected, { mean: 1.5, square: 1 }),
    ).toEqual([]);
  });

  it('shows the background through clear pixels', () => {
    const clear = premultiply(1, 1, new Uint8ClampedArray([255, 0, 0, 51]));
    expect([...flatten(clear, [0, 255, 0]).values].map(Math.round)).toEqual([51, 204, 0, 255]);
  });

  it('has alpha of one bit in a GIF', () => {
    const row = premultiply(2, 1, new Uint8ClampedArray([200, 100, 0, 128, 200, 100, 0, 127]));
    expect([...withBitAlpha(row).values].map(Math.round)).toEqual([200, 100, 0, 255, 0, 0, 0, 0]);
  });
});
