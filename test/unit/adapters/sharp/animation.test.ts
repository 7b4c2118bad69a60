import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import type { Parameters } from '../../../../core/transform/parameters.ts';
import { ask } from './support/ask.ts';
import { type ColorName, drawFrames, layDown, type Quarters, quarters } from './support/drawing.ts';
import { quartersOf, rearrange, see } from './support/rendition.ts';

const engine = await createSharpEngine();
const FRAMES: Quarters[] = [
  ['red', 'green', 'blue', 'yellow'],
  ['green', 'blue', 'yellow', 'red'],
  ['white', 'black', 'red', 'blue'],
];
const FACTS = { width: 80, height: 60, frames: 3, format: 'gif' as const };
const TIMING = { delay: [100, 200, 300], loop: 3 };
const strip = () =>
  drawFrames(
    80,
    60,
    FRAMES.map((names) => quarters(80, 60, names)),
  );
const ORIGINALS = {
  gif: await strip().gif(TIMING).toBuffer(),
  webp: await strip()
    .webp({ ...TIMING, lossless: true })
    .toBuffer(),
};
const PAIRS = (['gif', 'webp'] as const).flatMap((from) =>
  (['gif', 'webp'] as const).map((to) => [from, to] as const),
);

const make = async (from: 'gif' | 'webp', to: 'gif' | 'webp', requested: Parameters) =>
  see(await engine.render(ORIGINALS[from], ask({ ...FACTS, format: from }, to, requested)));

const seenQuarters = (seen: Awaited<ReturnType<typeof see>>) =>
  FRAMES.map((_, frame) => quartersOf(seen, frame));

describe.each(PAIRS)('an animation from %s to %s (transformations.animation)', (from, to) => {
  it.each<Parameters>([{}, { width: 40 }, { flop: true }, { blur: 0.5 }, { grayscale: true }])(
    'keeps frames, delays and loop with %j',
    async (requested) => {
      const { metadata } = await make(from, to, requested);
      const { pages, delay, loop } = metadata;
      expect({ pages, delay, loop }).toEqual({ pages: 3, ...TIMING });
    },
  );

  it('resizes, and crops, each frame', async () => {
    expect(seenQuarters(await make(from, to, { width: 40 }))).toEqual(FRAMES);
    const cut = await make(from, to, { crop: '40,30,30,20' });
    expect([cut.width, cut.height]).toEqual([30, 20]);
    expect(FRAMES.map((_, frame) => cut.nameAt(15, 10, frame))).toEqual(['yellow', 'red', 'blue']);
  });

  it('cuts each frame to a covered box by position', async () => {
    const seen = await make(from, to, { width: 20, height: 60, position: 'right' });
    expect(seenQuarters(seen)).toEqual(FRAMES.map(([, b, , d]) => [b, b, d, d]));
  });

  it.each<Parameters>([{ flip: true }, { flop: true }, { flip: true, flop: true }])(
    'mirrors each frame by %j, and not the strip of frames',
    async (requested) => {
      for (const sides of [{}, { width: 40 }]) {
        const wanted = FRAMES.map((names) => {
          const flipped = requested.flip ? rearrange(names, 'flip') : names;
          return requested.flop ? rearrange(flipped, 'flop') : flipped;
        });
        expect(seenQuarters(await make(from, to, { ...requested, ...sides }))).toEqual(wanted);
      }
    },
  );

  it('puts each frame into a contain box on the background', async () => {
    for (const flop of [false, true]) {
      const requested: Parameters = {
        width: 80,
        height: 100,
        fit: 'contain',
        background: 'dc1edc',
      };
      const seen = await make(from, to, { ...requested, position: 'top', flop });
      expect([seen.width, seen.height, seen.frames]).toEqual([80, 100, 3]);
      FRAMES.forEach(([a, b, c, d], frame) => {
        const names = [20, 60].map((x) => [15, 45, 80].map((y) => seen.nameAt(x, y, frame)));
        const columns: ColorName[][] = [
          [a, c, 'magenta'],
          [b, d, 'magenta'],
        ];
        expect(names).toEqual(flop ? columns.reverse() : columns);
      });
    }
  });

  it('leaves what contain adds clear without a background', async () => {
    const seen = await make(from, to, { width: 80, height: 100, fit: 'contain' });
    expect(FRAMES.map((_, frame) => seen.nameAt(40, 3, frame))).toEqual(['none', 'none', 'none']);
  });

  it('keeps a coloured background under a grey animation', async () => {
    const requested: Parameters = { width: 80, height: 100, fit: 'contain', grayscale: true };
    const seen = await make(from, to, { ...requested, background: 'dc1edc' });
    const [red, green, blue] = seen.at(20, 35, 0);
    expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(12);
    expect(seen.nameAt(40, 3, 2)).toBe('magenta');
  });

  it('blurs no frame into the next', async () => {
    const seen = await make(from, to, { blur: 4 });
    // the lower left of one frame, the upper left of the next
    expect(FRAMES.map((_, frame) => seen.nameAt(20, 59, frame))).toEqual(['blue', 'yellow', 'red']);
    expect(FRAMES.map((_, frame) => seen.nameAt(20, 0, frame))).toEqual(['red', 'green', 'white']);
  });
});

describe('the first frame elsewhere (transformations.animation)', () => {
  it.each(['jpg', 'png', 'avif'] as const)('is what %s shows', async (format) => {
    for (const from of ['gif', 'webp'] as const) {
      const requested = ask({ ...FACTS, format: from }, format, { width: 40 });
      const seen = await see(await engine.render(ORIGINALS[from], requested));
      expect(seen.frames).toBe(1);
      expect(quartersOf(seen)).toEqual(FRAMES[0]);
    }
  });

  it('may be turned', async () => {
    const requested = ask(FACTS, 'png', { rotate: 90 });
    const seen = await see(await engine.render(ORIGINALS.gif, requested));
    expect(quartersOf(seen)).toEqual(
      rearrange(FRAMES[0] ?? ['red', 'red', 'red', 'red'], 'rotate90'),
    );
  });
});

describe('frame=0 (transformations.first-frame)', () => {
  it.each(PAIRS)('is the first frame alone from %s to %s, and may be turned', async (from, to) => {
    const seen = await make(from, to, { frame: 0, width: 40 });
    expect(seen.frames).toBe(1);
    expect(quartersOf(seen)).toEqual(FRAMES[0]);
    const turned = await make(from, to, { frame: 0, rotate: 90 });
    expect(quartersOf(turned)).toEqual(rearrange(FRAMES[0] as Quarters, 'rotate90'));
  });
});

describe('orient (transformations.orientation)', () => {
  it.each([2, 3, 4, 5, 6, 7, 8])(
    'brings each frame of a WebP under %i upright',
    async (orientation) => {
      const laid = FRAMES.map((names) => layDown(80, 60, quarters(80, 60, names), orientation));
      const [first] = laid;
      if (!first) throw new Error('no frame');
      const bytes = await drawFrames(
        first.width,
        first.height,
        laid.map(({ paint }) => paint),
      )
        .withMetadata({ orientation })
        .webp({ ...TIMING, lossless: true })
        .toBuffer();
      expect((await sharp(bytes).metadata()).orientation).toBe(orientation);
      const requested = ask({ ...FACTS, format: 'webp' }, 'webp', { width: 40 });
      const seen = await see(await engine.render(bytes, requested));
      expect([seen.width, seen.height]).toEqual([40, 30]);
      expect(seenQuarters(seen)).toEqual(FRAMES);
    },
  );
});
