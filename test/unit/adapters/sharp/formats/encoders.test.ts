import sharp from 'sharp';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { EveryFieldIsUsed } from '../../../../../adapters/sharp/every-field-is-used.ts';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import type { Transformation } from '../../../../../core/transform/transformation.ts';
import { ask } from '../support/ask.ts';
import { draw, FOUR, noise, quarters } from '../support/drawing.ts';
import { quartersOf, see } from '../support/rendition.ts';

const engine = await createSharpEngine();
const SIZE = { width: 96, height: 64 };
const noisy = await draw(96, 64, noise()).png().toBuffer();

describe('the engine’s types', () => {
  it('name the field of a Transformation that no step uses', () => {
    expectTypeOf<EveryFieldIsUsed<Transformation>>().toEqualTypeOf<true>();
    expectTypeOf<
      EveryFieldIsUsed<Transformation & { unread: string }>
    >().toEqualTypeOf<'no step uses "unread"'>();
  });
});

describe('quality (transformations.quality)', () => {
  it.each(['jpg', 'webp', 'avif'] as const)('costs bytes in %s', async (format) => {
    const sizes = await Promise.all(
      [10, 50, 95].map(async (quality) => {
        return (await engine.render(noisy, ask(SIZE, format, { quality }))).length;
      }),
    );
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(sizes.at(-1)).toBeGreaterThan((sizes[0] ?? 0) * 1.5);
  });

  it.each(['png', 'gif'] as const)('changes nothing in %s', async (format) => {
    const plain = ask(SIZE, format);
    expect(ask(SIZE, format, { quality: 5 }).quality).toBe(plain.quality);
  });
});

describe('the encoders', () => {
  it('make a progressive JPEG', async () => {
    const { metadata } = await see(await engine.render(noisy, ask(SIZE, 'jpg')));
    expect(metadata.isProgressive).toBe(true);
  });

  it('make a PNG without loss, of a palette where the original has one', async () => {
    const rendered = await engine.render(noisy, ask(SIZE, 'png'));
    const pixels = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();
    expect((await pixels(rendered)).equals(await pixels(noisy))).toBe(true);
    const palette = await draw(96, 64, quarters(96, 64)).png({ palette: true }).toBuffer();
    const seen = await see(await engine.render(palette, ask(SIZE, 'png', { width: 48 })));
    expect(seen.metadata.isPalette).toBe(true);
    expect(quartersOf(seen)).toEqual(FOUR);
  });
});

describe('a rendition carries pixels alone (security.no-metadata-in-renditions)', () => {
  it.each(['jpg', 'png', 'webp', 'avif', 'gif'] as const)('as %s', async (format) => {
    const drawn = draw(96, 64, noise())
      .withIccProfile('p3')
      .withExif({ IFD0: { Make: 'canary', Copyright: 'canary' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">canary</x:xmpmeta>');
    for (const original of [
      await drawn.clone().jpeg().toBuffer(),
      await drawn.clone().webp().toBuffer(),
    ]) {
      expect(original.includes('canary')).toBe(true);
      for (const requested of [{}, { rotate: 90 as const }]) {
        const rendered = Buffer.from(await engine.render(original, ask(SIZE, format, requested)));
        const { exif, xmp, icc, iptc, orientation } = (await see(rendered)).metadata;
        expect({ exif, xmp, icc, iptc, orientation }).toEqual({});
        expect(rendered.includes('canary')).toBe(false);
      }
    }
  });
});

describe('renders at the same time', () => {
  it('don’t mix', async () => {
    const other = await draw(96, 64, quarters(96, 64, ['white', 'black', 'red', 'green']))
      .jpeg()
      .toBuffer();
    const jpeg = await draw(96, 64, quarters(96, 64)).jpeg().toBuffer();
    const rounds = Array.from({ length: 12 }, (_, round) => round);
    const rendered = await Promise.all(
      rounds.map(async (round) => {
        const requested = ask(SIZE, 'webp', round % 3 ? { width: 40 + round } : { flip: true });
        return see(await engine.render(round % 2 ? jpeg : other, requested));
      }),
    );
    rendered.forEach((seen, round) => {
      const [a, b, c, d] = round % 2 ? FOUR : (['white', 'black', 'red', 'green'] as const);
      expect(quartersOf(seen)).toEqual(round % 3 ? [a, b, c, d] : [c, d, a, b]);
    });
  });
});
