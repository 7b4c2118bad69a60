import fc from 'fast-check';
import { FORMAT_NAMES } from '../../core/transform/formats.ts';
import { type Parameters, POSITIONS } from '../../core/transform/parameters.ts';
import type { OriginalFacts } from '../../core/transform/transformation.ts';

const tenths = (min: number, max: number) =>
  fc.integer({ min: min * 10, max: max * 10 }).map((n) => n / 10);

const hex = fc.stringMatching(/^([0-9a-f]{6}|[0-9a-f]{6}0[0-9a-e])$/);

/** Any valid set of parameters, each present or not. */
export const anyParameters: fc.Arbitrary<Parameters> = fc.record(
  {
    width: fc.integer({ min: 1, max: 8192 }),
    height: fc.integer({ min: 1, max: 8192 }),
    quality: fc.integer({ min: 1, max: 100 }),
    crop: fc.record({
      x: fc.integer({ min: 0, max: 300 }),
      y: fc.integer({ min: 0, max: 300 }),
      width: fc.integer({ min: 1, max: 16384 }),
      height: fc.integer({ min: 1, max: 16384 }),
    }),
    rotate: fc.constantFrom(90 as const, 180 as const, 270 as const),
    flip: fc.boolean(),
    flop: fc.boolean(),
    fit: fc.constantFrom('cover', 'contain', 'inside', 'outside', 'fill'),
    position: fc.constantFrom(...POSITIONS),
    dpr: tenths(1, 4),
    enlarge: fc.boolean(),
    grayscale: fc.boolean(),
    blur: tenths(0.3, 100),
    sharpen: tenths(0.1, 10),
    background: hex,
  },
  { requiredKeys: [] },
);

export const anyFormat = fc.constantFrom(...FORMAT_NAMES);

export const anyOriginal: fc.Arbitrary<OriginalFacts> = fc.record({
  format: anyFormat,
  width: fc.integer({ min: 1, max: 6000 }),
  height: fc.integer({ min: 1, max: 6000 }),
  frames: fc.constantFrom(1, 1, 1, 4),
  hasAlpha: fc.boolean(),
});

export const anyIdBytes = fc.uint8Array({ minLength: 26, maxLength: 26 });
