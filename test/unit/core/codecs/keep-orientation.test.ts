import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readOrientation } from '../../../../core/codecs/exif-orientation.ts';
import { readHeader } from '../../../../core/codecs/read-header.ts';
import { rebuildImage } from '../../../../core/codecs/rebuild-image.ts';
import {
  orientationTiff,
  tellingTiff,
  tiff,
  withExifPrefix,
} from '../../../support/images/make-exif.ts';
import { insertSegments, jpegSegment } from '../../../support/images/make-jpeg.ts';
import { insertAfterHeader, insertBeforeEnd, pngChunk } from '../../../support/images/make-png.ts';
import { chunksOf, extendedChunk, riffChunk, webpOf } from '../../../support/images/make-webp.ts';
import { HEIGHT, pixelPipeline, WIDTH } from '../../../support/images/raw-pixels.ts';

const JPEG = await pixelPipeline().jpeg().toBuffer();
const PNG = await pixelPipeline().png().toBuffer();
const WEBP = await pixelPipeline().webp({ lossless: true }).toBuffer();
const STILL = chunksOf(WEBP).map(({ bytes }) => bytes);
const EXIF_FLAG = 0x08;
const ORIENTATION_BYTES = 26;

const jpegWith = (block: Uint8Array) =>
  insertSegments(JPEG, jpegSegment(0xe1, withExifPrefix(block)));
const pngWith = (block: Uint8Array) => insertAfterHeader(PNG, pngChunk('eXIf', block));
const webpWith = (block: Uint8Array, flags = EXIF_FLAG) =>
  webpOf(extendedChunk(flags, WIDTH, HEIGHT), ...STILL, riffChunk('EXIF', block));

const insertAtEnd = (segment: Uint8Array) =>
  Buffer.concat([JPEG.subarray(0, -2), segment, JPEG.subarray(-2)]);

async function uprightPixels(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes)
    .autoOrient()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const CASES = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((orientation) => [
  { form: 'jpg', orientation, bytes: jpegWith(orientationTiff(orientation, 'MM')) },
  { form: 'jpg with much else', orientation, bytes: jpegWith(tellingTiff(orientation)) },
  { form: 'png', orientation, bytes: pngWith(orientationTiff(orientation, 'MM')) },
  { form: 'png with much else', orientation, bytes: pngWith(tellingTiff(orientation)) },
]);

const SHARPS = await Promise.all(
  (['jpeg', 'png'] as const).flatMap((format) =>
    [1, 2, 3, 4, 5, 6, 7, 8].map(async (orientation) => ({
      form: `${format} by sharp`,
      orientation,
      bytes: await pixelPipeline().withMetadata({ orientation }).toFormat(format).toBuffer(),
    })),
  ),
);

