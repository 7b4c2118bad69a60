import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import { mayShrinkFast, openShrunk } from '../../../../adapters/sharp/shrink-on-load.ts';
import { ask } from './support/ask.ts';
import { draw, noise } from './support/drawing.ts';

const engine = await createSharpEngine();
const SIZE = { width: 960, height: 480 };
const drawn = draw(SIZE.width, SIZE.height, noise());
const jpeg = await drawn.clone().jpeg({ quality: 80 }).toBuffer();
const onSide = await drawn.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer();
const webp = await drawn.clone().webp({ quality: 80 }).toBuffer();
const UPRIGHT = { width: 480, height: 960 };

describe('the decoder of a JPEG', () => {
  it.each([
    [600, false],
    [321, false],
    [320, true],
    [241, true],
    [240, false],
    [161, false],
    [160, true],
    [121, true],
    [120, false],
    [40, false],
  ])('to %i of 960 pixels may leave less than twice the result: %s', (width, expected) => {
    const requested = ask(SIZE, 'webp', { width, height: width / 2, fit: 'fill' });
    expect(mayShrinkFast(jpeg, requested)).toBe(expected);
  });

  it.each([
    ['the part that is cut', SIZE, jpeg, { width: 40, height: 140 }],
    ['the inner size of a box', SIZE, jpeg, { width: 280, height: 900, fit: 'contain' }],
    ['a result on its side', SIZE, jpeg, { rotate: 90, width: 140 }],
    ['an original on its side', UPRIGHT, onSide, { width: 140 }],
  ] as const)('counts %s', (_, size, bytes, parameters) => {
    expect(mayShrinkFast(bytes, ask(size, 'webp', parameters))).toBe(true);
  });
});

describe('a WebP that is much reduced', () => {
  const openedWidth = async (parameters: Parameters<typeof ask>[2]) => {
    const served = { image: sharp(webp), isColouredGrey: false };
    const opened = await openShrunk(sharp, served, webp, ask(SIZE, 'webp', parameters));
    return (await opened.image.metadata()).width;
  };

  it('is decoded at twice the size of its result', async () => {
    expect(await openedWidth({ width: 200 })).toBe(400);
    expect(await openedWidth({ width: 100, height: 100 })).toBe(400);
    expect(await openedWidth({ width: 240, rotate: 90 })).toBe(960);
    expect(await openedWidth({ width: 120, rotate: 90 })).toBe(480);
  });

  it('is decoded whole where a part is cut out, or the result is larger than half', async () => {
    expect(await openedWidth({ width: 200, crop: '0,0,480,480' })).toBe(960);
    expect(await openedWidth({ width: 481 })).toBe(960);
  });

  it('looks as the same pixels look without loss', async () => {
    const pixelsOf = async (original: Uint8Array) => {
      const rendered = await engine.render(original, ask(SIZE, 'png', { width: 96 }));
      return sharp(rendered).removeAlpha().raw().toBuffer();
    };
    const whole = await sharp(webp).png().toBuffer();
    const [ours, exact] = [await pixelsOf(webp), await pixelsOf(whole)];
    const misses = ours.map((value, at) => Math.abs(value - (exact[at] ?? 0)));
    expect(ours.length).toBe(exact.length);
    expect(misses.reduce((sum, miss) => sum + miss, 0) / misses.length).toBeLessThan(1);
  });
});
