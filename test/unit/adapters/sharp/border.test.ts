import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import type { Format } from '../../../../core/transform/formats.ts';
import { PARAMETERS, type Parameters } from '../../../../core/transform/parameters.ts';
import { simplifyParameters } from '../../../../core/transform/query.ts';
import {
  isTransformationFault,
  outputSize,
  renditionKey,
  resolveTransformation,
} from '../../../../core/transform/transformation.ts';
import { ask } from './support/ask.ts';
import { draw, drawFrames } from './support/drawing.ts';
import { see } from './support/rendition.ts';

const engine = await createSharpEngine();
const SIZE = { width: 31, height: 20 };
const red = await draw(31, 20, () => [200, 30, 10])
  .png()
  .toBuffer();
const RED = [200, 30, 10, 255];
const CLEAR = [0, 0, 0, 0];

const make = async (requested: Parameters, format: Format = 'png', bytes = red, facts = {}) =>
  see(await engine.render(bytes, ask({ ...SIZE, ...facts }, format, requested)));
const keyOf = (requested: Parameters) => renditionKey(ask(SIZE, 'webp', requested));

describe('pad (transformations.pad)', () => {
  it('adds its margins around the image, in the order top, right, bottom, left', async () => {
    const seen = await make({ pad: '1,2,3,4', background: '008000' });
    expect([seen.width, seen.height]).toEqual([31 + 2 + 4, 20 + 1 + 3]);
    for (let y = 0; y < seen.height; y += 1) {
      for (let x = 0; x < seen.width; x += 1) {
        const isImage = x >= 4 && x < 35 && y >= 1 && y < 21;
        expect(seen.at(x, y), `${x},${y}`).toEqual(isImage ? RED : [0, 128, 0, 255]);
      }
    }
  });

  it('is transparent without a background, white in jpg, and beside the margins of contain', async () => {
    expect((await make({ pad: '2' })).at(1, 1)).toEqual(CLEAR);
    expect((await make({ pad: '8' }, 'jpg')).nameAt(0, 0)).toBe('white');
    const boxed = await make({ width: 20, height: 20, fit: 'contain', pad: '5,0,5,0' });
    expect([boxed.width, boxed.height]).toEqual([20, 30]);
  });

  it.each(['png', 'jpg', 'webp'] as const)(
    'lies around the part at a point, in %s',
    async (format) => {
      const requested = { width: 10, height: 10, pad: '1,2,3,4', background: '008000' } as const;
      const seen = await make({ ...requested, position: '0.1,1' }, format);
      expect([seen.width, seen.height]).toEqual([16, 14]);
      expect([seen.nameAt(9, 6), seen.nameAt(9, 12)]).toEqual(['red', 'green']);
    },
  );

  it('colours the margins of a grey image, whose pixels an effect mixes', async () => {
    const grey = await draw(31, 20, () => [90, 90, 90])
      .toColourspace('b-w')
      .png()
      .toBuffer();
    const seen = await make({ pad: '6', blur: 1, background: 'ff0000' }, 'png', grey);
    expect(seen.at(0, 0)).toEqual([255, 0, 0, 255]);
    expect(seen.at(21, 16)).toEqual([90, 90, 90, 255]);
  });

  it('counts in the bounds of the result (transformations.max-output)', () => {
    const png = { format: 'png', frames: 1, hasAlpha: false, ...SIZE } as const;
    const fault = (pad: string) => {
      const result = resolveTransformation(png, 'webp', { pad });
      return isTransformationFault(result) ? result.code : outputSize(result).width;
    };
    expect(fault('0,16352,0,0')).toBe(16_383);
    expect(fault('0,16353,0,0')).toBe('image_too_large');
    expect(fault('3000')).toBe('image_too_large');
  });

  it('is multiplied by dpr, as the border is, at the edge or at the origin', () => {
    const doubled = { width: 10, dpr: 2, pad: '1,2,3,4', border: '2,336699' } as const;
    const folded = { width: 20, pad: '2,4,6,8', border: '4,336699' } as const;
    expect(simplifyParameters(doubled, 'webp')).toEqual(folded);
    expect(keyOf(doubled)).toBe(keyOf(folded));
    // a folded length beyond the table's bound is left to the origin
    const wide = { width: 10, dpr: 2, border: '5000,336699' } as const;
    expect(simplifyParameters(wide, 'webp')).toEqual(wide);
    expect(keyOf({ pad: '3,3,3,3' })).toBe(keyOf({ pad: '3' }));
    expect(keyOf({ pad: '0,0,0,0' })).toBe(keyOf({}));
  });
});

