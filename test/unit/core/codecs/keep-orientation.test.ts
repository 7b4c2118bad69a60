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
  { form: 'webp', orientation, bytes: webpWith(tellingTiff(orientation)) },
  {
    form: 'webp with a prefix',
    orientation,
    bytes: webpWith(withExifPrefix(tellingTiff(orientation))),
  },
]);

const SHARPS = await Promise.all(
  (['jpeg', 'png', 'webp'] as const).flatMap((format) =>
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

  it.each([0, 9, 255, 65535])('counts %i as none, as sharp does', async (value) => {
    for (const bytes of [jpegWith, pngWith, webpWith].map((make) => make(orientationTiff(value)))) {
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
    ['a BYTE', tiff('II', [[0x0112, 1, 1, 5]]), 5],
    ['a LONG', tiff('MM', [[0x0112, 4, 1, 7]]), 7],
  ])('reads %s as sharp does', async (_, block, orientation) => {
    expect(readHeader(jpegWith(block)).orientation).toBe(orientation);
    expect((await sharp(jpegWith(block)).metadata()).orientation).toBe(orientation);
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
