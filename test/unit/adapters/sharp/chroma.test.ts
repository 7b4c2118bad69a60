import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  chooseChroma,
  hasChoiceOfChroma,
  measureChromaLoss,
} from '../../../../adapters/sharp/choose-chroma.ts';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import { FORMATS, type Format } from '../../../../core/transform/formats.ts';
import type { Parameters } from '../../../../core/transform/parameters.ts';
import { ask } from './support/ask.ts';
import { draw, type Paint, quarters } from './support/drawing.ts';
import { see } from './support/rendition.ts';

const engine = await createSharpEngine();
const SIZE = { width: 96, height: 64 };
/** Diagonal lines of one pixel, as fine text has them. */
const lines: Paint = (x, y) => ((x + y) % 3 === 0 ? [230, 20, 20] : [20, 20, 200]);
/** The same lines without colour. */
const greyLines: Paint = (x, y) => ((x + y) % 3 === 0 ? [230, 230, 230] : [20, 20, 20]);
/** Lines between colours that differ little. */
const softLines: Paint = (x, y) => ((x + y) % 3 === 0 ? [140, 120, 110] : [120, 125, 130]);

/** Lines between colours that hardly differ, as a photograph has them. */
const blurredLines: Paint = (x, y) => ((x + y) % 3 === 0 ? [124, 122, 120] : [120, 124, 128]);

async function chromaOf(paint: Paint, format: Format, parameters: Parameters = {}) {
  const original = await draw(SIZE.width, SIZE.height, paint).png().toBuffer();
  const rendered = await engine.render(original, ask(SIZE, format, parameters));
  return (await see(rendered)).metadata.chromaSubsampling;
}

describe('the resolution of colour', () => {
  it('of a JPEG is full where fine lines differ in colour, and half elsewhere (transformations.chroma)', async () => {
    expect(await chromaOf(lines, 'jpg')).toBe('4:4:4');
    expect(await chromaOf(quarters(96, 64), 'jpg')).toBe('4:2:0');
    expect(await chromaOf(greyLines, 'jpg')).toBe('4:2:0');
    expect(await chromaOf(softLines, 'jpg')).toBe('4:2:0');
  });

  it.each([
    [{ grayscale: true }, '4:2:0'],
    [{ saturation: 10 }, '4:2:0'],
    [{ blur: 5 }, '4:2:0'],
    [{ negate: true }, '4:4:4'],
    [{ rotate: 90 }, '4:4:4'],
    [{ quality: 30 }, '4:4:4'],
  ] as const)(
    'of a JPEG is chosen by the pixels after %o (transformations.chroma)',
    async (parameters, expected) => {
      expect(await chromaOf(lines, 'jpg', parameters)).toBe(expected);
    },
  );

  it('of a result above 8 megapixels is chosen unread: of a JPEG half (transformations.chroma)', () => {
    const has = (width: number, height: number, format: Format) =>
      hasChoiceOfChroma(ask({ width, height }, format));
    expect([has(4000, 2000, 'jpg'), has(4000, 2001, 'jpg')]).toEqual([true, false]);
    expect([has(40, 20, 'webp'), has(40, 20, 'avif'), has(40, 20, 'png')]).toEqual([
      true,
      true,
      false,
    ]);
    const padded = ask({ width: 2800, height: 2800 }, 'jpg', { pad: '100' });
    expect(hasChoiceOfChroma(padded)).toBe(false);
    const unread = (['jpg', 'webp', 'avif'] as const).map((one) => chooseChroma(one, undefined));
    expect(unread).toEqual(['4:2:0', '4:4:4', '4:4:4']);
  });

  it.each([
    ['full where fine lines differ in colour', lines, 0b00000],
    ['half elsewhere', quarters(96, 64), 0b01100],
  ] as const)('of an AVIF is %s (transformations.chroma)', async (_, paint, expected) => {
    const original = await draw(SIZE.width, SIZE.height, paint).png().toBuffer();
    const rendered = Buffer.from(await engine.render(original, ask(SIZE, 'avif')));
    // AV1 ISOBMFF 1.3 2.3.3: monochrome and the two bits of the subsampling, in the third byte
    expect((rendered[rendered.indexOf('av1C') + 6] ?? 0xff) & 0b11100).toBe(expected);
  });

  it.each([
    ['sharp where fine lines differ in colour', lines, true],
    ['plain elsewhere', blurredLines, false],
  ] as const)(
    'of a WebP is half, with edges that are %s (transformations.chroma)',
    async (_, paint, smartSubsample) => {
      const original = await draw(SIZE.width, SIZE.height, paint).png().toBuffer();
      const encodeAlone = (isSmart: boolean) => {
        const quality = FORMATS.webp.defaultQuality ?? 0;
        return sharp(original).webp({ quality, smartSubsample: isSmart }).toBuffer();
      };
      const rendered = Buffer.from(await engine.render(original, ask(SIZE, 'webp')));
      expect(rendered.equals(await encodeAlone(smartSubsample))).toBe(true);
      expect(rendered.equals(await encodeAlone(!smartSubsample))).toBe(false);
    },
  );
});

