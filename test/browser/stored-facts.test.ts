import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../adapters/sharp/image-engine.ts';
import { FORMATS, type Format } from '../../core/transform/formats.ts';
import { acceptUnhurried } from '../support/images/accept-unhurried.ts';
import { drawPicture } from '../support/images/faults/picture.ts';
import { codedGif } from '../support/images/gif/code-gif.ts';
import { orientationTiff, withExifPrefix } from '../support/images/make-exif.ts';
import { insertSegments, jpegSegment } from '../support/images/make-jpeg.ts';
import { insertAfterHeader, insertBeforeEnd, pngChunk } from '../support/images/make-png.ts';
import { chunksOf, extendedChunk, riffChunk, webpOf } from '../support/images/make-webp.ts';
import { type ServedImages, serveImages } from '../truth/oracle/serve-images.ts';
import { ask } from '../unit/adapters/sharp/support/ask.ts';
import { openBrowser } from './support/open-browser.ts';

const engine = await createSharpEngine();
const services = { imageEngine: async () => engine, abandonProcess: () => undefined };
const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
/** The loss of a lossy rendition in a corner; the corners differ by far more. */
const NEAR = 48;

let browser: Browser;
let page: Page;
let images: ServedImages;

beforeAll(async () => {
  images = await serveImages();
  browser = await openBrowser('--force-color-profile=srgb');
  page = await browser.newPage();
  await page.goto(images.url); // a secure context, which has ImageDecoder
});
afterAll(async () => {
  images?.close();
  await browser?.close();
});

/** The size of an image, and the colours near its corners. */
async function show(bytes: Uint8Array, type: string) {
  const sent = images.add(bytes, type);
  return page.evaluate(async ({ url }) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context?.drawImage(image, 0, 0);
    const places = [3, width - 4].flatMap((x) => [3, height - 4].map((y) => [x, y] as const));
    const corners = places.flatMap(([x, y]) => [...(context?.getImageData(x, y, 1, 1).data ?? [])]);
    return { width, height, corners };
  }, sent);
}

/** The times of an animation's frames in milliseconds, and its repetitions. */
async function play(bytes: Uint8Array, type: string) {
  const sent = images.add(bytes, type);
  return page.evaluate(async ({ url, type }) => {
    const data = await (await fetch(url)).arrayBuffer();
    const decoder = new ImageDecoder({ data, type });
    await decoder.completed;
    const track = decoder.tracks.selectedTrack;
    const times: number[] = [];
    for (let frameIndex = 0; frameIndex < (track?.frameCount ?? 0); frameIndex += 1) {
      const { image } = await decoder.decode({ frameIndex });
      times.push((image.duration ?? 0) / 1000);
    }
    return { times, loops: String(track?.repetitionCount) };
  }, sent);
}

const accept = (bytes: Uint8Array, contentType: string) =>
  acceptUnhurried(services, { bytes, contentType });

type Make = (orientation: number) => Uint8Array;

const jpeg = await drawPicture(3).jpeg({ quality: 95 }).toBuffer();
const png = await drawPicture(3).png().toBuffer();
const [still] = chunksOf(await drawPicture(3).webp({ quality: 95 }).toBuffer());
const image = still?.bytes ?? Buffer.alloc(0);
const exif = (orientation: number) => riffChunk('EXIF', orientationTiff(orientation));
const head = (flags: number) => extendedChunk(flags, 64, 48);
const HAS_EXIF = 8;

const FORMS: readonly (readonly [name: string, type: string, make: Make])[] = [
  [
    'JPEG',
    'image/jpeg',
    (value) => insertSegments(jpeg, jpegSegment(0xe1, withExifPrefix(orientationTiff(value)))),
  ],
  ['PNG', 'image/png', (value) => insertAfterHeader(png, pngChunk('eXIf', orientationTiff(value)))],
  [
    'PNG behind its data',
    'image/png',
    (value) => insertBeforeEnd(png, pngChunk('eXIf', orientationTiff(value))),
  ],
  ['WebP with its flag', 'image/webp', (value) => webpOf(head(HAS_EXIF), image, exif(value))],
  ['WebP without its flag', 'image/webp', (value) => webpOf(head(0), image, exif(value))],
  ['WebP without VP8X', 'image/webp', (value) => webpOf(image, exif(value))],
  ['WebP before its image', 'image/webp', (value) => webpOf(head(HAS_EXIF), exif(value), image)],
];

