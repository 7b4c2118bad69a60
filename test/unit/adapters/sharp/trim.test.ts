import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import { UnfitContentError } from '../../../../core/ports/images/image-engine.ts';
import type { Format } from '../../../../core/transform/formats.ts';
import { PARAMETERS, type Parameters } from '../../../../core/transform/parameters.ts';
import { renditionKey } from '../../../../core/transform/transformation.ts';
import { ask } from './support/ask.ts';
import { draw, drawFrames } from './support/drawing.ts';
import { see } from './support/rendition.ts';

const engine = await createSharpEngine();
const SIZE = { width: 40, height: 30 };
/** A block of two colours at 10,6 to 29,17 on a background that varies by 8. */
const isBlock = (x: number, y: number) => x >= 10 && x < 30 && y >= 6 && y < 18;
const block = (x: number) => (x < 20 ? ([200, 0, 0] as const) : ([0, 0, 200] as const));
const background = (x: number, y: number) => 240 + ((x + y) % 3) * 4;
const drawn = draw(40, 30, (x, y) => {
  const grey = background(x, y);
  return isBlock(x, y) ? block(x) : [grey, grey, grey];
});
const png = await drawn.png().toBuffer();

const make = async (requested: Parameters, format: Format = 'png', bytes = png, facts = {}) =>
  see(await engine.render(bytes, ask({ ...SIZE, ...facts }, format, requested)));
const sizeOf = ({ width, height }: { width: number; height: number }) => [width, height];

describe('trim (transformations.trim)', () => {
  it('leaves the smallest rectangle of pixels that differ by more than the tolerance', async () => {
    const seen = await make({ trim: 8 });
    expect(sizeOf(seen)).toEqual([20, 12]);
    for (let y = 0; y < 12; y += 1) {
      for (let x = 0; x < 20; x += 1) {
        expect(seen.at(x, y).slice(0, 3), `${x},${y}`).toEqual([...block(x + 10)]);
      }
    }
    // the background differs from its first pixel by 8
    expect(sizeOf(await make({ trim: 7 }))).toEqual([40, 30]);
    // nothing differs by 255: an image of one colour is left whole
    expect(sizeOf(await make({ trim: 255 }))).toEqual([40, 30]);
  });

  it('comes before crop, sides and a point, which are of the trimmed image', async () => {
    const cropped = await make({ trim: 8, crop: '10,0,99,5' });
    expect(sizeOf(cropped)).toEqual([10, 5]);
    expect(cropped.nameAt(0, 0)).toBe('blue');
    expect(sizeOf(await make({ trim: 8, width: 10 }))).toEqual([10, 6]);
    const left = await make({ trim: 8, width: 10, height: 12 }, 'png', png, {
      focalPoint: '0.3,0.4', // of the whole image: 2 pixels of the trimmed one from its left
    });
    expect(left.nameAt(4, 5)).toBe('red');
    expect(left.nameAt(9, 5)).toBe('red');
  });

  it('is of the upright image, and compares no colour of transparent pixels', async () => {
    const turned = await draw(40, 30, (x, y) => [
      (x * 97) & 255,
      (y * 55) & 255,
      7,
      isBlock(x, y) ? 255 : 0,
    ])
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer();
    const facts = { width: 30, height: 40, hasAlpha: true };
    const seen = await make({ trim: 0 }, 'png', turned, facts);
    expect(sizeOf(seen)).toEqual([12, 20]);
    expect(seen.at(11, 0)).toEqual([(10 * 97) & 255, (6 * 55) & 255, 7, 255]);
  });

  it('takes grey images, and the noise of a JPEG by its default', async () => {
    const grey = await sharp(png).toColourspace('b-w').png().toBuffer();
    expect(sizeOf(await make({ trim: 8 }, 'png', grey))).toEqual([20, 12]);
    const jpeg = await sharp(png).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer();
    const { width, height } = await make({ trim: 40 }, 'png', jpeg, { format: 'jpg' });
    expect(Math.max(Math.abs(width - 20), Math.abs(height - 12))).toBeLessThanOrEqual(2);
    expect(PARAMETERS.trim.parse('')).toBe(10);
    expect(PARAMETERS.trim.parse('256')).toBeUndefined();
  });

  it('cuts all frames alike, and a still image of them as well', async () => {
    const frames = [5, 20].map((start) => (x: number, y: number) => {
      const isIn = x >= start && x < start + 5 && y >= 10 && y < 20;
      return isIn ? ([255, 0, 0] as const) : ([255, 255, 255] as const);
    });
    const webp = await drawFrames(40, 30, frames).webp({ lossless: true }).toBuffer();
    const facts = { format: 'webp' as const, frames: 2 };
    const animated = await make({ trim: 10 }, 'gif', webp, facts);
    expect([animated.frames, ...sizeOf(animated)]).toEqual([2, 20, 10]);
    expect(animated.nameAt(2, 5, 0)).toBe('red');
    expect(animated.nameAt(17, 5, 1)).toBe('red');
    expect(sizeOf(await make({ trim: 10 }, 'png', webp, facts))).toEqual([20, 10]);
  });

  it('holds the bounds of the trimmed result, and refuses a crop outside it (transformations.max-output)', async () => {
    const refused = (requested: Parameters) =>
      expect(engine.render(png, ask(SIZE, 'webp', requested))).rejects;
    const enlarged = { trim: 8, width: 8192, enlarge: true } as const;
    // 8192 x 6144 pixels untrimmed, 8192 x 4915 trimmed: both are too many
    await refused(enlarged).toThrow(UnfitContentError);
    await refused({ trim: 8, crop: '35,0,5,5' }).toThrow(UnfitContentError);
    // 600 x 18000 pixels untrimmed are no WebP, 600 x 600 trimmed are one
    const tall = await draw(10, 300, (_, y) => (y >= 100 && y < 110 ? [9, 9, 9] : [250, 250, 250]))
      .png()
      .toBuffer();
    const facts = { width: 10, height: 300 };
    const fits = await make({ trim: 8, width: 600, enlarge: true }, 'webp', tall, facts);
    expect(sizeOf(fits)).toEqual([600, 600]);
  });

  it('is part of the key with every other parameter (transformations.rendition-key)', () => {
    const keyOf = (requested: Parameters) => renditionKey(ask(SIZE, 'webp', requested));
    expect(keyOf({ trim: 8 })).not.toBe(keyOf({ trim: 9 }));
    // the same for the whole image, but not for a trimmed one
    expect(keyOf({ width: 40 })).toBe(keyOf({ width: 41 }));
    expect(keyOf({ trim: 8, width: 25 })).not.toBe(keyOf({ trim: 8, width: 26 }));
    expect(keyOf({ trim: 8, width: 40 })).not.toBe(keyOf({ trim: 8, width: 41 }));
    expect(keyOf({ trim: 8 })).toMatch(/^[a-z0-9.-]+$/);
  });
});
