import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import type { Parameters } from '../../../../core/transform/parameters.ts';
import { ask } from './support/ask.ts';
import { draw, plain } from './support/drawing.ts';
import { see } from './support/rendition.ts';

const engine = await createSharpEngine();

/** Clear on the left, half-clear red in the middle, red on the right. */
const SHEER = { width: 90, height: 30, hasAlpha: true };
const sheer = await draw(90, 30, (x) => [220, 30, 30, x < 30 ? 0 : x < 60 ? 128 : 255])
  .png()
  .toBuffer();
const OPAQUE = { width: 60, height: 30 };
const opaque = await draw(60, 30, plain('blue')).png().toBuffer();

async function colorsOf(
  bytes: Uint8Array,
  facts: typeof OPAQUE,
  requested: Parameters,
  format: 'png' | 'jpg' | 'webp' | 'avif' | 'gif' = 'png',
) {
  const seen = await see(await engine.render(bytes, ask(facts, format, requested)));
  return (x: number, y = seen.height >> 1) => seen.at(x, y);
}

function isNear(pixel: readonly number[], wanted: readonly number[], tolerance = 4) {
  pixel.forEach((value, index) => {
    expect(Math.abs(value - (wanted[index] ?? 0)), `${pixel} is not ${wanted}`).toBeLessThanOrEqual(
      tolerance,
    );
  });
}

describe('transparent parts (transformations.background, transformations.colour)', () => {
  it.each(['png', 'webp', 'avif'] as const)('stay in %s', async (format) => {
    const at = await colorsOf(sheer, SHEER, {}, format);
    expect(at(10)[3]).toBe(0);
    isNear(at(45), [220, 30, 30, 128], 12);
    isNear(at(80), [220, 30, 30, 255], 12);
  });

  it('stay in gif, which knows clear or not', async () => {
    const at = await colorsOf(sheer, SHEER, {}, 'gif');
    expect([at(10)[3], at(80)[3]]).toEqual([0, 255]);
  });

  it('lie on white in jpg', async () => {
    const at = await colorsOf(sheer, SHEER, {}, 'jpg');
    isNear(at(10), [255, 255, 255, 255], 6);
    isNear(at(45), [237, 142, 142, 255], 12);
    isNear(at(80), [220, 30, 30, 255], 12);
  });
});

describe('background (transformations.background)', () => {
  it('lies under transparent parts, mixed as far as they let it through', async () => {
    for (const format of ['png', 'webp', 'jpg'] as const) {
      const at = await colorsOf(sheer, SHEER, { background: '0000ff' }, format);
      const tolerance = format === 'png' ? 2 : 14;
      isNear(at(10), [0, 0, 255, 255], tolerance);
      isNear(at(45), [110, 15, 142, 255], tolerance);
      isNear(at(80), [220, 30, 30, 255], tolerance);
    }
  });

  it('lets through what its seventh and eighth digit say', async () => {
    const at = await colorsOf(sheer, SHEER, { background: '0000ff80' });
    isNear(at(10), [0, 0, 255, 128], 2);
    isNear(at(80), [220, 30, 30, 255], 2);
    expect(at(45)[3]).toBeGreaterThan(186);
    expect(at(45)[3]).toBeLessThan(198);
  });

  it('is mixed on white in jpg where it lets something through', async () => {
    const at = await colorsOf(sheer, SHEER, { background: '0000ff80' }, 'jpg');
    isNear(at(10), [127, 127, 255, 255], 10);
  });

  it('is what contain adds', async () => {
    const box: Parameters = { width: 60, height: 60, fit: 'contain' };
    const clear = await colorsOf(opaque, OPAQUE, box);
    expect(clear(30, 5)[3]).toBe(0);
    const white = await colorsOf(opaque, OPAQUE, box, 'jpg');
    isNear(white(30, 5), [255, 255, 255, 255]);
    const orange = await colorsOf(opaque, OPAQUE, { ...box, background: 'ff8800' });
    isNear(orange(30, 5), [255, 136, 0, 255], 1);
    isNear(orange(30, 30), [30, 30, 220, 255], 1);
    const half = await colorsOf(opaque, OPAQUE, { ...box, background: 'ff880080' });
    isNear(half(30, 5), [255, 136, 0, 128], 1);
    isNear(half(30, 30), [30, 30, 220, 255], 1);
  });

  it('is what contain adds to a turned image, and under its transparent parts', async () => {
    const requested: Parameters = {
      width: 90,
      height: 90,
      fit: 'contain',
      background: '00ff00',
      rotate: 90,
    };
    const at = await colorsOf(sheer, SHEER, requested);
    isNear(at(5, 45), [0, 255, 0, 255], 2);
    isNear(at(45, 10), [0, 255, 0, 255], 2);
    isNear(at(45, 80), [220, 30, 30, 255], 2);
  });

  it.each(['png', 'webp', 'jpg', 'avif'] as const)(
    'keeps its colour with a grey image in %s',
    async (format) => {
      const grey = await draw(90, 30, (x) => [90, 90, 90, x < 30 ? 0 : 255])
        .toColourspace('b-w')
        .png()
        .toBuffer();
      expect(grey.readUInt8(25), 'the colour type of grey with alpha').toBe(4);
      const under = await colorsOf(grey, SHEER, { background: 'ff8800' }, format);
      isNear(under(10), [255, 136, 0, 255], 8);
      isNear(under(80), [90, 90, 90, 255], 8);
      const opaqueGrey = await draw(60, 30, plain('grey')).toColourspace('b-w').jpeg().toBuffer();
      const box: Parameters = { width: 60, height: 60, fit: 'contain' };
      for (const effects of [{}, { sharpen: 1 }, { blur: 1 }, { rotate: 180 as const }]) {
        const around = await colorsOf(
          opaqueGrey,
          OPAQUE,
          { ...box, ...effects, background: 'ff8800' },
          format,
        );
        isNear(around(30, 3), [255, 136, 0, 255], 8);
        isNear(around(30, 30), [128, 128, 128, 255], 8);
      }
    },
  );

  const EFFECTS: [string, Parameters][] = [
    ['grayscale', { grayscale: true }],
    ['sharpen', { sharpen: 1 }],
    ['blur', { blur: 1 }],
    ['all of them', { grayscale: true, sharpen: 1, blur: 1 }],
  ];
  it.each(EFFECTS)('comes after %s and keeps its colour', async (_, effects) => {
    for (const background of ['ff8800', 'ff880080']) {
      const alpha = background.length === 8 ? 128 : 255;
      const under = await colorsOf(sheer, SHEER, { ...effects, background });
      isNear(under(5), [255, 136, 0, alpha], 2);
      const box: Parameters = { width: 60, height: 60, fit: 'contain' };
      const around = await colorsOf(opaque, OPAQUE, { ...effects, ...box, background });
      isNear(around(30, 3), [255, 136, 0, alpha], 2);
    }
  });

  it('takes part in a blur over the edge of a contained image as if it came after', async () => {
    const requested: Parameters = { width: 60, height: 60, fit: 'contain', blur: 4 };
    const painted = await colorsOf(opaque, OPAQUE, { ...requested, background: 'ff8800' });
    const clear = await colorsOf(opaque, OPAQUE, requested);
    for (const y of [8, 11, 14, 17, 20]) {
      const [red, green, blue, alpha] = clear(30, y);
      const mix = (value: number, under: number) => (value * alpha + under * (255 - alpha)) / 255;
      isNear(painted(30, y), [mix(red, 255), mix(green, 136), mix(blue, 0), 255], 6);
    }
  });
});
