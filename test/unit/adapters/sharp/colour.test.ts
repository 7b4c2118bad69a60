import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import { ask } from './support/ask.ts';
import { draw, FOUR, type Quarters, quarters } from './support/drawing.ts';
import { quartersOf, see } from './support/rendition.ts';

const engine = await createSharpEngine();
const SIZE = { width: 40, height: 40 };
const four = () => draw(40, 40, quarters(40, 40));
const OUTPUTS = ['jpg', 'png', 'webp', 'avif', 'gif'] as const;

/** Inks can't show the blue: Chromium has (55, 67, 122), which is nearer to grey. */
const IN_INKS: Quarters = ['red', 'green', 'grey', 'yellow'];

const COLOURED: [string, Promise<Buffer>, Quarters?][] = [
  [
    'CMYK with a profile',
    four().toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer(),
    IN_INKS,
  ],
  ['CMYK without one', four().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()],
  ['16 bits a channel', four().toColourspace('rgb16').png().toBuffer()],
  ['a palette', four().png({ palette: true }).toBuffer()],
  ['a wide gamut', four().withIccProfile('p3').png().toBuffer()],
  ['a wide gamut in 16 bits', four().toColourspace('rgb16').withIccProfile('p3').png().toBuffer()],
  ['full chroma', four().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer()],
  ['an interlaced PNG', four().png({ progressive: true }).toBuffer()],
  ['a lossless WebP', four().webp({ lossless: true }).toBuffer()],
  ['a GIF', four().gif().toBuffer()],
];

describe('sRGB of eight bits comes out (transformations.colour)', () => {
  it.each(COLOURED)('of %s', async (_, image, shown = FOUR) => {
    for (const format of OUTPUTS) {
      for (const requested of [{ width: 20 }, { width: 20, rotate: 180 as const }]) {
        const seen = await see(await engine.render(await image, ask(SIZE, format, requested)));
        const names = requested.rotate ? [...shown].reverse() : shown;
        expect(quartersOf(seen)).toEqual(names);
        expect([seen.metadata.space, seen.metadata.depth]).toEqual(['srgb', 'uchar']);
        expect(seen.metadata.icc).toBeUndefined();
      }
    }
  });

  it.each([
    [
      'grey',
      draw(40, 40, (x) => [x < 20 ? 40 : 200])
        .toColourspace('b-w')
        .png()
        .toBuffer(),
    ],
    [
      'a grey JPEG',
      draw(40, 40, (x) => [x < 20 ? 40 : 200])
        .toColourspace('b-w')
        .jpeg()
        .toBuffer(),
    ],
    [
      'grey of 16 bits',
      draw(40, 40, (x) => [x < 20 ? 40 : 200])
        .toColourspace('grey16')
        .png()
        .toBuffer(),
    ],
  ])('of %s', async (_, image) => {
    for (const format of OUTPUTS) {
      for (const requested of [{}, { flop: true }]) {
        const seen = await see(await engine.render(await image, ask(SIZE, format, requested)));
        const [left, right] = requested.flop ? [200, 40] : [40, 200];
        for (const channel of [0, 1, 2] as const) {
          expect(Math.abs(seen.at(5, 20)[channel] - left)).toBeLessThan(5);
          expect(Math.abs(seen.at(35, 20)[channel] - right)).toBeLessThan(5);
        }
      }
    }
  });

  it('of one bit a pixel', async () => {
    const bytes = await draw(40, 40, (x) => (x < 20 ? [0, 0, 0] : [255, 255, 255]))
      .png({ palette: true, colours: 2 })
      .toBuffer();
    expect((await sharp(bytes).metadata()).bitsPerSample).toBe(1);
    for (const format of OUTPUTS) {
      const seen = await see(await engine.render(bytes, ask(SIZE, format, { width: 20 })));
      expect([seen.nameAt(4, 10), seen.nameAt(16, 10)]).toEqual(['black', 'white']);
    }
  });

  it('of grey with alpha, which is kept through every pass', async () => {
    const bytes = await draw(40, 40, (x) => [200, x < 20 ? 0 : 255])
      .toColourspace('b-w')
      .png()
      .toBuffer();
    expect((await sharp(bytes).metadata()).channels).toBe(2);
    const facts = { ...SIZE, hasAlpha: true };
    for (const requested of [{}, { flop: true }, { flop: true, blur: 0.3 }]) {
      const seen = await see(await engine.render(bytes, ask(facts, 'png', requested)));
      const alphas = [seen.at(5, 20)[3], seen.at(35, 20)[3]];
      expect(alphas).toEqual('flop' in requested ? [255, 0] : [0, 255]);
      expect(seen.at('flop' in requested ? 5 : 35, 20).slice(0, 3)).toEqual([200, 200, 200]);
    }
  });

  it('of a wide gamut, its colours converted and not just relabelled', async () => {
    // pure red of Display P3 lies outside sRGB; this one, (200, 60, 40) in P3, is (217, 43, 26) or
    // so in sRGB
    const raw = await draw(40, 40, () => [200, 60, 40])
      .png()
      .toBuffer();
    const p3 = await sharp(raw).withIccProfile('p3').png().toBuffer();
    const labelled = relabel(p3, await profileOf(p3), raw);
    const seen = await see(await engine.render(labelled, ask(SIZE, 'png')));
    const [red, green, blue] = seen.at(20, 20);
    expect(red).toBeGreaterThan(208);
    expect(green).toBeLessThan(56);
    expect(blue).toBeLessThan(40);
  });
});

async function profileOf(image: Uint8Array): Promise<Buffer> {
  const { icc } = await sharp(image).metadata();
  if (!icc) throw new Error('no profile');
  return icc;
}

/**
 * The PNG of `raw` with the profile chunk of another, so that the same numbers mean other colours.
 */
function relabel(profiled: Buffer, profile: Buffer, raw: Buffer): Buffer {
  expect(profile.length).toBeGreaterThan(100);
  const at = profiled.indexOf('iCCP') - 4;
  const chunk = profiled.subarray(at, at + 12 + profiled.readUInt32BE(at));
  return Buffer.concat([raw.subarray(0, 33), chunk, raw.subarray(33)]);
}
