import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readFrame } from '../../../console/src/images/frame.ts';
import { cutCrop } from '../../../core/transform/geometry.ts';
import { PARAMETERS } from '../../../core/transform/parameters.ts';

it('the frame on the image is the part that the service leaves (transformations.crop)', () => {
  const side = fc.integer({ min: 1, max: 16_384 });
  const pixels = fc.array(side, { minLength: 4, maxLength: 4 });
  const hundredths = fc.integer({ min: 0, max: 10_000 });
  const percent = fc
    .array(hundredths, { minLength: 4, maxLength: 4 })
    .map((four) => four.map((one) => `${one / 100}p`));
  fc.assert(
    fc.property(fc.oneof(pixels, percent), side, side, (four, width, height) => {
      const text = four.join();
      const crop = PARAMETERS.crop.parse(text);
      fc.pre(crop !== undefined);
      const left = cutCrop(crop, { width, height }) ?? { x: 0, y: 0, width, height };
      expect(readFrame(text, { width, height })).toEqual(left);
    }),
    { numRuns: 5000, examples: [[['0.01p', '0p', '0.56p', '100p'], 5000, 1]] },
  );
});
