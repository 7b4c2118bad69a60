import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import type { Format, UploadFormat } from '../../../../core/transform/formats.ts';
import { boundPrice } from '../../../../core/transform/price/bound-price.ts';
import {
  type OpenedTraits,
  USUAL_TRAITS,
  WORST_TRAITS,
} from '../../../../core/transform/price/pixel-counts.ts';
import { priceOf } from '../../../../core/transform/price/price-of.ts';
import { STEP_PRICES } from '../../../../core/transform/price/step-prices.ts';
import { parseQuery } from '../../../../core/transform/query.ts';
import {
  isTransformationFault,
  type OriginalFacts,
  resolveTransformation,
  type StepName,
  type Transformation,
} from '../../../../core/transform/transformation.ts';
import { anyFormat, anyOriginal, anyParameters } from '../../../support/stores/arbitraries.ts';

const MAX = LIMITS.maxRenditionPriceMs;
const SMALL: OriginalFacts = { format: 'jpg', width: 640, height: 480, frames: 1, hasAlpha: false };
const still = (format: UploadFormat, width: number, height: number): OriginalFacts => ({
  ...SMALL,
  format,
  width,
  height,
});

function resolved(original: OriginalFacts, format: Format, query: string): Transformation {
  const { parameters, errors } = parseQuery([...new URLSearchParams(query)]);
  expect(errors).toEqual([]);
  const result = resolveTransformation(original, format, parameters);
  if (isTransformationFault(result)) throw new Error(result.detail);
  return result;
}

const millisecondsOf = (
  original: OriginalFacts,
  requested: Transformation,
  traits: OpenedTraits = USUAL_TRAITS,
) => priceOf({ original, requested, traits }).milliseconds;

/** A change that requests each step, or is dearer in it; undefined: it costs nothing. */
const DEARER: Readonly<Record<StepName, Partial<Transformation> | undefined>> = {
  orient: undefined,
  trim: { trim: { tolerance: 1, original: SMALL, parameters: {} } },
  crop: undefined,
  turn: { isMirrored: true },
  resize: { position: 'attention' },
  brightness: { brightness: 101 },
  contrast: { contrast: 101 },
  gamma: { gamma: 2 },
  saturation: { saturation: 101 },
  hue: { hue: 1 },
  grayscale: { isGrayscale: true },
  tint: { tint: 'ff0000' },
  negate: { isNegated: true },
  pixelate: { pixelate: 2 },
  blur: { blur: 100 },
  sharpen: { sharpen: 10 },
  border: { border: { width: 1, color: 'ff0000' } },
  shape: { radius: 1 },
  background: { background: 'ff000080' },
  overlay: undefined,
  encode: undefined,
};
const CHANGES = Object.entries(DEARER).filter(([, change]) => change) as [
  StepName,
  Partial<Transformation>,
][];

