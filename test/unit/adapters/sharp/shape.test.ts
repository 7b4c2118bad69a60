import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import type { Parameters } from '../../../../core/transform/parameters.ts';
import { renditionKey } from '../../../../core/transform/transformation.ts';
import { ask } from './support/ask.ts';
import { draw, drawFrames } from './support/drawing.ts';
import { see } from './support/rendition.ts';

const engine = await createSharpEngine();
const SIZE = { width: 31, height: 20 };
const red = await draw(31, 20, () => [200, 30, 10])
  .png()
  .toBuffer();

const make = async (bytes: Uint8Array, requested: Parameters, facts = {}) =>
  see(await engine.render(bytes, ask({ ...SIZE, ...facts }, 'png', requested)));

/** The formula of the documents: the share of a pixel within a circle around a centre. */
const share = (x: number, y: number, cx: number, cy: number, r: number) =>
  Math.min(1, Math.max(0, r + 0.5 - Math.hypot(x + 0.5 - cx, y + 0.5 - cy)));

/** Alpha by the formula, for a rectangle with round corners. */
function rounded(x: number, y: number, r: number): number {
  const isCorner = (x < r || x >= 31 - r) && (y < r || y >= 20 - r);
  if (!isCorner) return 255;
  return Math.round(255 * share(x, y, x < r ? r : 31 - r, y < r ? r : 20 - r, r));
}

describe('radius and mask (transformations.shape)', () => {
  it.each([1, 3, 7, 10])('rounds the corners by %i as the formula says', async (radius) => {
    const seen = await make(red, { radius });
    for (let y = 0; y < 20; y += 1) {
      for (let x = 0; x < 31; x += 1) {
        const [r, , , alpha] = seen.at(x, y);
        expect(alpha, `${x},${y}`).toBe(rounded(x, y, radius));
        if (alpha > 0) expect(r).toBe(200);
      }
    }
  });

  it('leaves the circle in the middle as the formula says', async () => {
    const seen = await make(red, { mask: 'circle' });
    for (let y = 0; y < 20; y += 1) {
      for (let x = 0; x < 31; x += 1) {
        const expected = Math.round(255 * share(x, y, 15.5, 10, 10));
        expect(seen.at(x, y)[3], `${x},${y}`).toBe(expected);
      }
    }
  });

  it('multiplies the alpha that is there, of a grey image too', async () => {
    const half = await draw(31, 20, () => [90, 90, 90, 128])
      .toColourspace('b-w')
      .png()
      .toBuffer();
    for (const requested of [{ radius: 8 }, { radius: 8, grayscale: true, blur: 1 }]) {
      const seen = await make(half, requested, { hasAlpha: true });
      const [r, g, b, alpha] = seen.at(15, 10);
      expect([g, b, alpha]).toEqual([r, r, 128]);
      expect(Math.abs(r - 90)).toBeLessThan(2); // blur multiplies by alpha and divides again
      expect([seen.at(0, 0)[3], seen.at(30, 19)[3]]).toEqual([0, 0]);
    }
  });

  it('cuts every frame of an animation', async () => {
    const frames = [() => [255, 0, 0] as const, () => [0, 0, 255] as const];
    const bytes = await drawFrames(31, 20, frames).webp({ lossless: true }).toBuffer();
    const requested = ask({ ...SIZE, format: 'webp', frames: 2 }, 'gif', { radius: 6 });
    const seen = await see(await engine.render(bytes, requested));
    expect(seen.frames).toBe(2);
    for (const frame of [0, 1]) {
      const corners = [seen.at(0, 0, frame), seen.at(30, 0, frame), seen.at(30, 19, frame)];
      expect(corners.map(([, , , alpha]) => alpha)).toEqual([0, 0, 0]);
      expect(seen.at(15, 19, frame)[3]).toBe(255);
    }
  });

  it('shows the background, or white in jpg, in the corners', async () => {
    const at = async (format: 'jpg' | 'webp', background?: string) => {
      const parameters = { radius: 10, ...(background && { background }) };
      const bytes = await engine.render(red, ask(SIZE, format, parameters));
      return (await see(bytes)).at(0, 0).map((value) => Math.round(value / 64));
    };
    expect(await at('jpg')).toEqual([4, 4, 4, 4]);
    expect(await at('jpg', '008000')).toEqual([0, 2, 0, 4]);
    expect(await at('webp', '008000')).toEqual([0, 2, 0, 4]);
  });

  it('is one rendition for every radius beyond half of the shorter side (transformations.rendition-key)', () => {
    const keyOf = (requested: Parameters, width = 31) =>
      renditionKey(ask({ ...SIZE, width }, 'webp', requested));
    expect(keyOf({ radius: 10 })).toBe(keyOf({ radius: 8192 }));
    expect(keyOf({ radius: 9 })).not.toBe(keyOf({ radius: 10 }));
    expect(keyOf({ radius: 0 })).toBe(keyOf({}));
    // a circle of a square is a square with round corners
    expect(keyOf({ mask: 'circle' }, 20)).toBe(keyOf({ radius: 10 }, 20));
    expect(keyOf({ mask: 'circle' })).not.toBe(keyOf({ radius: 10 }));
    expect(keyOf({ mask: 'circle', radius: 3 })).toBe(keyOf({ mask: 'circle' }));
    expect(keyOf({ width: 10, dpr: 2, radius: 3 })).toBe(keyOf({ width: 20, radius: 6 }));
  });
});
