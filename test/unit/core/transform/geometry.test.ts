import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../../../core/transform/formats.ts';
import { cutCrop, resolveResize } from '../../../../core/transform/geometry.ts';
import {
  isTransformationFault,
  renditionKey,
  resolveTransformation,
} from '../../../../core/transform/transformation.ts';
import { anyFormat, anyOriginal, anyParameters } from '../../../support/stores/arbitraries.ts';

const from = { width: 3000, height: 2000 };

describe('sizes', () => {
  it.each([
    [{ width: 300 }, 300, 200],
    [{ height: 200 }, 300, 200],
    [{ width: 1 }, 1, 1],
    [{ width: 6000 }, 3000, 2000],
    [{ width: 6000, enlarge: true }, 6000, 4000],
    [{ width: 100, dpr: 2.5 }, 250, 167],
    [{}, 3000, 2000],
  ])(
    'with one side or none %j is %i x %i (transformations.size, transformations.enlarging)',
    (parameters, width, height) => {
      expect(resolveResize(from, parameters)).toEqual({ how: 'scale', size: { width, height } });
    },
  );

  it.each([
    ['cover', { width: 400, height: 400 }, { how: 'cover', size: { width: 400, height: 400 } }],
    ['cover', { width: 600, height: 400 }, { how: 'scale', size: { width: 600, height: 400 } }],
    ['cover', { width: 4000, height: 4000 }, { how: 'cover', size: { width: 2000, height: 2000 } }],
    ['inside', { width: 400, height: 400 }, { how: 'scale', size: { width: 400, height: 267 } }],
    ['inside', { width: 8000, height: 8000 }, { how: 'scale', size: from }],
    ['outside', { width: 400, height: 400 }, { how: 'scale', size: { width: 600, height: 400 } }],
    ['outside', { width: 8000, height: 8000 }, { how: 'scale', size: from }],
    ['fill', { width: 4000, height: 100 }, { how: 'scale', size: { width: 3000, height: 100 } }],
    [
      'contain',
      { width: 400, height: 400 },
      { how: 'contain', size: { width: 400, height: 400 }, inner: { width: 400, height: 267 } },
    ],
    [
      'contain',
      { width: 4000, height: 4000 },
      { how: 'contain', size: { width: 4000, height: 4000 }, inner: from },
    ],
  ] as const)(
    '%s of %j is %j (transformations.size, transformations.enlarging)',
    (fit, box, expected) => {
      expect(resolveResize(from, { fit, ...box })).toEqual(expected);
    },
  );

  it('are never above the original by default, but for the box of contain (transformations.enlarging)', () => {
    fc.assert(
      fc.property(anyOriginal, anyFormat, anyParameters, (original, format, parameters) => {
        const result = resolveTransformation(original, format, { ...parameters, enlarge: false });
        if (isTransformationFault(result)) return;
        const crop = result.crop ?? original;
        const isTurned = result.turn % 180 !== 0;
        const width = isTurned ? crop.height : crop.width;
        const height = isTurned ? crop.width : crop.height;
        const size = result.resize.how === 'contain' ? result.resize.inner : result.resize.size;
        expect(size.width).toBeLessThanOrEqual(width);
        expect(size.height).toBeLessThanOrEqual(height);
        expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('crop', () => {
  it('is cut to the image, and nothing where nothing is left (transformations.crop)', () => {
    expect(cutCrop('2900,0,500,10', from)).toEqual({
      x: 2900,
      y: 0,
      width: 100,
      height: 10,
    });
    expect(cutCrop('3000,0,1,1', from)).toBeUndefined();
    expect(cutCrop('0,2000,1,1', from)).toBeUndefined();
    const original = { ...from, format: 'jpg', frames: 1, hasAlpha: false } as const;
    expect(resolveTransformation(original, 'jpg', { crop: '3000,0,1,1' })).toMatchObject({
      code: 'invalid_parameter',
    });
  });

  it('in per cent ends where its neighbour begins, in images of any size (transformations.crop)', () => {
    const edge = fc.integer({ min: 0, max: 10_000 });
    // in these many edges fall halfway between two pixels
    const round = fc.constantFrom(250, 500, 1000, 1250, 2500, 5000, 10_000);
    const side = fc.oneof(fc.integer({ min: 1, max: 16_384 }), round);
    fc.assert(
      fc.property(fc.uniqueArray(edge, { minLength: 3, maxLength: 3 }), side, (edges, width) => {
        const [start, middle, end] = edges.sort((a, b) => a - b) as [number, number, number];
        // at least one pixel is left of a crop, if need be one of its neighbour
        fc.pre(Math.min(middle - start, end - middle) * width >= 10_000);
        const cut = (from: number, to: number) => {
          const crop = cutCrop(`${from / 100}p,0p,${(to - from) / 100}p,100p`, {
            width,
            height: 1,
          });
          return crop ?? { x: Number.NaN, width: Number.NaN };
        };
        expect(cut(start, middle).x + cut(start, middle).width).toBe(cut(middle, end).x);
      }),
      { numRuns: 5000, examples: [[[1, 57, 5057], 5000]] },
    );
  });
});

describe('bounds of a result', () => {
  const still = { width: 8000, height: 6000, format: 'png', frames: 1, hasAlpha: false } as const;

  it('are 25 megapixels, and fewer as AVIF (transformations.max-output)', () => {
    expect(resolveTransformation(still, 'jpg', {})).toMatchObject({ code: 'image_too_large' });
    const fits = Math.floor(Math.sqrt(FORMATS.jpg.maxOutputPixels * (8000 / 6000)));
    expect(isTransformationFault(resolveTransformation(still, 'jpg', { width: fits }))).toBe(false);
    const side = Math.floor(Math.sqrt(FORMATS.avif.maxOutputPixels)) + 1;
    const box = { width: side, height: side };
    expect(resolveTransformation(still, 'avif', box)).toMatchObject({ code: 'image_too_large' });
    expect(isTransformationFault(resolveTransformation(still, 'webp', box))).toBe(false);
  });

  it('hold for the uncut image of a cover too, which only enlarging can make too large (transformations.max-output)', () => {
    const tall = { ...still, width: 10, height: 400 };
    const wide = { width: 8192, height: 3000 };
    expect(resolveTransformation(tall, 'png', { ...wide, enlarge: true })).toMatchObject({
      code: 'image_too_large',
      detail: expect.stringContaining('8192 x 327680'),
    });
    for (const parameters of [
      wide,
      { ...wide, enlarge: true, rotate: 90 as const },
      { width: 800, height: 300, enlarge: true },
    ]) {
      const answer = resolveTransformation({ ...tall, height: 100 }, 'png', parameters);
      const isFine = parameters.width === 800 || !('enlarge' in parameters);
      expect(isTransformationFault(answer), JSON.stringify(parameters)).toBe(!isFine);
    }
  });

  it('count every frame of an animation (transformations.max-output)', () => {
    const animated = { ...still, format: 'gif', width: 1000, height: 1000, frames: 26 } as const;
    expect(resolveTransformation(animated, 'webp', {})).toMatchObject({ code: 'image_too_large' });
    expect(isTransformationFault(resolveTransformation(animated, 'jpg', {}))).toBe(false);
  });

  it('refuse a side that the format can not hold (transformations.max-output)', () => {
    const long = { ...still, width: 16384, height: 10 } as const;
    expect(resolveTransformation(long, 'webp', {})).toMatchObject({ code: 'image_too_large' });
    expect(isTransformationFault(resolveTransformation(long, 'png', { flip: true }))).toBe(false);
  });

  it('refuse rotate, attention and entropy on several frames only (transformations.animation)', () => {
    const animated = { ...still, format: 'gif', width: 100, height: 80, frames: 3 } as const;
    const cases = [{ rotate: 90 }, { position: 'attention', width: 9, height: 9 }] as const;
    for (const parameters of cases) {
      expect(resolveTransformation(animated, 'webp', parameters)).toMatchObject({
        code: 'unsupported_for_animation',
      });
      expect(isTransformationFault(resolveTransformation(animated, 'jpg', parameters))).toBe(false);
    }
    const mirrored = resolveTransformation(animated, 'gif', { flip: true, flop: true });
    expect(mirrored).toMatchObject({ isAnimated: true, turn: 180, isMirrored: false });
  });

  it('count one frame with frame=0, and name its rendition (transformations.first-frame)', () => {
    const long = { ...still, format: 'gif', width: 1000, height: 1000, frames: 40 } as const;
    expect(resolveTransformation(long, 'webp', {})).toMatchObject({ code: 'image_too_large' });
    const first = resolveTransformation(long, 'webp', { frame: 0, rotate: 90 });
    expect(first).toMatchObject({ isAnimated: false, isFirstFrame: true, mayServeOriginal: false });
    const other = resolveTransformation({ ...long, frames: 1 }, 'webp', { frame: 0, rotate: 90 });
    expect(other).toMatchObject({ isFirstFrame: false });
    const keys = [first, other].map((one) => !isTransformationFault(one) && renditionKey(one));
    expect(keys).toEqual([
      'scale1000x1000-turn90-q79-frame0.webp',
      'scale1000x1000-turn90-q79.webp',
    ]);
  });

  it('offer the stored image only if the request changes nothing visible (delivery.never-larger)', () => {
    const jpg = { ...still, format: 'jpg', width: 300, height: 200 } as const;
    const may = (parameters: object, format: 'jpg' | 'png' = 'jpg') => {
      const result = resolveTransformation(jpg, format, parameters);
      return !isTransformationFault(result) && result.mayServeOriginal;
    };
    expect(may({ width: 5000 })).toBe(true);
    expect(may({ flip: true, rotate: 180, flop: true })).toBe(true);
    expect(may({ width: 299 })).toBe(false);
    expect(may({ width: 5000, quality: 80 })).toBe(false);
    expect(may({ width: 5000 }, 'png')).toBe(false);
    expect(may({ grayscale: true })).toBe(false);
  });
});
