import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import { readHeader } from '../../../../../core/codecs/read-header.ts';
import { rebuildImage } from '../../../../../core/codecs/rebuild-image.ts';
import { FORMAT_NAMES, type Format } from '../../../../../core/transform/formats.ts';
import type { Parameters } from '../../../../../core/transform/parameters.ts';
import { codedGif } from '../../../../support/images/gif/code-gif.ts';
import {
  chunksOf,
  extendedChunk,
  riffChunk,
  webpOf,
} from '../../../../support/images/make-webp.ts';
import { ask } from '../support/ask.ts';
import { see } from '../support/rendition.ts';

const engine = await createSharpEngine();
const MAX_MS = 65_535;
const MAX_MS_OF_HUNDREDTHS = 65_540; // as GIF rounds it
const SIDE = 4;

/** Two frames with these delays in hundredths; no loop block if the count is missing. */
function gifOf(delays: readonly number[], loop: number | undefined): Buffer {
  const frames = delays.map((delay, at) => ({
    x: 0,
    y: 0,
    width: SIDE,
    height: SIDE,
    solid: at,
    delay,
  }));
  return codedGif({ width: SIDE, height: SIDE, ...(loop !== undefined && { loop }), frames });
}

const PIXELS = await Promise.all(
  ['#f00', '#0f0', '#00f', '#ff0'].map(async (background) => {
    const create = { width: SIDE, height: SIDE, channels: 3 as const, background };
    const webp = await sharp({ create }).webp({ lossless: true }).toBuffer();
    return Buffer.concat(chunksOf(webp).map(({ bytes }) => bytes));
  }),
);

/** The same as WebP, whose durations have 24 bits of milliseconds. */
function webpOfDelays(delays: readonly number[], loop: number): Buffer {
  const animation = Buffer.alloc(6);
  animation.writeUInt16LE(loop, 4);
  const frames = delays.map((delay, at) => {
    const head = Buffer.alloc(16);
    head.writeUIntLE(SIDE - 1, 6, 3);
    head.writeUIntLE(SIDE - 1, 9, 3);
    head.writeUIntLE(delay, 12, 3);
    return riffChunk('ANMF', Buffer.concat([head, PIXELS[at] ?? Buffer.alloc(0)]));
  });
  return webpOf(extendedChunk(2, SIDE, SIDE), riffChunk('ANIM', animation), ...frames);
}

async function timingOf(sent: Uint8Array, format: Format, parameters: Parameters = {}) {
  const { bytes } = rebuildImage(sent);
  const made = await engine.render(bytes, ask(readHeader(bytes), format, parameters));
  const { delay, loop } = (await see(made)).metadata;
  return { delay, loop };
}

/** The time for which browsers show a frame. */
const shownMs = (delay: number) => (delay <= 10 ? 100 : delay);

describe('the timing of a stored animation (transformations.animation)', () => {
  it.each([
    [0, 0],
    [1, 2],
    [65_534, MAX_MS],
    [65_535, MAX_MS],
  ])(
    'loops of a GIF, %i in the file, are at most those that the encoder takes',
    async (loop, made) => {
      const sent = gifOf([10, 20], loop);
      for (const format of ['gif', 'webp'] as const) {
        for (const parameters of [{}, { blur: 0.3 }])
          expect((await timingOf(sent, format, parameters)).loop).toBe(made);
      }
    },
  );

  it.each([
    [
      [6_553, 5],
      [65_530, 50],
    ],
    [
      [6_554, 5],
      [MAX_MS, 50],
    ],
    [
      [65_535, 65_535],
      [MAX_MS, MAX_MS],
    ],
  ])('delays of a GIF, %j hundredths, are cut to the encoder’s range', async (sent, made) => {
    expect((await timingOf(gifOf(sent, 0), 'webp')).delay).toEqual(made);
    const inGif = made.map((delay) => Math.round(delay / 10) * 10);
    const { delay = [] } = await timingOf(gifOf(sent, 0), 'gif');
    expect(delay.map((ms, at) => Math.abs(ms - (inGif[at] ?? 0)) <= 10)).toEqual([true, true]);
  });

  it('delays of a WebP are cut too, and 11 ms are not hurried to none', async () => {
    const sent = webpOfDelays([0xffffff, 11, 10, 14], 65_535);
    const webp = await timingOf(sent, 'webp');
    expect(webp.loop).toBe(65_535);
    expect(webp.delay?.map(shownMs)).toEqual([MAX_MS, 11, 100, 14]);
    const gif = await timingOf(sent, 'gif');
    expect(gif.delay?.slice(1).map(shownMs)).toEqual([20, 100, 20]);
  });

  it('never fails an encoder, whatever the file says', async () => {
    const delay = fc.oneof(
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 6_000, max: 65_535 }),
    );
    const loop = fc.option(fc.integer({ min: 0, max: 65_535 }), { nil: undefined });
    const gif = fc.tuple(fc.array(delay, { minLength: 1, maxLength: 4 }), loop);
    const duration = fc.oneof(
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 0, max: 0xffffff }),
    );
    const webp = fc.tuple(
      fc.array(duration, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 0, max: 65_535 }),
    );
    const files = fc.oneof(
      gif.map(([delays, count]) => gifOf(delays, count)),
      webp.map(([delays, count]) => webpOfDelays(delays, count)),
    );
    const check = async (sent: Buffer, format: Format, isApart: boolean) => {
      const { delay: delays = [] } = await timingOf(sent, format, isApart ? { blur: 0.3 } : {});
      for (const ms of delays) expect(ms).toBeLessThanOrEqual(MAX_MS_OF_HUNDREDTHS);
    };
    const property = fc.asyncProperty(files, fc.constantFrom(...FORMAT_NAMES), fc.boolean(), check);
    await fc.assert(property, { numRuns: 150 });
  });
});