describe('orientation', () => {
  it.each([...CASES, ...SHARPS])(
    'stays: $orientation in a $form (security.no-metadata-in-renditions)',
    async (sample) => {
      const { bytes, header } = rebuildImage(sample.bytes);
      expect(header.orientation).toBe(sample.orientation);
      const { orientation = 1, exif } = await sharp(bytes).metadata();
      expect(orientation).toBe(sample.orientation);
      // a directory of one entry, and JPEG's prefix: nothing else has room
      const prefixBytes = header.format === 'jpg' ? 6 : 0;
      expect(exif?.length ?? 0).toBe(orientation === 1 ? 0 : prefixBytes + ORIENTATION_BYTES);
      expect(await uprightPixels(bytes)).toEqual(await uprightPixels(sample.bytes));
    },
  );

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'of %i is taken out of a WebP, which no browser turns (uploads.cleaning)',
    async (orientation) => {
      const telling = tellingTiff(orientation);
      const bySharp = await pixelPipeline().withMetadata({ orientation }).webp().toBuffer();
      for (const sent of [webpWith(telling), webpWith(withExifPrefix(telling)), bySharp]) {
        const { bytes, header } = rebuildImage(sent);
        expect(header).toMatchObject({ width: WIDTH, height: HEIGHT, orientation: 1 });
        expect(readHeader(sent)).toEqual(header);
        const { exif, orientation: left } = await sharp(bytes).metadata();
        expect([exif, left]).toEqual([undefined, undefined]);
        const pixels = await sharp(sent).raw().toBuffer();
        expect((await uprightPixels(bytes)).data.equals(pixels)).toBe(true);
      }
    },
  );

  it.each([0, 9, 255, 65535])('counts %i as none, as sharp does', async (value) => {
    for (const bytes of [jpegWith, pngWith].map((make) => make(orientationTiff(value)))) {
      expect(rebuildImage(bytes).header.orientation).toBe(1);
      expect(await uprightPixels(rebuildImage(bytes).bytes)).toEqual(await uprightPixels(bytes));
    }
  });

  it.each([
    [
      'the first of two tags',
      tiff('II', [
        [0x0112, 3, 1, 6],
        [0x0112, 3, 1, 3],
      ]),
      6,
    ],
    [
      'the first that is an orientation',
      tiff('II', [
        [0x0112, 2, 1, 8],
        [0x0112, 4, 1, 7],
        [0x0112, 3, 1, 0],
        [0x0112, 3, 1, 9],
        [0x0112, 3, 1, 3],
        [0x0112, 3, 1, 6],
      ]),
      3,
    ],
    ['no BYTE', tiff('II', [[0x0112, 1, 1, 5]]), 1],
    ['no LONG', tiff('MM', [[0x0112, 4, 1, 7]]), 1],
    ['no signed SHORT', tiff('II', [[0x0112, 8, 1, 7]]), 1],
    ['no two SHORTs', tiff('II', [[0x0112, 3, 2, 6]]), 1],
    ['no SHORT of none', tiff('II', [[0x0112, 3, 0, 6]]), 1],
  ])('reads %s, as browsers do (transformations.orientation)', async (_, block, orientation) => {
    for (const sent of [jpegWith(block), pngWith(block)]) {
      const { bytes, header } = rebuildImage(sent);
      expect(header.orientation).toBe(orientation);
      expect((await sharp(bytes).metadata()).orientation ?? 1).toBe(orientation);
    }
  });

  it('is read from the first EXIF segment with a block, as in browsers', () => {
    const empty = jpegSegment(0xe1, 'Exif\0\0');
    const padded = jpegSegment(
      0xe1,
      Buffer.concat([Buffer.from('Exif\0\xff', 'latin1'), orientationTiff(6)]),
    );
    expect(readHeader(insertSegments(JPEG, empty, padded)).orientation).toBe(6);
    const broken = jpegSegment(0xe1, withExifPrefix(Buffer.alloc(26)));
    expect(readHeader(insertSegments(JPEG, broken, padded)).orientation).toBe(1);
  });

  it('takes the first of two EXIF segments, as sharp does', async () => {
    const exif = (value: number) => jpegSegment(0xe1, withExifPrefix(orientationTiff(value)));
    const jpeg = insertSegments(JPEG, exif(6), exif(3));
    expect(readHeader(jpeg).orientation).toBe(6);
    expect((await sharp(jpeg).metadata()).orientation).toBe(6);
  });

  it('overlooks EXIF where sharp overlooks it', async () => {
    const overlooked = [
      insertBeforeEnd(PNG, pngChunk('eXIf', orientationTiff(6))),
      pngWith(withExifPrefix(orientationTiff(6))),
      webpWith(orientationTiff(6), 0),
      insertAtEnd(jpegSegment(0xe1, withExifPrefix(orientationTiff(6)))),
      Buffer.concat([WEBP, riffChunk('EXIF', orientationTiff(6))]),
    ];
    for (const bytes of overlooked) {
      expect((await sharp(bytes).metadata()).orientation).toBeUndefined();
      expect(rebuildImage(bytes).header.orientation).toBe(1);
    }
  });

  it.each([
    ['is empty', Buffer.alloc(0)],
    ['has no byte order', Buffer.alloc(26)],
    ['is cut in its directory', orientationTiff(6).subarray(0, 20)],
    ['has another magic number', Buffer.from('II\x2b\0\x08\0\0\0\x01\0\x12\x01\x03\0', 'latin1')],
    [
      'has its directory far outside',
      Buffer.from('II*\0\xff\xff\xff\xff'.padEnd(26, '\0'), 'latin1'),
    ],
    [
      'promises more entries than it has',
      Buffer.from('II*\0\x08\0\0\0\xff\xff'.padEnd(26, '\0'), 'latin1'),
    ],
    ['has the tag as a text', tiff('II', [[0x0112, 2, 2, 6]])],
  ])('is 1 where the EXIF block %s', (_, block) => {
    expect(readOrientation(block)).toBe(1);
  });
});
