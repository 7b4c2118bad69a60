import { afterEach, describe, expect, it, vi } from 'vitest';
import { mendCodedData } from '../../../../../core/codecs/end-coded-data.ts';
import { readOrientation } from '../../../../../core/codecs/exif-orientation.ts';
import { decodeGif } from '../../../../../core/codecs/gif/decode-gif.ts';
import { isMisreadGif } from '../../../../../core/codecs/gif/read-gif-header.ts';
import { ImageFileFault } from '../../../../../core/codecs/image-file.ts';
import { hasWideGamut } from '../../../../../core/codecs/losses/list-losses.ts';
import { openColour } from '../../../../../core/codecs/open-colour.ts';
import { createWorkCounter, watchedConstructor } from '../../../../support/images/count-work.ts';
import { codedGif } from '../../../../support/images/gif/code-gif.ts';
import { tellingTiff } from '../../../../support/images/make-exif.ts';
import { gifComment, gifFrame, gifOf } from '../../../../support/images/make-gif.ts';
import { iccOf, SCREEN_TAGS } from '../../../../support/images/make-icc.ts';
import { iccSegments, insertSegments, jpegSegment } from '../../../../support/images/make-jpeg.ts';
import { insertAfterHeader, pngChunk } from '../../../../support/images/make-png.ts';
import {
  chunksOf,
  extendedChunk,
  riffChunk,
  webpOf,
} from '../../../../support/images/make-webp.ts';
import { HEIGHT, pixelPipeline, WIDTH } from '../../../../support/images/raw-pixels.ts';

const REAL = { Uint8Array, Uint16Array, Uint32Array, Int8Array, Int32Array };
const [jpeg, progressive, png, webp] = await Promise.all([
  pixelPipeline().jpeg().toBuffer(),
  pixelPipeline().jpeg({ progressive: true }).toBuffer(),
  pixelPipeline().png().toBuffer(),
  pixelPipeline().webp().toBuffer(),
]);
/** Tables of fixed sizes, which any file has. */
const UNITS_PER_FILE = 20_000;
const [FEW, MANY] = [40, 400];

afterEach(() => vi.unstubAllGlobals());

function workOf(bytes: Uint8Array, open: (bytes: Uint8Array) => unknown): number {
  const counter = createWorkCounter();
  for (const [name, real] of Object.entries(REAL)) {
    vi.stubGlobal(name, watchedConstructor(real as Uint8ArrayConstructor, counter));
  }
  try {
    open(counter.watch(new REAL.Uint8Array(bytes)));
  } catch (error) {
    if (!(error instanceof ImageFileFault)) throw error;
  } finally {
    vi.unstubAllGlobals();
  }
  return counter.work();
}

const times = (count: number, make: (at: number) => Uint8Array | Uint8Array[]) =>
  Buffer.concat(Array.from({ length: count }, (_, at) => make(at)).flat());
const profile = iccOf('RGB ', SCREEN_TAGS);
const scanAt = progressive.lastIndexOf(Buffer.from([0xff, 0xda]));
const FULL = { x: 0, y: 0, width: 8, height: 6 };

type Open = (bytes: Uint8Array) => unknown;
/** The name, the reader, the file of so many parts, and the maximum cost of a byte. */
type Family = readonly [string, Open, (count: number) => Buffer, number];
const gifWith = (count: number) =>
  gifOf(
    8,
    6,
    times(count, () => [gifComment('a'), gifFrame(0, 0, 8, 6)]),
  );
const FAMILIES: readonly Family[] = [
  ['colour of a JPEG, empty segments', openColour, (n) => segmented(n * 5), 40],
  ['colour of a JPEG, parts of profiles', openColour, (n) => profiled(n / 8), 40],
  ['colour of a PNG, chunks', openColour, (n) => chunked(n * 3), 60],
  ['colour of a WebP, chunks', openColour, (n) => riffed(n * 3), 60],
  ['gamut of a JPEG, parts of profiles', hasWideGamut, (n) => profiled(n / 8), 60],
  ['gamut of a PNG, chunks', hasWideGamut, (n) => chunked(n * 3), 60],
  ['pixels of a GIF, frames', (gif) => decodeGif(gif, true), gifWith, 60],
  ['first pixels of a GIF, frames', (gif) => decodeGif(gif, false), gifWith, 40],
  [
    'pixels of a GIF, frames that are restored',
    (gif) => decodeGif(gif, true),
    (n) => {
      const frames = Array.from({ length: n }, () => ({ ...FULL, disposal: 3, solid: 1 }));
      return codedGif({ width: 8, height: 6, frames });
    },
    100,
  ],
  ['clear pixels of a GIF, frames', isMisreadGif, gifWith, 60],
  ['entries of EXIF', readOrientation, (n) => Buffer.concat([tellingTiff(6), Buffer.alloc(n)]), 40],
  [
    'ends of a progressive JPEG, stray bytes',
    mendCodedData,
    (n) =>
      Buffer.concat([progressive.subarray(0, -2), Buffer.alloc(n * 50), progressive.subarray(-2)]),
    60,
  ],
  [
    'ends of a progressive JPEG, its last scan again',
    mendCodedData,
    (n) =>
      Buffer.concat([progressive.subarray(0, -2), times(n, () => progressive.subarray(scanAt))]),
    60,
  ],
];

function segmented(count: number): Buffer {
  return insertSegments(
    jpeg,
    times(count, () => jpegSegment(0xe5, '')),
  );
}

function profiled(count: number): Buffer {
  const parts = iccSegments(profile, 2);
  return insertSegments(
    jpeg,
    times(count, () => parts),
  );
}

function chunked(count: number): Buffer {
  return insertAfterHeader(
    png,
    times(count, () => [pngChunk('gAMA', '\0\0\xb1\x8f'), pngChunk('tEXt', 'a')]),
  );
}

function riffed(count: number): Buffer {
  return webpOf(
    extendedChunk(0x20, WIDTH, HEIGHT),
    times(count, () => riffChunk('ABCD', '')),
    ...chunksOf(webp).map(({ bytes }) => bytes),
  );
}

describe('the work of each reader of a stored image is linear in its bytes', () => {
  it.each(FAMILIES)('%s (security.linear-work)', (_, open, make, unitsPerByte) => {
    const [few, many] = [make(FEW), make(MANY)].map((bytes) => {
      const work = workOf(bytes, open);
      expect(work).toBeLessThan(UNITS_PER_FILE + unitsPerByte * bytes.length);
      return { work, bytes: bytes.length };
    });
    const growth = (many?.bytes ?? 0) / (few?.bytes ?? 1);
    expect(many?.work ?? 0).toBeLessThan(1.2 * growth * (few?.work ?? 0) + UNITS_PER_FILE);
  });
});