/** The formula of the documents: the share of a pixel that the border covers. */
function shareOf(x: number, y: number, width: number, r: number): number {
  const [left, top] = [Math.min(x, 30 - x), Math.min(y, 19 - y)];
  if (left < r && top < r && r > width) {
    const d = Math.hypot(r - left - 0.5, r - top - 0.5);
    return 1 - Math.min(1, Math.max(0, r - width + 0.5 - d));
  }
  return left >= width && top >= width ? 0 : 1;
}

describe('border (transformations.border)', () => {
  it.each([
    [1, 0],
    [4, 0],
    [3, 8],
    [6, 4],
    [10, 10],
  ])('paints %i pixels inside the edges at a radius of %i, as the formula says', async (w, r) => {
    const ink = [0, 64, 255];
    const seen = await make({ border: `${w},0040ff`, radius: r });
    expect([seen.width, seen.height]).toEqual([31, 20]);
    for (let y = 0; y < 20; y += 1) {
      for (let x = 0; x < 31; x += 1) {
        const share = shareOf(x, y, w, r);
        const mixed = ink.map((value, at) =>
          Math.round(value * share + (RED[at] as number) * (1 - share)),
        );
        const [red_, green, blue, alpha] = seen.at(x, y);
        if (alpha > 0) expect([red_, green, blue], `${x},${y}`).toEqual(mixed);
      }
    }
  });

  it('is a ring in a circle, and lies above transparent pixels with its own opacity', async () => {
    const ring = await make({ mask: 'circle', border: '3,0040ff' });
    expect(ring.at(15, 1).slice(0, 3)).toEqual([0, 64, 255]);
    expect(ring.at(15, 4)).toEqual(RED);
    expect(ring.at(0, 10)[3]).toBe(0);
    const clear = await draw(31, 20, () => [9, 9, 9, 0])
      .png()
      .toBuffer();
    const over = await make({ border: '2,0040ff80' }, 'png', clear, { hasAlpha: true });
    expect(over.at(0, 0)).toEqual([0, 64, 255, 128]);
    const half = await make({ border: '2,0040ff80' });
    expect(half.at(0, 0)).toEqual([100, 47, 133, 255]);
  });

  it('is in every frame, and around the margins of pad', async () => {
    const frames = [() => [255, 0, 0] as const, () => [0, 0, 255] as const];
    const bytes = await drawFrames(31, 20, frames).webp({ lossless: true }).toBuffer();
    const facts = { format: 'webp', frames: 2 };
    const seen = await make({ border: '2,00ff00', pad: '4' }, 'gif', bytes, facts);
    expect([seen.frames, seen.width, seen.height]).toEqual([2, 39, 28]);
    for (const frame of [0, 1]) {
      expect(seen.at(38, 27, frame)).toEqual([0, 255, 0, 255]);
      expect(seen.at(3, 3, frame)[3]).toBe(0);
      expect(seen.nameAt(15, 12, frame)).toBe(frame === 0 ? 'red' : 'blue');
    }
  });

  it('is one rendition from half of the shorter side on, and none if it is clear (transformations.rendition-key)', () => {
    expect(keyOf({ border: '10,000000' })).toBe(keyOf({ border: '8192,000000' }));
    expect(keyOf({ border: '9,000000' })).not.toBe(keyOf({ border: '10,000000' }));
    expect(keyOf({ border: '0,000000' })).toBe(keyOf({}));
    expect(keyOf({ border: '5,12345600' })).toBe(keyOf({}));
  });

  it.each([
    ['4', '4,000000'],
    ['4,F80', '4,ff8800'],
    ['4,336699ff', '4,336699'],
    ['8193', undefined],
    ['04', undefined],
    ['4,', undefined],
    ['4,12', undefined],
    ['4,fff,1', undefined],
    ['4,fff,', undefined],
    [',fff', undefined],
  ])('is read from %s as %s (transformations.wrong-values)', (text, value) => {
    expect(PARAMETERS.border.parse(text)).toBe(value);
  });
});
