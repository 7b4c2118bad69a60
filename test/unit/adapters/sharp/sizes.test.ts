import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import { FORMATS, type Format, type UploadFormat } from '../../../../core/transform/formats.ts';
import { COMPASS_POSITIONS, type Parameters } from '../../../../core/transform/parameters.ts';
import {
  isTransformationFault,
  type OriginalFacts,
  resolveTransformation,
} from '../../../../core/transform/transformation.ts';
import { ask } from './support/ask.ts';
import { draw, drawFrames, layDown, noise, quarters } from './support/drawing.ts';
import { see } from './support/rendition.ts';

const engine = await createSharpEngine();
const WIDE = { width: 300, height: 200 };
const wide = await draw(300, 200, quarters(300, 200)).jpeg().toBuffer();

type Case = [asked: Parameters, width: number, height: number];

const CASES: Case[] = [
  [{}, 300, 200],
  [{ width: 150 }, 150, 100],
  [{ height: 50 }, 75, 50],
  [{ width: 900 }, 300, 200],
  [{ width: 900, enlarge: true }, 900, 600],
  [{ height: 400, enlarge: true }, 600, 400],
  [{ width: 7 }, 7, 5],
  [{ width: 1 }, 1, 1],
  [{ width: 100, height: 100 }, 100, 100],
  [{ width: 600, height: 600 }, 200, 200],
  [{ width: 600, height: 600, enlarge: true }, 600, 600],
  [{ width: 100, height: 100, fit: 'contain' }, 100, 100],
  [{ width: 600, height: 600, fit: 'contain' }, 600, 600],
  [{ width: 100, height: 100, fit: 'inside' }, 100, 67],
  [{ width: 600, height: 600, fit: 'inside' }, 300, 200],
  [{ width: 600, height: 600, fit: 'inside', enlarge: true }, 600, 400],
  [{ width: 100, height: 100, fit: 'outside' }, 150, 100],
  [{ width: 600, height: 600, fit: 'outside' }, 300, 200],
  [{ width: 100, height: 100, fit: 'fill' }, 100, 100],
  [{ width: 600, height: 100, fit: 'fill' }, 300, 100],
  [{ width: 600, height: 100, fit: 'fill', enlarge: true }, 600, 100],
  [{ width: 100, dpr: 2 }, 200, 133],
  [{ rotate: 90 }, 200, 300],
  [{ rotate: 90, width: 100 }, 100, 150],
  [{ crop: '10,20,100,80' }, 100, 80],
  [{ crop: '10,20,100,80', rotate: 270, width: 40 }, 40, 50],
  [{ crop: '250,150,500,500' }, 50, 50],
];

describe('the size of a rendition (transformations.size, transformations.fit, transformations.enlarging)', () => {
  it.each(CASES)('makes %j of 300 x 200 into %i x %i', async (requested, width, height) => {
    for (const format of ['jpg', 'webp'] as const) {
      const seen = await see(await engine.render(wide, ask(WIDE, format, requested)));
      expect([seen.width, seen.height]).toEqual([width, height]);
    }
  });
});

describe('large results of fast settings', () => {
  it('encodes a WebP whose blocks all have modes of their own (transformations.max-output, security.bounded-price)', async () => {
    const original = await draw(640, 480, noise()).jpeg({ quality: 90 }).toBuffer();
    const size = { width: 5_000, height: 3_750 };
    const requested = ask({ width: 640, height: 480 }, 'webp', {
      ...size,
      enlarge: true,
      quality: 90,
    });
    const bytes = await engine.render(original, { ...requested, isFastEncoded: true });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', ...size });
  });
});

const anySource = fc.record({
  format: fc.constantFrom<UploadFormat>('jpg', 'png', 'webp', 'gif'),
  width: fc.integer({ min: 1, max: 90 }),
  height: fc.integer({ min: 1, max: 90 }),
  frames: fc.constantFrom(1, 1, 3),
  orientation: fc.integer({ min: 1, max: 8 }),
});

