import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../adapters/sharp/image-engine.ts';
import type { GainMapNumbers } from '../../core/codecs/gain-map/gain-map.ts';
import type { Parameters } from '../../core/transform/parameters.ts';
import { acceptUnhurried } from '../support/images/accept-unhurried.ts';
import { type Field, GREY_NUMBERS, makeHdr, NUMBERS } from '../support/images/make-hdr.ts';
import { ask } from '../unit/adapters/sharp/support/ask.ts';
import { openBrowser } from './support/open-browser.ts';
import { HDR_FLAGS, showHdr } from './support/show-hdr.ts';

const engine = await createSharpEngine();
const services = { imageEngine: async () => engine, abandonProcess: () => undefined };
const SIZE = { width: 64, height: 64 };
/** A grey of this value is as bright as this light, and the offsets are of light too. */
const GREY = 128;
const toLight = (value: number) => ((value / 255 + 0.055) / 1.055) ** 2.4;
/** The left half is as bright as the image, and the right one as bright as the map can say. */
const halves: Field = (x) => [x < 0.5 ? 0 : 255];
const colours: Field = (x) => (x < 0.5 ? [0, 0, 0] : [255, 255, 255]);
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser(...HDR_FLAGS);
  page = await browser.newPage();
});
afterAll(() => browser?.close());

/** The light of the left and the right half in red, green and blue; 1 is the white of a page. */
async function lightOf(bytes: Uint8Array): Promise<number[][]> {
  const { width, height, light } = await showHdr(page, bytes);
  return [0.25, 0.75].map((share) => {
    const at = (Math.floor(height / 2) * width + Math.floor(width * share)) * 4;
    return light.slice(at, at + 3);
  });
}

/** The light that ISO 21496-1 gives the grey where the map has its least, or its greatest value. */
const due = ({ offsetSdr, offsetHdr, ...numbers }: GainMapNumbers, gain: 'min' | 'max') =>
  numbers[gain].map(
    (stops, at) => (toLight(GREY) + (offsetSdr[at] ?? 0)) * 2 ** stops - (offsetHdr[at] ?? 0),
  );

function expectLight(seen: readonly number[] | undefined, expected: readonly number[]) {
  expect(seen).toHaveLength(3);
  for (const [at, value] of expected.entries()) {
    expect((seen?.[at] ?? 0) / value, `${seen} for ${expected}`).toBeGreaterThan(0.93);
    expect((seen?.[at] ?? 0) / value, `${seen} for ${expected}`).toBeLessThan(1.07);
  }
}

const stored = async (numbers: GainMapNumbers, map: Field) => {
  const { file } = await makeHdr({
    ...SIZE,
    base: () => [GREY, GREY, GREY],
    mapWidth: 16,
    mapHeight: 16,
    map,
    numbers,
  });
  const sent = { bytes: file, contentType: 'image/jpeg' };
  return (await acceptUnhurried(services, sent)).bytes;
};
const make = (original: Uint8Array, parameters: Parameters) =>
  engine.render(original, ask({ ...SIZE, format: 'jpg', hasGainMap: true }, 'jpg', parameters));

describe.each([
  ['one channel', GREY_NUMBERS, halves],
  ['three channels', NUMBERS, colours],
] as const)('a gain map of %s in Chromium (transformations.hdr)', (_, numbers, map) => {
  it('brightens the stored image as its numbers say', async () => {
    const [left, right] = await lightOf(await stored(numbers, map));
    expectLight(left, due(numbers, 'min'));
    expectLight(right, due(numbers, 'max'));
  });

  it.each<[string, Parameters, boolean]>([
    ['resized', { width: 40 }, false],
    ['cropped', { crop: '7,5,50,40', quality: 90 }, false],
    ['mirrored', { flop: true }, true],
    ['turned by half', { rotate: 180, width: 32 }, true],
    ['cut to a shape', { width: 60, height: 20 }, false],
    ['of a quality that its pixels choose', { width: 48, quality: 'auto' }, false],
  ])('brightens a rendition that is %s', async (__, parameters, isSwapped) => {
    const seen = await lightOf(
      await make(await stored(numbers, map), { ...parameters, hdr: true }),
    );
    const [dark, bright] = isSwapped ? seen.toReversed() : seen;
    expectLight(dark, due(numbers, 'min'));
    expectLight(bright, due(numbers, 'max'));
  });

  it('is gone from a rendition without `hdr`', async () => {
    const seen = await lightOf(await make(await stored(numbers, map), { width: 40 }));
    for (const half of seen)
      expectLight(
        half,
        [1, 1, 1].map(() => toLight(GREY)),
      );
  });
});
