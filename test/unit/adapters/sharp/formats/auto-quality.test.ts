import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import {
  hasChoiceOfQuality,
  withQuality,
} from '../../../../../adapters/sharp/quality/choose-quality.ts';
import { FEATURES, measureFeatures } from '../../../../../adapters/sharp/quality/features.ts';
import { PREDICTED_FORMATS } from '../../../../../adapters/sharp/quality/predict-quality.ts';
import type { Format } from '../../../../../core/transform/formats.ts';
import { AUTO_QUALITIES, type Parameters } from '../../../../../core/transform/parameters.ts';
import { ask } from '../support/ask.ts';
import { draw, drawFrames, noise, type Paint, plain, quarters } from '../support/drawing.ts';

const engine = await createSharpEngine();
const SIZE = { width: 96, height: 64 };

/** Soft waves, which every encoder finds easy. */
const calm: Paint = (x, y) => {
  const wave = Math.round(110 + 40 * Math.sin(x / 20) + 30 * Math.cos(y / 17));
  return [wave, wave + 20, wave + 40];
};

function pixelsOf(paint: Paint, { width, height } = SIZE) {
  const channels = paint(0, 0).length as 1 | 2 | 3 | 4;
  const data = Buffer.alloc(width * height * channels);
  for (let at = 0; at < width * height; at += 1) {
    data.set(paint(at % width, Math.floor(at / width)), at * channels);
  }
  return { data, width, height, channels, frames: 1 };
}

function chosen(paint: Paint, format: Format, parameters: Parameters, facts = SIZE) {
  return withQuality(ask(facts, format, parameters), pixelsOf(paint)).quality;
}

async function render(original: Buffer, format: Format, parameters: Parameters, frames = 1) {
  const facts = frames > 1 ? { ...SIZE, format: 'gif' as const, frames } : SIZE;
  return Buffer.from(await engine.render(original, ask(facts, format, parameters)));
}

describe.each(PREDICTED_FORMATS)('quality=auto of %s', (format) => {
  it('makes the same bytes as the quality in numbers that it chooses (transformations.auto-quality)', async () => {
    const original = await draw(SIZE.width, SIZE.height, quarters(96, 64)).png().toBuffer();
    const quality = chosen(quarters(96, 64), format, { quality: 'auto' }) as number;
    expect(Number.isInteger(quality)).toBe(true);
    const automatic = await render(original, format, { quality: 'auto' });
    expect(automatic.equals(await render(original, format, { quality }))).toBe(true);
    const other = await render(original, format, { quality: quality - 5 });
    expect(automatic.equals(other)).toBe(false);
  });

  it('differs by the pixels, and rises with the aim (transformations.auto-quality)', () => {
    const qualities = [calm, noise()].map((paint) =>
      ['auto-low', 'auto', 'auto-high'].map(
        (quality) => chosen(paint, format, { quality } as Parameters) as number,
      ),
    );
    for (const [low = 0, middle = 0, high = 0] of qualities) {
      expect(low).toBeLessThan(middle);
      expect(middle).toBeLessThanOrEqual(high);
    }
    expect(new Set(qualities.map(([, middle]) => middle)).size).toBe(2);
  });

  it('is a number also where there is almost nothing to see', () => {
    for (const [width, height] of [
      [1, 1],
      [1, 50],
      [7, 9],
    ] as const) {
      for (const paint of [plain('red'), () => [9], () => [9, 0], () => [1, 2, 3, 0]] as const) {
        for (const quality of AUTO_QUALITIES) {
          const requested = ask({ width, height }, format, { quality });
          const found = withQuality(requested, pixelsOf(paint, { width, height })).quality;
          expect(found).toBeGreaterThanOrEqual(20);
          expect(found).toBeLessThanOrEqual(98);
        }
      }
    }
  });
});

describe('quality=auto', () => {
  it('has no effect on png and gif (transformations.quality)', async () => {
    const original = await draw(SIZE.width, SIZE.height, quarters(96, 64)).png().toBuffer();
    for (const format of ['png', 'gif'] as const) {
      const automatic = await render(original, format, { quality: 'auto' });
      expect(automatic.equals(await render(original, format, {}))).toBe(true);
    }
  });

  it('of an animation is the one of its first frame (transformations.auto-quality)', async () => {
    const animate = (first: Paint, second: Paint) =>
      drawFrames(SIZE.width, SIZE.height, [first, second])
        .gif({ delay: [80, 80] })
        .toBuffer();
    for (const [first, second] of [
      [plain('blue'), noise()],
      [noise(), plain('blue')],
    ] as const) {
      const original = await animate(first, second);
      const seen = await sharp(original, { pages: 1 }).raw().toBuffer({ resolveWithObject: true });
      const frame = { data: seen.data, ...SIZE, channels: seen.info.channels, frames: 1 };
      const requested = ask({ ...SIZE, format: 'gif', frames: 2 }, 'webp', { quality: 'auto' });
      const { quality } = withQuality(requested, frame);
      const automatic = await render(original, 'webp', { quality: 'auto' }, 2);
      const byNumber = await render(original, 'webp', { quality: quality as number }, 2);
      expect(automatic.equals(byNumber)).toBe(true);
    }
  });

  it('above 8 megapixels is the one of the middle image, unread (transformations.auto-quality)', () => {
    const large = ask({ width: 4000, height: 2001 }, 'webp', { quality: 'auto' });
    expect(hasChoiceOfQuality(large)).toBe(false);
    expect(
      hasChoiceOfQuality({ ...large, quality: 'auto', resize: ask(SIZE, 'webp').resize }),
    ).toBe(true);
    expect(withQuality(large, undefined).quality).toBeGreaterThan(60);
    expect(withQuality(large, undefined).quality).toBeLessThan(95);
  });

  it('reads a bounded number of pixels', () => {
    let reads = 0;
    const counted = new Proxy(Buffer.alloc(3), {
      get: (target, name) => {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
        return Reflect.get(target, name === 'length' ? name : '0');
      },
    });
    measureFeatures({ data: counted, width: 6000, height: 4000, channels: 3, frames: 1 });
    // each second block is read of four times the pixels, too, and each fourth of sixteen times.
    // The choice of chroma reads all of them once more.
    expect(reads).toBeGreaterThan(300 * 64 * 3 * 8);
    expect(reads).toBeLessThan(450 * 64 * 3 * 8);
  });

  it('sees clear pixels as white, whatever their colour', () => {
    const clear =
      (colour: number): Paint =>
      (x, y) =>
        x < 48 ? [colour * (x & y & 1), 9, 9, 0] : [200, 30, 60, 255];
    const features = (paint: Paint) => measureFeatures(pixelsOf(paint));
    expect(features(clear(0))).toEqual(features(clear(255)));
    expect(features(clear(0))).toHaveLength(FEATURES.length);
  });
});
