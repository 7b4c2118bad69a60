import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { colourInDisplayP3 } from '../../../../../adapters/sharp/colour/display-p3.ts';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import { buildColourProfile } from '../../../../../core/codecs/icc/build-colour-profile.ts';
import { readPrimaries, SRGB_CURVE } from '../../../../../core/codecs/icc/colour-codes.ts';
import { hasWideGamut } from '../../../../../core/codecs/losses/list-losses.ts';
import { HAS_PROFILE } from '../../../../../core/transform/colour-profiles.ts';
import { FORMAT_NAMES, type Format } from '../../../../../core/transform/formats.ts';
import type { Parameters } from '../../../../../core/transform/parameters.ts';
import { ask } from '../support/ask.ts';
import { numbersOf, statedDisplayP3 } from '../support/display-p3.ts';
import { draw, type Paint } from '../support/drawing.ts';

const engine = await createSharpEngine();
const SIZE = { width: 96, height: 64 };
/** The purest red of the space on the left, and a middle colour on the right. */
const pure: Paint = (x) => (x < 48 ? [255, 0, 0] : [90, 150, 60]);
const drawn = await draw(SIZE.width, SIZE.height, pure).png().toBuffer();
const wide = await statedDisplayP3(drawn);
const mark = await draw(16, 16, () => [255, 0, 0])
  .png()
  .toBuffer();
const overlay = {
  imageId: 'img_mzxw6ytboi2dkmrvgezdgnbvgy',
  generation: 0,
  width: 16,
  height: 16,
} as const;

async function render(
  format: Format,
  parameters: Parameters = {},
  original: Uint8Array = wide,
  hasWide: boolean | null = true,
): Promise<Uint8Array> {
  const requested = ask({ ...SIZE, hasWideGamut: hasWide, overlay }, format, parameters);
  return engine.render(
    original,
    requested,
    requested.overlays.map(() => mark),
  );
}

const profileOf = async (image: Uint8Array) => (await sharp(image).metadata()).icc;
/** The numbers of a pixel in the middle of a half. */
async function numbersAt(image: Uint8Array, x: number, y = 32, width = SIZE.width) {
  return [...(await numbersOf(image)).subarray((y * width + x) * 3, (y * width + x) * 3 + 3)];
}

const numbersIn = (digits: string) =>
  [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));

function expectNear(seen: readonly number[], expected: readonly number[], distance: number) {
  for (const [at, value] of expected.entries()) {
    expect(Math.abs((seen[at] ?? -99) - value), `${seen} for ${expected}`).toBeLessThanOrEqual(
      distance,
    );
  }
}

