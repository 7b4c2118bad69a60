import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ImageFileFault } from '../../../../core/codecs/image-file.ts';
import { readHeader } from '../../../../core/codecs/read-header.ts';
import { rebuildImage } from '../../../../core/codecs/rebuild-image.ts';
import { gifFrame, gifOf } from '../../../support/images/make-gif.ts';
import { jpegSegment } from '../../../support/images/make-jpeg.ts';
import { insertAfterHeader, pngChunk } from '../../../support/images/make-png.ts';
import { hugeWebp, riffChunk } from '../../../support/images/make-webp.ts';
import { pixelPipeline } from '../../../support/images/raw-pixels.ts';
import { sampleImages } from '../../../support/images/sample-images.ts';

const SAMPLES = await sampleImages();
const PNG = await pixelPipeline().png().toBuffer();
const TINY_FRAME = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 0]);
const MEGABYTES_25 = 25_000_000;
const NOTICEABLE_MILLISECONDS = 500; // of two shared cores; alone it's a tenth of that

async function headerBySharp(bytes: Uint8Array) {
  const { format, width, height, pageHeight, pages, hasAlpha, orientation } = await sharp(bytes, {
    animated: true,
  }).metadata();
  return {
    format: format === 'jpeg' ? 'jpg' : format,
    width,
    height: pageHeight ?? height,
    frames: pages ?? 1,
    hasAlpha,
    orientation: orientation ?? 1,
  };
}

function millisecondsOf(act: () => unknown): number {
  const start = performance.now();
  act();
  return performance.now() - start;
}

describe('readHeader', () => {
  it.each(SAMPLES)('says what sharp says of $name (images.stored-fields)', async ({ bytes }) => {
    expect(readHeader(bytes)).toEqual(await headerBySharp(bytes));
  });

  it.each(SAMPLES)('says the same before and after the rebuilding of $name', ({ bytes }) => {
    const rebuilt = rebuildImage(bytes);
    expect(rebuilt.header).toEqual(readHeader(bytes));
    expect(readHeader(rebuilt.bytes)).toEqual(rebuilt.header);
  });

  it('reads the size that a WebP of 34 bytes claims (security.bounds-from-header)', () => {
    const bytes = hugeWebp(16383, 16383);
    expect(bytes.length).toBe(34);
    expect(readHeader(bytes)).toMatchObject({ width: 16383, height: 16383, frames: 1 });
  });

  it('counts the frames of a long GIF (security.bounds-from-header)', () => {
    const frames = Array.from({ length: 2000 }, () => gifFrame(0, 0, 1, 1));
    expect(readHeader(gifOf(1, 1, ...frames)).frames).toBe(2000);
  });

  it('counts an animated PNG as its first frame (transformations.animation)', async () => {
    const png = await pixelPipeline().png().toBuffer();
    const animated = insertAfterHeader(png, pngChunk('acTL', '\0\0\0\x02\0\0\0\0'));
    expect(readHeader(animated).frames).toBe(1);
  });

  it('leaves AVIF to the engine', async () => {
    const avif = await pixelPipeline().avif().toBuffer();
    expect(() => rebuildImage(avif)).toThrow(
      new ImageFileFault('The format avif cannot be rebuilt.'),
    );
  });

  it('refuses what has no known signature', () => {
    expect(() => readHeader(Buffer.from('<svg/>'))).toThrow(ImageFileFault);
    expect(() => rebuildImage(new Uint8Array(0))).toThrow(ImageFileFault);
  });

  it.each([
    ['JPEG of empty segments', '\xff\xd8', jpegSegment(0xe5, '')],
    ['PNG of empty chunks', PNG.toString('latin1', 0, 33), pngChunk('aaAa', '')],
    [
      'WebP of empty chunks',
      `RIFF\x38\x78\x7d\x01WEBPVP8X\x0a${'\0'.repeat(13)}`,
      riffChunk('aaaa', ''),
    ],
    ['GIF of empty comments', gifOf(1, 1).toString('latin1', 0, 25), Buffer.from([0x21, 0xfe, 0])],
    ['GIF of tiny frames', gifOf(1, 1).toString('latin1', 0, 25), TINY_FRAME],
  ])('refuses 25 MB of a %s at once', (_, head, part) => {
    const bytes = Buffer.alloc(MEGABYTES_25);
    bytes.write(head, 'latin1');
    bytes.fill(part, head.length);
    for (const act of [readHeader, rebuildImage]) {
      const spent = millisecondsOf(() =>
        expect(() => act(bytes)).toThrow(new ImageFileFault('The file has too many parts.')),
      );
      expect(spent).toBeLessThan(NOTICEABLE_MILLISECONDS);
    }
  });

  it('needs only the first bytes of a JPEG and a PNG of 25 MB', async () => {
    for (const format of ['jpeg', 'png'] as const) {
      const start = await pixelPipeline().toFormat(format).toBuffer();
      const bytes = Buffer.alloc(MEGABYTES_25, 0xff);
      start.copy(bytes);
      const read = new Set<number>();
      const watched = new Proxy(bytes, {
        get: (of, name) => {
          if (typeof name === 'string' && /^\d+$/.test(name)) read.add(Number(name));
          const value = Reflect.get(of, name, of);
          return typeof value === 'function' ? value.bind(of) : value;
        },
      });
      expect(readHeader(watched)).toEqual(readHeader(start));
      expect(read.size).toBeGreaterThan(0);
      expect(Math.max(...read)).toBeLessThan(start.length);
    }
  });
});
