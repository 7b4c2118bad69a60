import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import { rebuildImage } from '../../../../core/codecs/rebuild-image.ts';
import {
  boundOf,
  INKS_WITH_PROFILE,
  makeColourSamples,
  SAMPLE_SIDE,
} from '../../../support/images/colour-samples.ts';
import {
  INKS_IN_CHROMIUM,
  readInkTables,
  srgbByTables,
  srgbInChromium,
} from '../../../support/images/ink-tables.ts';
import { ask } from './support/ask.ts';
import { see } from './support/rendition.ts';

const engine = await createSharpEngine();
const STEPS = 5;
const BLOCK = 8;
const [COLUMNS, ROWS] = [STEPS * STEPS, STEPS];
const SIZE = { width: COLUMNS * BLOCK, height: ROWS * BLOCK };
/** Levels: the encoder's rounding of inks, and two ways to read between a table's points. */
const NEAR = 4;
/** The same of Chromium, which rounds black into the inks besides. */
const CHROMIUM_NEAR = 6;

/** A JPEG of 125 mixtures of inks, in blocks; the profile's own separation adds the black. */
async function inksJpeg(): Promise<Buffer> {
  const level = (step: number) => Math.round((step * 255) / (STEPS - 1));
  const pixels = Array.from({ length: SIZE.width * SIZE.height }, (_, at) => {
    const column = Math.floor((at % SIZE.width) / BLOCK);
    const row = Math.floor(at / SIZE.width / BLOCK);
    return [level(column % STEPS), level(Math.floor(column / STEPS)), level(row)];
  });
  return sharp(Buffer.from(pixels.flat()), { raw: { ...SIZE, channels: 3 } })
    .toColourspace('cmyk')
    .withIccProfile('cmyk')
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

const middles = Array.from({ length: COLUMNS * ROWS }, (_, at) => {
  return { x: (at % COLUMNS) * BLOCK + BLOCK / 2, y: Math.floor(at / COLUMNS) * BLOCK + BLOCK / 2 };
});
const farthest = (one: readonly number[], other: readonly number[]) =>
  Math.max(...one.map((value, at) => Math.abs(value - (other[at] ?? 0))));

const file = await inksJpeg();
const tables = readInkTables((await sharp(file).metadata()).icc ?? Buffer.alloc(0));

/** The inks of a pixel of a JPEG, as they are stored. */
async function readInks(jpeg: Uint8Array, width: number) {
  const inks = await sharp(jpeg).pipelineColourspace('cmyk').toColourspace('cmyk').raw().toBuffer();
  return (x: number, y: number) => [...inks.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
}

describe('inks with a profile', () => {
  it('have the colours of its tables (transformations.colour)', async () => {
    const { bytes } = rebuildImage(file);
    const inksAt = await readInks(file, SIZE.width);
    const seen = await see(await engine.render(bytes, ask(SIZE, 'png')));
    const far = middles.filter(({ x, y }) => {
      const due = srgbByTables(tables, inksAt(x, y));
      return farthest(due, seen.at(x, y).slice(0, 3)) > NEAR;
    });
    expect(far).toEqual([]);
    expect(middles.some(({ x, y }) => (inksAt(x, y)[3] ?? 0) > 128)).toBe(true);
  });

  it('are far from Chromium only as far as it mixes black into other inks (transformations.colour)', () => {
    for (const { inks: one, shown } of INKS_IN_CHROMIUM) {
      expect(farthest(srgbInChromium(tables, one), shown), `${one}`).toBeLessThanOrEqual(
        CHROMIUM_NEAR,
      );
    }
  });

  it('have a bound beside Chromium that both computations explain (transformations.colour)', async () => {
    const sample = (await makeColourSamples()).find(({ name }) => name === INKS_WITH_PROFILE);
    const inksAt = await readInks(sample?.bytes ?? Buffer.alloc(0), SAMPLE_SIDE);
    const [near, far] = [SAMPLE_SIDE / 4, (3 * SAMPLE_SIDE) / 4];
    const distances = [near, far].flatMap((y) =>
      [near, far].map((x) => {
        const inks = inksAt(x, y);
        return farthest(srgbByTables(tables, inks), srgbInChromium(tables, inks));
      }),
    );
    const slack = boundOf(INKS_WITH_PROFILE) - Math.max(...distances);
    expect(slack).toBeGreaterThanOrEqual(0);
    expect(slack).toBeLessThanOrEqual(NEAR + CHROMIUM_NEAR);
  });
});
