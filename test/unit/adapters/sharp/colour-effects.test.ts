import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import type { Parameters } from '../../../../core/transform/parameters.ts';
import { renditionKey } from '../../../../core/transform/transformation.ts';
import { ask } from './support/ask.ts';
import { draw, drawFrames } from './support/drawing.ts';
import { see } from './support/rendition.ts';

type Rgba = readonly [number, number, number, number];

const engine = await createSharpEngine();
const SIZE = { width: 27, height: 16 };
/** Every combination of black, middle and full values, then others; a part of it is translucent. */
const colourAt = (x: number, y: number): Rgba => {
  const level = (place: number) => [0, 128, 255][Math.floor(x / 3 ** place) % 3] ?? 0;
  const alpha = y % 4 === 3 ? 100 : 255;
  if (y < 8) return [level(0), level(1), level(2), alpha];
  return [(x * 37 + y) & 255, (x * 11 + y * 29) & 255, (y * 61) & 255, alpha];
};
const original = await draw(27, 16, colourAt).png().toBuffer();

const keyOf = (parameters: Parameters) => renditionKey(ask(SIZE, 'webp', parameters));
const byte = (value: number) => Math.max(0, Math.min(255, Math.round(value)));

async function make(parameters: Parameters) {
  return see(await engine.render(original, ask({ ...SIZE, hasAlpha: true }, 'png', parameters)));
}

/** Compares every pixel with the formula's colour; the alpha stays. */
async function expectFormula(
  parameters: Parameters,
  formula: (red: number, green: number, blue: number) => readonly number[],
) {
  const seen = await make(parameters);
  for (let y = 0; y < 16; y += 1) {
    for (let x = 0; x < 27; x += 1) {
      const [red, green, blue, alpha] = colourAt(x, y);
      const expected = [...formula(red, green, blue).map(byte), alpha];
      expect(seen.at(x, y), `${x},${y}`).toEqual(expected);
    }
  }
}

const each = (formula: (value: number) => number) => (red: number, green: number, blue: number) =>
  [red, green, blue].map(formula);
const luminanceOf = (red: number, green: number, blue: number) =>
  0.213 * red + 0.715 * green + 0.072 * blue;

describe('the formulas of colours (transformations.colours)', () => {
  it.each([0, 40, 130, 400])('brightness=%i multiplies', async (brightness) => {
    await expectFormula(
      { brightness },
      each((value) => (value * brightness) / 100),
    );
  });

  it.each([0, 55, 180, 400])('contrast=%i spreads around the middle', async (contrast) => {
    const formula = each((value) => ((value - 127.5) * contrast) / 100 + 127.5);
    await expectFormula({ contrast }, formula);
  });

  it.each([0.1, 0.5, 2.2, 10])('gamma=%d is a power', async (gamma) => {
    await expectFormula(
      { gamma },
      each((value) => 255 * (value / 255) ** (1 / gamma)),
    );
  });

  it.each([0, 60, 250])('saturation=%i is the distance from the luminance', async (saturation) => {
    await expectFormula({ saturation }, (red, green, blue) => {
      const grey = luminanceOf(red, green, blue);
      return [red, green, blue].map((value) => grey + ((value - grey) * saturation) / 100);
    });
  });

  it('hue turns, by the matrix of CSS: a half turn of red is a dark cyan', async () => {
    const red = await draw(1, 1, () => [255, 0, 0])
      .png()
      .toBuffer();
    const seen = await see(
      await engine.render(red, ask({ width: 1, height: 1 }, 'png', { hue: 180 })),
    );
    // 0.213 - 0.787, and twice 0.213 + 0.213, as Filter Effects 9.6 has it for cos -1 and sin 0
    expect(seen.at(0, 0)).toEqual([0, 109, 109, 255]);
    await expectFormula({ hue: 120 }, (r, g, b) => {
      const [cos, sin] = [Math.cos((120 / 180) * Math.PI), Math.sin((120 / 180) * Math.PI)];
      return [
        (0.213 + cos * 0.787 - sin * 0.213) * r +
          (0.715 - cos * 0.715 - sin * 0.715) * g +
          (0.072 - cos * 0.072 + sin * 0.928) * b,
        (0.213 - cos * 0.213 + sin * 0.143) * r +
          (0.715 + cos * 0.285 + sin * 0.14) * g +
          (0.072 - cos * 0.072 - sin * 0.283) * b,
        (0.213 - cos * 0.213 - sin * 0.787) * r +
          (0.715 - cos * 0.715 + sin * 0.715) * g +
          (0.072 + cos * 0.928 + sin * 0.072) * b,
      ];
    });
  });

  it.each(['704214', 'ffffff', '000000', 'ff000080'])(
    'tint=%s keeps the luminance',
    async (tint) => {
      const at = (index: number) => Number.parseInt(tint.slice(index, index + 2), 16);
      const color = [at(0), at(2), at(4)] as const;
      const strength = tint.length === 8 ? at(6) / 255 : 1;
      const own = luminanceOf(...color);
      await expectFormula({ tint }, (red, green, blue) => {
        const light = byte(luminanceOf(red, green, blue));
        return [red, green, blue].map((value, index) => {
          const of = color[index] ?? 0;
          const above = own === 255 ? 255 : 255 - ((255 - of) * (255 - light)) / (255 - own);
          const tinted = byte(light < own ? (of * light) / own : above);
          return value + (tinted - value) * strength;
        });
      });
    },
  );

  it('negate inverts', async () => {
    await expectFormula(
      { negate: true },
      each((value) => 255 - value),
    );
  });

  it('follow one another in the order of the steps, each within 0 to 255', async () => {
    // 300 % of brightness ends at 255 before the contrast
    await expectFormula({ negate: true, contrast: 50, brightness: 300 }, (...values) =>
      each((value) => 255 - byte((Math.min(255, value * 3) - 127.5) / 2 + 127.5))(...values),
    );
  });

  it('colour a grey image, and one whose colour grayscale removes', async () => {
    const grey = await draw(8, 8, () => [100, 100, 100, 128])
      .toColourspace('b-w')
      .png()
      .toBuffer();
    for (const parameters of [{ tint: 'ff0000' }, { tint: 'ff0000', grayscale: true }]) {
      const requested = ask({ width: 8, height: 8, hasAlpha: true }, 'png', parameters);
      const seen = await see(await engine.render(grey, requested));
      const [red, green, blue, alpha] = seen.at(4, 4);
      expect([red, green === blue, alpha]).toEqual([255, true, 128]);
      expect(green).toBeLessThan(80);
    }
  });

  it('leave the background alone', async () => {
    const requested = { width: 40, height: 16, fit: 'contain', background: '204060' } as const;
    const facts = { width: 16, height: 16 };
    const square = await draw(16, 16, () => [10, 20, 30])
      .png()
      .toBuffer();
    const seen = await see(
      await engine.render(square, ask(facts, 'png', { ...requested, negate: true })),
    );
    expect(seen.at(1, 1)).toEqual([0x20, 0x40, 0x60, 255]);
    expect(seen.at(20, 8)).toEqual([245, 235, 225, 255]);
  });
});