describe('the size and the turn of a stored file (transformations.orientation)', () => {
  it.each(FORMS)('are those that browsers show of a %s with EXIF', async (_, type, make) => {
    for (const orientation of ORIENTATIONS) {
      const bytes = make(orientation);
      const sent = await show(bytes, type);
      const { bytes: stored, facts, format } = await accept(bytes, type);
      expect(await show(stored, FORMATS[format].contentType)).toEqual(sent);
      const { width, height } = sent;
      expect(facts, `${orientation}`).toMatchObject({ width, height });
      for (const output of ['png', 'webp', 'avif', 'jpg', 'gif'] as const) {
        const rendition = await engine.render(stored, ask({ ...facts, format }, output));
        const seen = await show(rendition, FORMATS[output].contentType);
        expect(seen, `${orientation} ${output}`).toMatchObject({ width, height });
        const far = seen.corners.filter(
          (value, at) => Math.abs(value - (sent.corners[at] ?? 0)) > NEAR,
        );
        expect(far, `${orientation} ${output}`).toEqual([]);
      }
    }
  });
});

const FRAME = { x: 0, y: 0, width: 8, height: 6 };
const gifOf = (loop: number | undefined, ...delays: readonly number[]) =>
  codedGif({
    width: 8,
    height: 6,
    ...(loop === undefined ? {} : { loop }),
    frames: delays.map((delay, at) => {
      return { ...FRAME, delay, solid: at % 4 };
    }),
  });

async function webpWith(loop: number, ...delays: readonly number[]): Promise<Buffer> {
  const pages = delays.map((_, at) =>
    drawPicture(3)
      .modulate({ hue: at * 90 })
      .png()
      .toBuffer(),
  );
  const webp = await sharp(await Promise.all(pages), { join: { animated: true } })
    .webp({ quality: 20, delay: delays.map(() => 100), loop: 0 })
    .toBuffer();
  const copy = Buffer.from(webp);
  copy.writeUInt16LE(loop, copy.indexOf('ANIM') + 12);
  let from = 0;
  for (const delay of delays) {
    const at = copy.indexOf('ANMF', from);
    copy.writeUIntLE(delay, at + 20, 3);
    from = at + 4;
  }
  return copy;
}

const BOUND_MS = 65_535;
const GIF_STEP_MS = 10;

async function expectTimes(bytes: Uint8Array, type: string, output: Format): Promise<void> {
  const before = await play(bytes, type);
  const { bytes: stored, facts, format } = await accept(bytes, type);
  expect(await play(stored, type)).toEqual(before);
  const rendition = await engine.render(stored, ask({ ...facts, format }, output));
  const after = await play(rendition, FORMATS[output].contentType);
  const due = before.times.map((time) => Math.min(time, BOUND_MS));
  expect(after.times.length).toBe(due.length);
  const far = after.times.filter((time, at) => Math.abs(time - (due[at] ?? 0)) > GIF_STEP_MS);
  expect(far).toEqual([]);
  const loops = Number(before.loops);
  // a GIF's 65,535 repetitions are 65,536 plays, one more than the formats can say
  expect([before.loops, String(Math.min(loops, 65_534))]).toContain(after.loops);
}

describe.each(['gif', 'webp'] as const)(
  'an animation, as %s (transformations.animation)',
  (output) => {
    it.each([undefined, 0, 1, 2, 65_533, 65_534, 65_535])(
      'of a GIF repeats as often, or as often as it can: %s',
      async (loop) => {
        await expectTimes(gifOf(loop, 10, 10), 'image/gif', output);
      },
    );

    it.each([2, 3, 6_552, 6_553, 6_554, 65_534, 65_535])(
      'of a GIF has its times, within the bound: %s hundredths',
      async (delay) => {
        await expectTimes(gifOf(0, delay, 10), 'image/gif', output);
      },
    );

    it.each([0, 1, 65_534, 65_535])('of a WebP repeats as often: %s', async (loop) => {
      await expectTimes(await webpWith(loop, 100, 100), 'image/webp', output);
    });

    it.each([20, 65_534, 65_535, 65_536, 2 ** 24 - 1])(
      'of a WebP has its times, within the bound: %s ms',
      async (delay) => {
        await expectTimes(await webpWith(0, delay, 100), 'image/webp', output);
      },
    );
  },
);
