import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ImageFileFault } from '../../../../core/codecs/image-file.ts';
import { readHeader } from '../../../../core/codecs/read-header.ts';
import { rebuildImage } from '../../../../core/codecs/rebuild-image.ts';
import { gifFrame, gifOf } from '../../../support/images/make-gif.ts';
import { insertAfterHeader, pngChunk } from '../../../support/images/make-png.ts';
import { hugeWebp } from '../../../support/images/make-webp.ts';
import { pixelPipeline } from '../../../support/images/raw-pixels.ts';
import { sampleImages } from '../../../support/images/sample-images.ts';

const SAMPLES = await sampleImages();
const MEGABYTES_25 = 25_000_000;

/** GIFs that its decoder reads in another way than browsers, as Chromium shows them. */
const IN_BROWSERS: Readonly<Record<string, object>> = {
  'gif: screen smaller than the first frame': { hasAlpha: true },
  'gif: frame smaller than the screen': { hasAlpha: true },
  'gif: screen of the editor': { width: 640, height: 480, hasAlpha: true },
  'gif: screen too large to be true': { width: 2049, height: 10, hasAlpha: true },
  'gif: screen of no size': { width: 11, height: 8, hasAlpha: true },
};

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

describe('readHeader', () => {
  it.each(SAMPLES)(
    'says what sharp says of $name (images.stored-fields)',
    async ({ name, bytes }) => {
      const asBrowsersShow = IN_BROWSERS[name];
      expect(readHeader(bytes)).toEqual({ ...(await headerBySharp(bytes)), ...asBrowsersShow });
    },
  );

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

  it('leaves AVIF to its conversion', async () => {
    const avif = await pixelPipeline().avif().toBuffer();
    expect(() => rebuildImage(avif)).toThrow(new ImageFileFault('The format is unknown.'));
  });

  it('refuses what has no known signature', () => {
    expect(() => readHeader(Buffer.from('<svg/>'))).toThrow(ImageFileFault);
    expect(() => rebuildImage(new Uint8Array(0))).toThrow(ImageFileFault);
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
