import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import type { Parameters } from '../../../../core/transform/parameters.ts';
import { ask } from './support/ask.ts';
import { draw, noise, PALETTE, quarters } from './support/drawing.ts';
import { type Seen, see } from './support/rendition.ts';

const engine = await createSharpEngine();
const SIZE = { width: 64, height: 64 };
const noisy = await draw(64, 64, noise()).png().toBuffer();
const edge = await draw(64, 64, (x) => (x < 32 ? [90, 90, 90] : [160, 160, 160]))
  .png()
  .toBuffer();

const make = async (bytes: Uint8Array, requested: Parameters) =>
  see(await engine.render(bytes, ask(SIZE, 'png', requested)));

function greens(seen: Seen): number[] {
  const values: number[] = [];
  for (let y = 0; y < seen.height; y += 1) {
    for (let x = 0; x < seen.width; x += 1) values.push(seen.at(x, y)[1]);
  }
  return values;
}

function varianceOf(seen: Seen): number {
  const values = greens(seen);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}

const contrastOf = (seen: Seen) => Math.max(...greens(seen)) - Math.min(...greens(seen));

describe('grayscale (transformations.effects)', () => {
  it('takes the colour out and keeps lighter pixels lighter', async () => {
    const bytes = await draw(64, 64, quarters(64, 64)).png().toBuffer();
    const seen = await make(bytes, { grayscale: true });
    const lightness = [
      [8, 8],
      [56, 8],
      [8, 56],
      [56, 56],
    ].map(([x = 0, y = 0]) => {
      const [red, green, blue] = seen.at(x, y);
      expect([green, blue]).toEqual([red, red]);
      return red;
    });
    const [red = 0, green = 0, blue = 0, yellow = 0] = lightness;
    expect(blue).toBeLessThan(red);
    expect(red).toBeLessThan(green);
    expect(green).toBeLessThan(yellow);
  });

  it.each(['jpg', 'png', 'webp', 'avif', 'gif'] as const)('is made as %s', async (format) => {
    const bytes = await draw(64, 64, quarters(64, 64)).png().toBuffer();
    const seen = await see(await engine.render(bytes, ask(SIZE, format, { grayscale: true })));
    const [red, green, blue] = seen.at(8, 8);
    expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(4);
  });

  it('keeps transparent parts, turned or not', async () => {
    const bytes = await draw(64, 64, (_, y) => [...PALETTE.red, y < 32 ? 0 : 255])
      .png()
      .toBuffer();
    const facts = { ...SIZE, hasAlpha: true };
    for (const requested of [{}, { rotate: 180 as const }]) {
      const result = ask(facts, 'png', { grayscale: true, ...requested });
      const seen = await see(await engine.render(bytes, result));
      const alphas = [seen.at(32, 8)[3], seen.at(32, 56)[3]];
      expect(alphas).toEqual(requested.rotate ? [255, 0] : [0, 255]);
    }
  });
});

describe('blur (transformations.effects)', () => {
  it('lowers the variance of noise, more with a larger sigma', async () => {
    const [plain, soft, softer] = await Promise.all([
      make(noisy, {}),
      make(noisy, { blur: 0.6 }),
      make(noisy, { blur: 3 }),
    ]);
    expect(varianceOf(soft)).toBeLessThan(varianceOf(plain) * 0.7);
    expect(varianceOf(softer)).toBeLessThan(varianceOf(soft) * 0.3);
  });

  it('counts its sigma in pixels of the result', async () => {
    const bytes = await draw(256, 64, (x) => (x < 128 ? [0, 0, 0] : [255, 255, 255]))
      .png()
      .toBuffer();
    const requested = ask({ width: 256, height: 64 }, 'png', { width: 64, blur: 4 });
    const seen = await see(await engine.render(bytes, requested));
    // a Gaussian edge is at 16 % one sigma before it
    const before = seen.at(28, 8)[1] / 255;
    expect(before).toBeGreaterThan(0.1);
    expect(before).toBeLessThan(0.25);
  });

  it('does not draw colour out of clear parts', async () => {
    const bytes = await draw(64, 64, (x) => [255, 0, 0, x < 32 ? 0 : 255])
      .png()
      .toBuffer();
    const hidden = await draw(64, 64, (x) => (x < 32 ? [0, 255, 0, 0] : [255, 0, 0, 255]))
      .png()
      .toBuffer();
    for (const image of [bytes, hidden]) {
      const requested = ask({ ...SIZE, hasAlpha: true }, 'png', { blur: 3 });
      const seen = await see(await engine.render(image, requested));
      const [red, green, , alpha] = seen.at(31, 30);
      expect([red > 245, green < 10]).toEqual([true, true]);
      expect(alpha).toBeGreaterThan(60);
      expect(alpha).toBeLessThan(200);
    }
  });
});

describe('sharpen (transformations.effects)', () => {
  it('raises the contrast of an edge', async () => {
    const [plain, sharp] = await Promise.all([make(edge, {}), make(edge, { sharpen: 2 })]);
    expect(contrastOf(plain)).toBe(70);
    expect(contrastOf(sharp)).toBeGreaterThan(75);
  });

  it('comes after blur', async () => {
    const [soft, both] = await Promise.all([
      make(edge, { blur: 1.5 }),
      make(edge, { blur: 1.5, sharpen: 2 }),
    ]);
    const step = (seen: Seen) => seen.at(33, 8)[1] - seen.at(30, 8)[1];
    expect(step(both)).toBeGreaterThan(step(soft));
  });
});

describe('an effect of two directions (transformations.effects)', () => {
  it.each([
    ['gamma', 0.9, 1.1],
    ['brightness', 90, 110],
    ['contrast', 90, 110],
    ['saturation', 80, 120],
    ['hue', 20, 340],
  ] as const)('changes pixels on both sides of its neutral value: %s', async (name, low, high) => {
    const plain = await make(noisy, {});
    const values = (seen: Seen) => Array.from({ length: 64 }, (_, at) => seen.at(at, at)).join(' ');
    const [less, more] = [await make(noisy, { [name]: low }), await make(noisy, { [name]: high })];
    expect(values(less)).not.toBe(values(plain));
    expect(values(more)).not.toBe(values(plain));
    expect(values(more)).not.toBe(values(less));
  });
});
