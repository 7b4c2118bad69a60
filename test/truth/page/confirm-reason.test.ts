import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { BOUNDS } from '../oracle/renditions.ts';
import { type Pixels, premultiply } from '../pixels/pixels.ts';
import { confirmReason } from './confirm-reason.ts';
import type { Delivered } from './page-jobs.ts';

const [WIDTH, HEIGHT] = [64, 48];
const RAW = { raw: { width: WIDTH, height: HEIGHT, channels: 3 as const } };

/** Red and blue columns, one pixel wide: chroma of half the size can't keep them. */
const stripes = Buffer.from(
  Array.from({ length: WIDTH * HEIGHT }, (_, at) => (at % 2 ? [255, 0, 0] : [0, 0, 255])).flat(),
);

/** Squares of four by four pixels, whose colours follow each other along the diagonals. */
function chequer(colours: readonly string[]): Buffer {
  const indexOf = (x: number, y: number) =>
    (Math.floor(x / 4) + Math.floor(y / 4)) % colours.length;
  const pixels = Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
    Buffer.from(colours[indexOf(at % WIDTH, Math.floor(at / WIDTH))] ?? '', 'hex'),
  );
  return Buffer.concat(pixels);
}

async function pixelsOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image
    .clone()
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return premultiply(info.width, info.height, new Uint8ClampedArray(data));
}

const delivered = (format: 'webp' | 'jpg' | 'gif'): Delivered => {
  const type = { webp: 'image/webp', jpg: 'image/jpeg', gif: 'image/gif' }[format];
  const facts = { url: '', name: `.${format}`, isAnimated: false };
  return { ...facts, type, bound: BOUNDS[format] };
};

const shift = ({ values, ...size }: Pixels, by: number): Pixels => {
  return { ...size, values: values.map((value, at) => (at % 4 === 1 ? value + by : value)) };
};

describe('half chroma is a reason', () => {
  it('of saturated stripes that an encoder has blended', async () => {
    const expected = await pixelsOf(sharp(stripes, RAW));
    const jpeg = await pixelsOf(sharp(await sharp(stripes, RAW).jpeg({ quality: 76 }).toBuffer()));
    const smart = { quality: 79, smartSubsample: true };
    const webp = await pixelsOf(sharp(await sharp(stripes, RAW).webp(smart).toBuffer()));
    expect(confirmReason(delivered('jpg'), expected, jpeg)).toBe('half-chroma');
    expect(confirmReason(delivered('webp'), expected, webp)).toBe('half-chroma');
    expect(confirmReason({ ...delivered('jpg'), name: 'stored' }, expected, jpeg)).toBe(
      'stored-as-jpeg',
    );
  });

  it('of fine chequers, whose chroma decoders blur once more', async () => {
    const two = sharp(chequer(['eeff22', '2266ff']), RAW);
    const expected = await pixelsOf(two);
    const jpeg = await pixelsOf(sharp(await two.clone().jpeg({ quality: 76 }).toBuffer()));
    expect(confirmReason(delivered('jpg'), expected, jpeg)).toBe('half-chroma');
    expect(confirmReason(delivered('jpg'), expected, shift(jpeg, 24))).toBeUndefined();
  });

  it('of a WebP that keeps the light of each pixel of a fine chequer', async () => {
    const four = sharp(chequer(['0000ff', 'ff0000', 'ffff00', '00ff00']), RAW);
    const expected = await pixelsOf(four);
    const smart = { quality: 79, smartSubsample: true };
    const webp = await pixelsOf(sharp(await four.clone().webp(smart).toBuffer()));
    expect(confirmReason(delivered('webp'), expected, webp)).toBe('half-chroma');
    expect(confirmReason(delivered('webp'), expected, shift(webp, 40))).toBeUndefined();
  });

  it('of no shift of a colour, however the stripes are blended', async () => {
    const expected = await pixelsOf(sharp(stripes, RAW));
    const jpeg = await pixelsOf(sharp(await sharp(stripes, RAW).jpeg({ quality: 76 }).toBuffer()));
    expect(confirmReason(delivered('jpg'), expected, shift(jpeg, 24))).toBeUndefined();
    expect(confirmReason(delivered('webp'), expected, shift(expected, 60))).toBeUndefined();
  });
});

describe('the palette of a GIF is a reason', () => {
  it('where its own colours are kept, and resizing makes others', async () => {
    const black = sharp(chequer(['000000', 'ffffff']), RAW);
    const original = await pixelsOf(black);
    const expected = await pixelsOf(black.clone().resize({ width: WIDTH / 4 - 1 }));
    const found = { ...expected, values: expected.values.map((value) => (value < 128 ? 0 : 255)) };
    expect(confirmReason(delivered('gif'), expected, found, original)).toBe('gif-palette');
    expect(confirmReason(delivered('gif'), expected, found)).toBeUndefined();
    expect(confirmReason(delivered('gif'), original, original, original)).toBeUndefined();
    expect(confirmReason(delivered('gif'), expected, shift(found, 9), original)).toBeUndefined();
  });
});

describe('the colours of a GIF are a reason', () => {
  it('where there are more than 256, and not before', () => {
    const colours = (count: number) => {
      const bytes = new Uint8ClampedArray(1024 * 4);
      for (let at = 0; at < 1024; at += 1) {
        bytes.set([at % count, Math.floor((at % count) / 256), 0, 255], at * 4);
      }
      return premultiply(32, 32, bytes);
    };
    expect(confirmReason(delivered('gif'), colours(256), colours(1))).toBeUndefined();
    expect(confirmReason(delivered('gif'), colours(257), colours(1))).toBe('gif-colours');
  });
});
