import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { addGainMap } from '../../../../../adapters/sharp/hdr/render-gain-map.ts';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import { loadSharp } from '../../../../../adapters/sharp/load/load-sharp.ts';
import { findGainMap, withoutGainMap } from '../../../../../core/codecs/gain-map/find-gain-map.ts';
import type { Parameters } from '../../../../../core/transform/parameters.ts';
import {
  GREY_NUMBERS,
  greyRamps,
  type HdrParts,
  makeHdr,
  pipelineOf,
  ramps,
} from '../../../../support/images/make-hdr.ts';
import { ask } from '../support/ask.ts';

const engine = await createSharpEngine();
const sharpModule = await loadSharp();
const SIZE = { width: 240, height: 160 };

const valuesOf = async (image: Uint8Array, width: number, height: number) =>
  sharp(image)
    .resize(width, height, { fit: 'fill' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer();

/** The rendition with its map, and the map that an image of the map's own values would become. */
async function follow(parameters: Parameters, parts: HdrParts = {}) {
  const { orientation = 1, map = greyRamps } = parts;
  const size = orientation > 4 ? { width: SIZE.height, height: SIZE.width } : SIZE;
  const { file } = await makeHdr(parts);
  const requested = ask({ ...size, format: 'jpg' }, 'jpg', parameters);
  const rendition = await engine.render(file, requested);
  const result = await addGainMap(sharpModule, {
    original: file,
    moves: requested,
    rendition,
    credit: null,
  });
  const found = findGainMap(result);
  if (!found) throw new Error('the rendition has no gain map');
  const { width, height } = await sharp(found.bytes).metadata();
  // as large as the image itself, so that the engine crops and turns whole pixels of it
  const values = await pipelineOf(map, SIZE.width, SIZE.height)
    .withMetadata({ orientation })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const drawn = ask({ ...size, format: 'jpg' }, 'png', { ...parameters, background: '000000' });
  const due = await valuesOf(await engine.render(values, drawn), width, height);
  const seen = await valuesOf(found.bytes, width, height);
  const far = seen.map((value, at) => Math.abs(value - (due[at] ?? 0)));
  const mean = far.reduce((sum, value) => sum + value, 0) / far.length;
  return {
    result,
    rendition,
    requested,
    found,
    size: { width, height },
    mean,
    most: Math.max(...far),
  };
}

const CASES: readonly (readonly [string, Parameters])[] = [
  ['as it is', { quality: 80 }],
  ['smaller', { width: 97 }],
  ['larger', { width: 500, enlarge: true }],
  ['cropped at pixels between those of the map', { crop: '13,7,101,77' }],
  ['cropped and reduced', { crop: '51,33,150,101', width: 60 }],
  ['turned by 90', { rotate: 90 }],
  ['turned by 180', { rotate: 180, width: 120 }],
  ['turned by 270', { rotate: 270, crop: '30,10,100,90' }],
  ['mirrored', { flop: true }],
  ['upside down', { flip: true, width: 100 }],
  ['turned, mirrored and cropped', { rotate: 90, flop: true, crop: '20,30,120,60', height: 90 }],
  ['cut to a square', { width: 90, height: 90 }],
  ['cut at a corner', { width: 90, height: 90, position: 'top-left' }],
  ['cut around a point', { width: 50, height: 120, position: '0.8,0.3' }],
  ['cut above and below', { width: 120, height: 40, position: 'bottom' }],
  ['out of shape', { width: 200, height: 40, fit: 'fill' }],
  ['of a ratio', { ratio: '1:1' }],
  ['trimmed', { trim: 10 }],
];

describe('the gain map of a rendition (transformations.hdr)', () => {
  it.each(CASES)('of an image %s follows its pixels', async (_, parameters) => {
    for (const map of [greyRamps, ramps]) {
      const { mean, most } = await follow(parameters, { map });
      expect({ mean, most }).toEqual({
        mean: expect.toSatisfy((value) => value < (map === ramps ? 3.5 : 1.5), `a mean of ${mean}`),
        most: expect.toSatisfy((value) => value < 24, `a most of ${most}`),
      });
    }
  });

  it.each([2, 3, 4, 5, 6, 7, 8])(
    'of an image with orientation %d is turned upright',
    async (orientation) => {
      const { mean, most } = await follow({ crop: '11,5,90,110', width: 70 }, { orientation });
      expect(mean).toBeLessThan(2.5);
      expect(most).toBeLessThan(24);
    },
  );

  it.each([
    [60, 40, 30, 20],
    [240, 160, 120, 80],
    [120, 80, 60, 40],
    // smaller ones are enlarged as far as their shape needs it, which readers compare
    [7, 5, 120, 80],
    [1, 1, 120, 80],
  ])(
    'of %d x %d pixels is as much smaller than its result as it was',
    async (mapWidth, mapHeight, width, height) => {
      const { size } = await follow({ width: 120 }, { mapWidth, mapHeight });
      expect(size).toEqual({ width, height });
    },
  );

  it('of a large result has at most two megapixels, in its shape', async () => {
    const { file } = await makeHdr({ width: 300, height: 200, mapWidth: 300, mapHeight: 200 });
    const requested = ask({ width: 300, height: 200, format: 'jpg' }, 'jpg', {
      width: 3_000,
      enlarge: true,
    });
    const rendition = await pipelineOf(ramps, 3, 2).jpeg().toBuffer();
    const found = findGainMap(
      await addGainMap(sharpModule, { original: file, moves: requested, rendition, credit: null }),
    );
    const { width, height } = await sharp(found?.bytes).metadata();
    expect([width, height]).toEqual([1732, 1155]);
  });

  it('leaves the image the very bytes that it is without', async () => {
    const { result, rendition, found } = await follow({ width: 97 });
    expect(found.numbers).toEqual(GREY_NUMBERS);
    const scan = (jpeg: Uint8Array) =>
      Buffer.from(jpeg).subarray(Buffer.from(jpeg).indexOf('\xff\xdb', 0, 'latin1'));
    expect(Buffer.compare(scan(withoutGainMap(result)), scan(rendition))).toBe(0);
  });

  it('leaves margins as bright as they are', async () => {
    const numbers = { ...GREY_NUMBERS, min: [-1, -1, -1], gamma: [2, 2, 2] } as const;
    for (const parameters of [
      { width: 200, height: 200, fit: 'contain', background: 'ffffff' },
      { pad: '40', background: 'ffffff' },
    ] as const) {
      const { found, size } = await follow(parameters, { numbers });
      const values = await valuesOf(found.bytes, size.width, size.height);
      // no stop of -1 to 3 is a quarter, of which the map has the square
      expect(values[3 * Math.floor(size.width / 2)]).toBeCloseTo(255 / 16, -1);
    }
  });

  it('of an original without one is none', async () => {
    const { base } = await makeHdr();
    const rendition = await pipelineOf(ramps, 30, 20).jpeg().toBuffer();
    const requested = ask({ ...SIZE, format: 'jpg' }, 'jpg', { width: 30 });
    expect(
      await addGainMap(sharpModule, { original: base, moves: requested, rendition, credit: null }),
    ).toBe(rendition);
  });
});