describe('the loss of colour', () => {
  const pixelsOf = (width: number, height: number, rgb: Paint) => {
    const data = Buffer.alloc(width * height * 3);
    for (let at = 0; at < width * height; at += 1) {
      data.set(rgb(at % width, Math.floor(at / width)), at * 3);
    }
    return { data, width, height, channels: 3 as const, frames: 1 };
  };

  it.each([
    [1, 1],
    [1, 50],
    [50, 1],
    [7, 9],
  ])('is a number for %i x %i pixels', (width, height) => {
    expect(measureChromaLoss(pixelsOf(width, height, lines))).toBeGreaterThanOrEqual(0);
  });

  it.each([
    [2, 1],
    [1, 2],
    [3, 3],
  ])('of %i x %i pixels counts the last row and column of an odd side', (width, height) => {
    // all pixels have one colour but those of the last column, or of the last row
    const last: Paint = (x, y) =>
      x === width - 1 && (width > 1 || y === height - 1) ? [255, 0, 0] : [255, 255, 255];
    expect(chooseChroma('avif', measureChromaLoss(pixelsOf(width, height, last)))).toBe(
      width === 3 ? '4:2:0' : '4:4:4',
    );
  });

  it('of clear pixels is none, whatever colour is under them (transformations.chroma)', () => {
    const { data } = pixelsOf(16, 16, lines);
    const withAlpha = (alpha: number) => {
      const pixels = Buffer.alloc(16 * 16 * 4, alpha);
      for (let at = 0; at < 16 * 16; at += 1) data.copy(pixels, at * 4, at * 3, at * 3 + 3);
      return { data: pixels, width: 16, height: 16, channels: 4 as const, frames: 1 };
    };
    expect(measureChromaLoss(withAlpha(0))).toBe(0);
    expect(measureChromaLoss(withAlpha(255))).toBe(measureChromaLoss(pixelsOf(16, 16, lines)));
  });

  it('of a seen pixel counts the colour of a clear one beside it (transformations.chroma)', () => {
    const pixelsWith = (clear: readonly number[]) => {
      const data = Buffer.from([...clear, 0, 255, 255, 255, 255]);
      return { data, width: 2, height: 1, channels: 4 as const, frames: 1 };
    };
    expect(measureChromaLoss(pixelsWith([255, 0, 0]))).toBeGreaterThan(1000);
    expect(measureChromaLoss(pixelsWith([0, 0, 0]))).toBeLessThan(1e-6);
  });

  it('of 24 megapixels is measured by a bounded number of pixels', () => {
    let reads = 0;
    const { data } = pixelsOf(1, 1, lines);
    const counted = new Proxy(data, {
      get: (target, name) => {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
        return Reflect.get(target, name === 'length' ? name : '0');
      },
    });
    measureChromaLoss({ data: counted, width: 6000, height: 4000, channels: 3, frames: 1 });
    expect(reads).toBeGreaterThan(300 * 64 * 3);
    expect(reads).toBeLessThan(450 * 64 * 3);
  });
});
