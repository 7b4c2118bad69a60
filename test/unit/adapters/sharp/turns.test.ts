import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import type { Parameters } from '../../../../core/transform/parameters.ts';
import { ask } from './support/ask.ts';
import { draw, FOUR, layDown, noise, type Quarters, quarters } from './support/drawing.ts';
import { quartersOf, rearrange, see } from './support/rendition.ts';

const engine = await createSharpEngine();
const SIZE = { width: 120, height: 80 };
const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8];
const FORMATS_WITH_EXIF = ['jpeg', 'png', 'webp'] as const;

async function stored(format: (typeof FORMATS_WITH_EXIF)[number], orientation: number) {
  const laid = layDown(SIZE.width, SIZE.height, quarters(SIZE.width, SIZE.height), orientation);
  const drawn = draw(laid.width, laid.height, laid.paint).withMetadata({ orientation });
  return drawn.toFormat(format, { quality: 95 }).toBuffer();
}

function expected({ rotate, flip = false, flop = false }: Parameters): Quarters {
  let names: Quarters = FOUR;
  for (let angle = 0; angle < (rotate ?? 0); angle += 90) names = rearrange(names, 'rotate90');
  if (flip) names = rearrange(names, 'flip');
  return flop ? rearrange(names, 'flop') : names;
}

/** Where a pixel of a 24 x 10 image comes to lie. */
function placeOf(fromX: number, fromY: number, { rotate, flip, flop }: Parameters) {
  let [x, y, width, height] = [fromX, fromY, 24, 10];
  for (let angle = 0; angle < (rotate ?? 0); angle += 90) {
    [x, y, width, height] = [height - 1 - y, x, height, width];
  }
  return [flop ? width - 1 - x : x, flip ? height - 1 - y : y] as const;
}

const TURNS: Parameters[] = ([undefined, 90, 180, 270] as const).flatMap((rotate) =>
  [false, true].flatMap((flip) =>
    [false, true].map((flop) => ({ ...(rotate && { rotate }), flip, flop })),
  ),
);

describe('orient (transformations.orientation)', () => {
  describe.each(FORMATS_WITH_EXIF)('%s', (format) => {
    it.each(ORIENTATIONS)('shows an image under orientation %i upright', async (orientation) => {
      const bytes = await stored(format, orientation);
      for (const requested of [{}, { width: 60 }]) {
        const seen = await see(await engine.render(bytes, ask(SIZE, 'png', requested)));
        expect(seen.width / seen.height).toBe(1.5);
        expect(quartersOf(seen)).toEqual(FOUR);
      }
    });
  });

  it.each(ORIENTATIONS)('crops the upright image under orientation %i', async (orientation) => {
    const crop = '10,50,40,20';
    const seen = await see(
      await engine.render(await stored('jpeg', orientation), ask(SIZE, 'png', { crop })),
    );
    expect([seen.width, seen.height]).toEqual([40, 20]);
    expect(quartersOf(seen)).toEqual(['blue', 'blue', 'blue', 'blue']);
  });

  it.each(ORIENTATIONS)('places cover on the upright image of %i', async (orientation) => {
    const requested: Parameters = { width: 40, height: 80, position: 'right' };
    const seen = await see(
      await engine.render(await stored('jpeg', orientation), ask(SIZE, 'png', requested)),
    );
    expect(quartersOf(seen)).toEqual(['green', 'green', 'yellow', 'yellow']);
  });
});

describe('rotate, flip and flop (transformations.orientation)', () => {
  it.each(TURNS)('turns by %j at any size', async (requested) => {
    const bytes = await stored('jpeg', 1);
    for (const sides of [{}, { width: 50 }, { width: 30, height: 30, fit: 'fill' as const }]) {
      const seen = await see(
        await engine.render(bytes, ask(SIZE, 'webp', { ...requested, ...sides })),
      );
      expect(quartersOf(seen)).toEqual(expected(requested));
    }
  });

  it.each(TURNS)('turns by %j what EXIF already turned', async (requested) => {
    const seen = await see(
      await engine.render(await stored('jpeg', 6), ask(SIZE, 'png', { ...requested, width: 40 })),
    );
    expect(quartersOf(seen)).toEqual(expected(requested));
  });

  it.each(TURNS)('turns by %j without resampling a pixel', async (requested) => {
    const bytes = await draw(24, 10, noise()).png().toBuffer();
    const facts = { width: 24, height: 10 };
    const [plain, turned] = await Promise.all([
      engine.render(bytes, ask(facts, 'png')).then(see),
      engine.render(bytes, ask(facts, 'png', requested)).then(see),
    ]);
    for (let y = 0; y < 10; y += 1) {
      for (let x = 0; x < 24; x += 1) {
        const [toX, toY] = placeOf(x, y, requested);
        expect(turned.at(toX, toY).join()).toBe(plain.at(x, y).join());
      }
    }
  });

  it('crops before it turns', async () => {
    const requested: Parameters = { crop: '0,0,60,80', rotate: 90 };
    const seen = await see(
      await engine.render(await stored('jpeg', 1), ask(SIZE, 'png', requested)),
    );
    expect([seen.width, seen.height]).toEqual([80, 60]);
    expect(quartersOf(seen)).toEqual(['blue', 'red', 'blue', 'red']);
  });

  it('keeps transparent parts while it turns', async () => {
    const bytes = await draw(40, 40, (x) => [220, 30, 30, x < 20 ? 0 : 255])
      .png()
      .toBuffer();
    const facts = { width: 40, height: 40, hasAlpha: true };
    const seen = await see(await engine.render(bytes, ask(facts, 'png', { rotate: 90 })));
    expect(quartersOf(seen)).toEqual(['none', 'none', 'red', 'red']);
  });
});