const tenths = (min: number, max: number) =>
  fc.integer({ min: min * 10, max: max * 10 }).map((n) => n / 10);

const anyQuery: fc.Arbitrary<Parameters> = fc.record(
  {
    width: fc.integer({ min: 1, max: 150 }),
    height: fc.integer({ min: 1, max: 150 }),
    quality: fc.integer({ min: 1, max: 100 }),
    crop: fc
      .tuple(
        fc.nat(40),
        fc.nat(40),
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 1, max: 100 }),
      )
      .map(([x, y, width, height]) => `${x},${y},${width},${height}` as const),
    rotate: fc.constantFrom(90 as const, 180 as const, 270 as const),
    flip: fc.boolean(),
    flop: fc.boolean(),
    fit: fc.constantFrom('cover', 'contain', 'inside', 'outside', 'fill'),
    position: fc.constantFrom(...COMPASS_POSITIONS, 'attention' as const, 'entropy' as const),
    dpr: tenths(1, 2),
    enlarge: fc.boolean(),
    grayscale: fc.boolean(),
    blur: tenths(0.3, 20),
    sharpen: tenths(0.1, 10),
    background: fc.constantFrom('ff8800', '12345680'),
  },
  { requiredKeys: [] },
);

type Source = typeof anySource extends fc.Arbitrary<infer T> ? T : never;

/** Its bytes and its facts; GIF has no orientation, and only WebP and GIF have frames. */
async function makeSource({ format, width, height, frames, orientation }: Source) {
  const isAnimated = frames > 1 && FORMATS[format].hasAnimation;
  const tag = format === 'gif' ? 1 : orientation;
  const laid = layDown(width, height, noise(width * 91 + height), tag);
  const paints = isAnimated ? [noise(1), noise(2), noise(3)] : [laid.paint];
  const drawn = isAnimated
    ? drawFrames(laid.width, laid.height, paints)
    : draw(laid.width, laid.height, laid.paint);
  const tagged = tag === 1 ? drawn : drawn.withMetadata({ orientation: tag });
  const bytes = await tagged
    .toFormat(format === 'jpg' ? 'jpeg' : format, format === 'gif' ? { effort: 1 } : {})
    .toBuffer();
  const facts: OriginalFacts = {
    format,
    width,
    height,
    frames: isAnimated ? 3 : 1,
    hasAlpha: false,
  };
  return { bytes, facts };
}

const sum = (delays: readonly number[] = []) => delays.reduce((total, delay) => total + delay, 0);

describe('any request for any image (transformations.order, transformations.rendition-key)', () => {
  it('gives the resolved size, the requested format, all frames or one, and no metadata', async () => {
    const anyOutput = fc.constantFrom<Format>('jpg', 'png', 'webp', 'gif', 'avif');
    const property = async (source: Source, format: Format, requested: Parameters) => {
      const { bytes, facts } = await makeSource(source);
      const answer = resolveTransformation(facts, format, requested);
      fc.pre(!isTransformationFault(answer));
      if (isTransformationFault(answer)) return;
      const { metadata, ...seen } = await see(await engine.render(bytes, answer));
      const { width, height } = answer.resize.size;
      expect([seen.width, seen.height]).toEqual([width, height]);
      // the encoders make one frame of neighbours that look alike; GIF's lasts as long as both
      if (!answer.isAnimated) expect(seen.frames).toBe(1);
      else expect(seen.frames).toBeLessThanOrEqual(facts.frames);
      if (answer.isAnimated && format === 'gif') {
        expect(sum(metadata.delay)).toBe(sum((await see(bytes)).metadata.delay));
      }
      expect(metadata.format).toBe({ jpg: 'jpeg', avif: 'heif' }[format as 'jpg'] ?? format);
      const { exif, xmp, icc, iptc } = metadata;
      expect({ exif, xmp, icc, iptc }).toEqual({});
    };
    await fc.assert(fc.asyncProperty(anySource, anyOutput, anyQuery, property), { numRuns: 120 });
  });
});
