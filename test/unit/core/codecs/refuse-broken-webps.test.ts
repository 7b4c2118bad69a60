import { beforeAll, describe, expect, it } from 'vitest';
import { ImageFileFault } from '../../../../core/codecs/image-file.ts';
import { readHeader } from '../../../../core/codecs/read-header.ts';
import { rebuildImage } from '../../../../core/codecs/rebuild-image.ts';
import {
  chunksOf,
  extendedChunk,
  frameChunk,
  hugeWebp,
  riffChunk,
  webpOf,
} from '../../../support/images/make-webp.ts';
import { HEIGHT, pixelPipeline, WIDTH } from '../../../support/images/raw-pixels.ts';

const ANIMATED = 0x02;
const ANIM = riffChunk('ANIM', '\xff\xff\xff\xff\0\0');
const BOX = { x: 0, y: 0, width: WIDTH, height: HEIGHT };

let lossy: Buffer;
let lossless: Buffer;

beforeAll(async () => {
  const [first] = chunksOf(await pixelPipeline().webp().toBuffer());
  const [second] = chunksOf(await pixelPipeline().webp({ lossless: true }).toBuffer());
  lossy = first?.bytes ?? Buffer.alloc(0);
  lossless = second?.bytes ?? Buffer.alloc(0);
});

const extended = (flags: number, ...chunks: Uint8Array[]) =>
  webpOf(extendedChunk(flags, WIDTH, HEIGHT), ...chunks);
const animated = (...chunks: Uint8Array[]) => extended(ANIMATED, ANIM, ...chunks);

function expectRefused(bytes: Uint8Array, reason: string): void {
  expect(() => rebuildImage(bytes)).toThrow(new ImageFileFault(reason));
  expect(() => readHeader(bytes)).toThrow(new ImageFileFault(reason));
}

function changed(chunk: Uint8Array, offset: number, ...values: number[]): Buffer {
  const copy = Buffer.from(chunk);
  copy.set(values, offset);
  return copy;
}

describe('a WebP is refused', () => {
  it('with a stated size beyond its file', () => {
    const bytes = webpOf(lossy);
    bytes.writeUInt32LE(bytes.length - 7, 4);
    expectRefused(bytes, 'The WebP ends too early.');
    bytes.writeUInt32LE(0xffffffff, 4);
    expectRefused(bytes, 'The WebP ends too early.');
  });

  it('with a chunk beyond the stated size', () => {
    const bytes = Buffer.concat([webpOf(lossy), Buffer.alloc(100)]);
    bytes.writeUInt32LE(bytes.length - 200, 4);
    expectRefused(bytes, 'The WebP ends too early.');
  });

  it('which holds nothing', () => {
    expectRefused(webpOf(), 'The WebP ends too early.');
  });

  it('which begins with another chunk', () => {
    expectRefused(webpOf(riffChunk('XMP ', 'x'), lossy), 'The WebP does not start with an image.');
  });

  it('with a broken bitstream', () => {
    const broken = [
      changed(lossy, 8, 0xff),
      changed(lossy, 11, 0),
      changed(lossless, 8, 0x2e),
      changed(lossless, 12, 0xff),
    ];
    for (const chunk of broken) expectRefused(webpOf(chunk), 'A WebP bitstream header is broken.');
  });

  it('with a lossy image that has no pixels', () => {
    expectRefused(webpOf(changed(lossy, 14, 0, 0)), 'The WebP has no pixels.');
    expectRefused(webpOf(changed(lossy, 16, 0, 0x40)), 'The WebP has no pixels.');
  });

  it('with a canvas of another size than its image', () => {
    const reason = 'The size of the WebP canvas does not match its image.';
    expectRefused(webpOf(extendedChunk(0, WIDTH + 1, HEIGHT), lossy), reason);
    expectRefused(webpOf(extendedChunk(0, WIDTH, HEIGHT - 1), lossless), reason);
    expectRefused(extended(0), reason);
  });

  it('with a short extended header', () => {
    expectRefused(webpOf(riffChunk('VP8X', '\0\0\0\0'), lossy), 'The WebP header is broken.');
  });

  it('which has two images, or one beside its frames', () => {
    expectRefused(extended(0, lossy, lossless), 'The WebP has a second image.');
    expectRefused(animated(frameChunk(BOX, lossy), lossy), 'The WebP has a second image.');
  });

  it('with an animation that has no frames, or one before its header', () => {
    expectRefused(animated(), 'The WebP animation has no frames.');
    const early = extended(ANIMATED, frameChunk(BOX, lossy), ANIM);
    expectRefused(early, 'A WebP frame comes before the animation header.');
  });

  it.each([
    ['to the right', { x: 2 }],
    ['below', { y: 2 }],
    ['far away', { x: 0x1fffffe, y: 0x1fffffe }],
    ['by its width', { width: WIDTH + 1 }],
    ['by its height', { height: HEIGHT + 1 }],
  ])('with a frame that leaves the canvas %s', (_, change) => {
    const frame = frameChunk({ ...BOX, ...change }, lossy);
    expectRefused(animated(frame), 'A WebP frame exceeds the canvas.');
  });

  it('with a frame of another size than its pixels', () => {
    const frame = frameChunk({ ...BOX, width: WIDTH - 2 }, lossy);
    expectRefused(animated(frame), 'The size of a WebP frame does not match its pixels.');
  });

  it('with a frame that has no pixels', () => {
    const frame = frameChunk(BOX, riffChunk('ALPH', '\0'));
    expectRefused(animated(frame), 'A WebP frame has no pixels.');
  });

  it('with a frame that holds a chunk beyond its end', () => {
    const frame = frameChunk(BOX, lossy.subarray(0, -4));
    expectRefused(animated(frame), 'The WebP ends too early.');
  });

  it('with a claimed size that is not on the canvas', () => {
    const [huge] = chunksOf(hugeWebp(16384, 16384)).map(({ bytes }) => bytes);
    expectRefused(
      animated(frameChunk(BOX, huge as Buffer)),
      'The size of a WebP frame does not match its pixels.',
    );
  });
});