describe('gamut=keep (transformations.gamut)', () => {
  const WITH_PROFILE = FORMAT_NAMES.filter(
    (name) => HAS_PROFILE[name] && name !== 'avif', // its loader is closed here
  );

  it.each(WITH_PROFILE)(
    'leaves the colours of Display P3 in %s, with its profile',
    async (name) => {
      const kept = await render(name, { gamut: 'keep', quality: 100 });
      expect(hasWideGamut(kept)).toBe(true);
      expect(await profileOf(kept)).toHaveLength(480);
      expectNear(await numbersAt(kept, 20), [255, 0, 0], 4);
      expectNear(await numbersAt(kept, 80), [90, 150, 60], 4);
    },
  );

  it('is what a rendition lacks otherwise, which has no profile either', async () => {
    const plain = await render('png');
    expect(await profileOf(plain)).toBeUndefined();
    const srgb = await numbersAt(plain, 80);
    const digits = srgb.map((value) => value.toString(16).padStart(2, '0')).join('');
    expect(srgb).not.toEqual([90, 150, 60]);
    expectNear(numbersIn(colourInDisplayP3(digits)), [90, 150, 60], 1);
  });

  it('has no effect on gif, an animation, a gray result and an image within sRGB', async () => {
    expect(ask({ ...SIZE, hasWideGamut: true }, 'gif', { gamut: 'keep' }).isDisplayP3).toBe(false);
    const animated = { ...SIZE, frames: 3, hasWideGamut: true };
    expect(ask(animated, 'webp', { gamut: 'keep' }).isDisplayP3).toBe(false);
    expect(ask(animated, 'jpg', { gamut: 'keep' }).isDisplayP3).toBe(true);
    const gray = { gamut: 'keep', grayscale: true } as const;
    expect(ask({ ...SIZE, hasWideGamut: true }, 'png', gray).isDisplayP3).toBe(false);
    const narrow = await render('png', { gamut: 'keep' }, drawn, false);
    expect(narrow).toEqual(await render('png', {}, drawn, false));
  });

  it('converts an image of which nothing is known, so that it looks as before', async () => {
    const kept = await render('png', { gamut: 'keep' }, drawn, null);
    const shown = await sharp(kept).removeAlpha().raw().toBuffer(); // as a viewer sees it
    const at = (32 * SIZE.width + 80) * 3;
    expectNear([...shown.subarray(at, at + 3)], [90, 150, 60], 1);
  });

  it.each([
    [{ background: 'ff0000', pad: '8' }, 2, 2],
    [{ border: '8,ff0000' }, 2, 2],
  ] as const)('converts the colour of %o', async (parameters, x, y) => {
    const { width } = ask(SIZE, 'png', parameters).resize.size;
    const across = 'pad' in parameters ? width + 16 : width;
    const kept = await render('png', { ...parameters, gamut: 'keep' });
    expectNear(await numbersAt(kept, x, y, across), [234, 51, 35], 1);
  });

  it('converts a tint, and the colours of overlays', async () => {
    const tinted = await render('png', { tint: 'ff0000', gamut: 'keep' });
    const untinted = await render('png', { tint: 'ea3323' });
    expectNear(await numbersAt(tinted, 20), await numbersAt(untinted, 20), 12);
    const marked = { overlay: overlay.imageId, 'overlay-position': 'top-left' } as const;
    const kept = await render('png', { ...marked, gamut: 'keep' });
    expectNear(await numbersAt(kept, 4, 4), [234, 51, 35], 1);
    const text = { 'overlay-text': 'M', 'overlay-width': 100, 'overlay-color': 'ff0000' } as const;
    const written = await render('png', { ...text, gamut: 'keep' });
    const numbers = await numbersOf(written);
    const hasColour = Array.from({ length: numbers.length / 3 }, (_, at) =>
      [234, 51, 35].every((value, i) => Math.abs((numbers[at * 3 + i] ?? 0) - value) <= 1),
    );
    expect(hasColour).toContain(true);
  });

  it.each([
    ['resized', { width: 40 }],
    ['cropped', { crop: '0,0,40,40' }],
    ['turned', { rotate: 90 }],
    ['blurred', { blur: 2 }],
  ] as const)('holds for an image that is %s', async (_, parameters) => {
    const kept = await render('png', { ...parameters, gamut: 'keep' });
    expect(await profileOf(kept)).toHaveLength(480);
    expectNear([...(await numbersOf(kept)).subarray(0, 3)], [255, 0, 0], 3);
  });

  it('takes a wider space into Display P3', async () => {
    const bt2020 = readPrimaries(9); // ITU-T H.273, 8.1, table 2
    if (!bt2020) throw new Error('its primaries are known');
    const profile = buildColourProfile(bt2020, SRGB_CURVE);
    const file = join(mkdtempSync(join(tmpdir(), 'imagewell-profile-')), 'bt2020.icc');
    writeFileSync(file, profile ?? '');
    const original = await sharp(drawn).withIccProfile(file).png().toBuffer();
    rmSync(dirname(file), { recursive: true });
    expect(hasWideGamut(original)).toBe(true);
    const kept = await render('png', { gamut: 'keep' }, original);
    expectNear(await numbersAt(kept, 20), numbersIn(colourInDisplayP3('ff0000')), 3);
    expectNear(await numbersAt(kept, 80), numbersIn(colourInDisplayP3('5a963c')), 3);
  });

  it('keeps 16 bits of a PNG in their colours', async () => {
    const raw = new Uint16Array(SIZE.width * SIZE.height * 3);
    for (let at = 0; at < raw.length; at += 3) raw.set([65_535, 0, 0], at);
    const deep = await sharp(raw, { raw: { ...SIZE, channels: 3 } })
      .toColourspace('rgb16')
      .withIccProfile('p3')
      .png()
      .toBuffer();
    expect((await sharp(deep).metadata()).depth).toBe('ushort');
    const kept = await render('png', { gamut: 'keep' }, deep);
    expectNear(await numbersAt(kept, 20), [255, 0, 0], 1);
    expect((await sharp(kept).metadata()).depth).toBe('uchar');
  });
});

describe('a colour of sRGB in Display P3', () => {
  it.each(['ff0000', '00ff00', '0000ff', '808080', 'ffffff', '123456', 'a0522d'])(
    '%s is the one that the colour library of the engine computes',
    async (digits) => {
      const [r = 0, g = 0, b = 0] = numbersIn(digits);
      const pixel = { width: 8, height: 8, channels: 3, background: { r, g, b } } as const;
      const file = await sharp({ create: pixel }).withIccProfile('p3').png().toBuffer();
      expectNear(
        numbersIn(colourInDisplayP3(digits)),
        [...(await numbersOf(file)).subarray(0, 3)],
        1,
      );
    },
  );

  it('keeps its alpha', () => {
    expect(colourInDisplayP3('ffffff80')).toBe('ffffff80');
  });
});