describe('the price of a rendition', () => {
  it('is within the bound for every legal request, or it is refused with what to lower (security.bounded-price)', () => {
    let refused = 0;
    const large = fc.record({
      width: fc.integer({ min: 1, max: 8192 }),
      height: fc.integer({ min: 1, max: 8192 }),
      enlarge: fc.constant(true),
    });
    fc.assert(
      fc.property(anyOriginal, anyFormat, anyParameters, large, (original, format, some, sides) => {
        const result = resolveTransformation(original, format, { ...some, ...sides });
        if (isTransformationFault(result)) return;
        const bounded = boundPrice(original, result);
        if (!('fault' in bounded)) {
          const isKnown = bounded.requested.trim === undefined;
          if (isKnown) expect(bounded.price.milliseconds).toBeLessThanOrEqual(MAX);
          expect(millisecondsOf(original, bounded.requested)).toBe(bounded.price.milliseconds);
          return;
        }
        refused += 1;
        expect(bounded.fault.code).toBe('image_too_large');
        expect(bounded.fault.detail.length).toBeLessThan(LIMITS.maxDetailLength);
        expect(bounded.fault.detail).toMatch(/would cost [0-9]+ ms of CPU; the maximum is 6000\./);
        expect(bounded.fault.detail).toMatch(/Lower .+\.$/);
      }),
      { numRuns: 2_000 },
    );
    expect(refused).toBeGreaterThan(15);
  });

  it('names the steps that make a URL of an attack dear (security.bounded-price)', () => {
    const query = 'blur=100&sharpen=10&width=5000&height=5000&enlarge=true';
    const bounded = boundPrice(SMALL, resolved(SMALL, 'jpg', query));
    expect(bounded).toMatchObject({
      fault: {
        code: 'image_too_large',
        detail: expect.stringMatching(/blur [0-9]+ ms, sharpen [0-9]+ ms.*Lower `blur`, `sharpen`/),
      },
    });
    expect(bounded.price.milliseconds).toBeGreaterThan(21_000);
  });

  it('refuses no result of 25 megapixels without dear steps, as the formats allow it, nor honest ones of any size (transformations.max-output, security.bounded-price)', () => {
    const camera = still('jpg', 6_250, 4_000);
    const scan = still('png', 8_000, 6_250);
    const gif = { ...still('gif', 500, 400), frames: 50, hasAlpha: true };
    const honest: readonly (readonly [OriginalFacts, Format, string, isFast: boolean])[] = [
      [camera, 'jpg', 'quality=100', false],
      [camera, 'jpg', 'grayscale=true', false],
      [{ ...camera, hasGainMap: true }, 'jpg', 'hdr=true&quality=100', false],
      [camera, 'png', '', true],
      [camera, 'png', 'width=5000', false],
      [camera, 'webp', '', true],
      [camera, 'webp', 'quality=100', true],
      [camera, 'webp', 'width=4000', false],
      [camera, 'avif', 'width=3300', true],
      [camera, 'avif', 'width=2500', false],
      [camera, 'gif', 'width=1200', false],
      [scan, 'webp', 'width=1600&blur=20', false],
      [scan, 'jpg', 'width=400&sharpen=1', false],
      [scan, 'gif', 'width=1000', true],
      [{ ...scan, hasAlpha: true }, 'png', 'width=1600', false],
      [{ ...camera, hasAlpha: true, format: 'png' }, 'webp', 'width=2000', false],
      [SMALL, 'jpg', 'width=1920&enlarge=true&blur=30&sharpen=1', false],
      [gif, 'webp', 'width=300', false],
      [gif, 'webp', '', true],
      [gif, 'gif', '', false],
    ];
    const found = honest.map(([original, format, query]) => {
      const bounded = boundPrice(original, resolved(original, format, query));
      const isFast = 'fault' in bounded ? bounded.fault.detail : bounded.requested.isFastEncoded;
      return [format, query, isFast];
    });
    expect(found).toEqual(honest.map(([, format, query, isFast]) => [format, query, isFast]));
  });

  it('is never lowered by a step, and every step that is requested has one (security.bounded-price)', () => {
    const free = Object.keys(DEARER).filter((name) => DEARER[name as StepName] === undefined);
    expect(free).toEqual(['orient', 'crop', 'overlay', 'encode']);
    fc.assert(
      fc.property(anyOriginal, anyFormat, anyParameters, (original, format, parameters) => {
        const result = resolveTransformation(original, format, parameters);
        if (isTransformationFault(result)) return;
        const before = priceOf({ original, requested: result, traits: USUAL_TRAITS });
        for (const [name, change] of CHANGES) {
          const requested = { ...result, ...change };
          const after = priceOf({ original, requested, traits: USUAL_TRAITS });
          // each part is rounded
          expect(after.milliseconds, name).toBeGreaterThanOrEqual(before.milliseconds - 25);
          expect(after.parts[name], name).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 300 },
    );
    for (const [name, change] of CHANGES) {
      const plain = resolved(SMALL, 'jpg', 'width=4000&enlarge=true');
      const requested = { ...plain, ...change };
      const { parts } = priceOf({ original: SMALL, requested, traits: USUAL_TRAITS });
      expect(parts[name], name).toBeGreaterThan(0);
      expect(STEP_PRICES[name].source.length).toBeGreaterThan(0);
      expect(STEP_PRICES[name].lower).toContain('`');
    }
  });

  it('grows with the pixels, the sigma, the quality, the frames and the overlays (security.bounded-price)', () => {
    const price = (query: string, original = SMALL, format: Format = 'webp') =>
      millisecondsOf(original, resolved(original, format, query));
    for (const query of ['', 'blur=10', 'sharpen=2', 'blur=50&sharpen=5', 'mask=circle&hue=9']) {
      let last = 0;
      for (let width = 100; width <= 5000; width += 100) {
        const now = price(`width=${width}&enlarge=true&${query}`);
        expect(now).toBeGreaterThan(last);
        last = now;
      }
    }
    for (const name of ['blur', 'sharpen']) {
      const some = [0.5, 1, 5, 10].map((sigma) =>
        price(`width=3000&enlarge=true&${name}=${sigma}`),
      );
      expect(some).toEqual(some.toSorted((a, b) => a - b));
      expect(new Set(some).size).toBe(some.length);
    }
    expect(price('quality=100')).toBeGreaterThan(price('quality=60'));
    expect(price('quality=auto')).toBe(price('quality=100'));
    const frames = (count: number) => price('blur=1', { ...still('gif', 90, 90), frames: count });
    expect(frames(500)).toBeGreaterThan(50 * frames(5));
    const wide = price('gamut=keep', { ...SMALL, hasWideGamut: true });
    expect(wide).toBeGreaterThan(price('gamut=keep'));
    const mapped = (query: string, hasGainMap = true) =>
      price(query, { ...SMALL, hasGainMap }, 'jpg');
    for (const query of ['hdr=true', 'hdr=true&rotate=90', 'hdr=true&width=3000&enlarge=true']) {
      const plain = mapped(query, false);
      expect(mapped(query)).toBeGreaterThan(1.5 * plain);
      expect(mapped(query)).toBeLessThan(2 * plain);
    }
    const partsOf = (hasGainMap: boolean) => {
      const original = { ...SMALL, hasGainMap };
      const requested = resolved(original, 'jpg', 'hdr=true&rotate=90&width=3000&enlarge=true');
      return priceOf({ original, requested, traits: USUAL_TRAITS }).parts;
    };
    const [plain, twice] = [partsOf(false), partsOf(true)];
    for (const name of ['turn', 'resize', 'encode'] as const) {
      expect(twice[name]).toBeGreaterThanOrEqual(2 * (plain[name] ?? 0) - 1);
    }
    const text = 'overlay-text=Ana';
    expect(price(`${text}&overlay-tile=1`)).toBeGreaterThan(price(text));
    expect(price(text)).toBeGreaterThan(price(''));
    const overlay = { imageId: 'img_a' as const, generation: 0, width: 5000, height: 5000 };
    const drawn = price('overlay=img_aaaaaaaaaaaaaaaaaaaaaaaaaa', { ...SMALL, overlay });
    expect(drawn).toBeGreaterThan(price('') + 1_000);
  });

  it('knows what only the file tells: a palette, four inks, 16 bits (security.bounded-price)', () => {
    const png = still('png', 3_000, 3_000);
    const requested = resolved(png, 'png', '');
    const price = (changes: Partial<OpenedTraits>) =>
      millisecondsOf(png, requested, { ...USUAL_TRAITS, ...changes });
    const [usual, palette, deep] = [price({}), price({ isPalette: true }), price({ isDeep: true })];
    expect(Math.min(palette, deep)).toBeGreaterThan(usual);
    expect(price(WORST_TRAITS)).toBeGreaterThan(Math.max(palette, deep));
    const jpg = still('jpg', 3_000, 3_000);
    const inks = millisecondsOf(jpg, resolved(jpg, 'jpg', ''), { ...USUAL_TRAITS, isCmyk: true });
    expect(inks).toBeGreaterThan(millisecondsOf(jpg, resolved(jpg, 'jpg', '')));
    const gif = still('gif', 3_000, 3_000);
    const asked = resolved(gif, 'png', '');
    const misread = millisecondsOf(gif, asked, { ...USUAL_TRAITS, isMisread: true });
    // 27 a megapixel of our own decoder, against 16
    expect(misread - millisecondsOf(gif, asked)).toBeGreaterThanOrEqual(9 * 11);
  });
});