describe('pixelate (transformations.colours)', () => {
  it.each([2, 5, 16, 1000])('%i: squares of their mean, cut at the edges', async (pixelate) => {
    const seen = await make({ pixelate });
    for (let top = 0; top < 16; top += pixelate) {
      for (let left = 0; left < 27; left += pixelate) {
        const sums = [0, 0, 0, 0];
        let count = 0;
        for (let y = top; y < Math.min(16, top + pixelate); y += 1) {
          for (let x = left; x < Math.min(27, left + pixelate); x += 1) {
            const [red, green, blue, alpha] = colourAt(x, y);
            [red * alpha, green * alpha, blue * alpha, alpha].forEach((value, at) => {
              sums[at] = (sums[at] ?? 0) + value;
            });
            count += 1;
          }
        }
        const [red = 0, green = 0, blue = 0, alpha = 0] = sums;
        const mean = [red / alpha, green / alpha, blue / alpha, alpha / count].map(byte);
        expect(seen.at(left, top)).toEqual(mean);
        const last = [Math.min(26, left + pixelate - 1), Math.min(15, top + pixelate - 1)] as const;
        expect(seen.at(...last)).toEqual(mean);
      }
    }
  });

  it('keeps the frames of an animation apart', async () => {
    const frames = [() => [255, 0, 0] as const, () => [0, 0, 255] as const];
    const bytes = await drawFrames(10, 7, frames).webp({ lossless: true }).toBuffer();
    const facts = { width: 10, height: 7, format: 'webp', frames: 2 } as const;
    const seen = await see(await engine.render(bytes, ask(facts, 'gif', { pixelate: 4 })));
    expect([seen.at(9, 6, 0), seen.at(0, 0, 1)]).toEqual([
      [255, 0, 0, 255],
      [0, 0, 255, 255],
    ]);
  });
});

describe('equal results of colours (transformations.rendition-key)', () => {
  it.each<[Parameters, Parameters]>([
    [{ brightness: 100, contrast: 100, saturation: 100, hue: 0, gamma: 1, pixelate: 1 }, {}],
    [{ tint: '70421400' }, {}],
    [{ pixelate: 27 }, { pixelate: 1000 }],
  ])('%j is the rendition of %j', (one, other) => {
    expect(keyOf(one)).toBe(keyOf(other));
  });

  it('no brightness is another rendition', () => {
    expect(keyOf({ brightness: 0 })).not.toBe(keyOf({}));
  });
});
