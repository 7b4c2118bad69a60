import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { rebuildImage } from '../../../../core/codecs/rebuild-image.ts';
import { CANARY, findCanaries, XMP, ZIP } from '../../../support/images/canaries.ts';
import { tellingTiff, withExifPrefix } from '../../../support/images/make-exif.ts';
import {
  gifApplication,
  gifComment,
  gifControl,
  gifFrame,
  gifOf,
  gifPlainText,
} from '../../../support/images/make-gif.ts';
import { insertSegments, jpegSegment, tellingSegments } from '../../../support/images/make-jpeg.ts';
import {
  insertAfterHeader,
  insertBeforeEnd,
  pngChunk,
  tellingChunks,
} from '../../../support/images/make-png.ts';
import {
  chunksOf,
  extendedChunk,
  frameChunk,
  riffChunk,
  webpOf,
} from '../../../support/images/make-webp.ts';
import {
  decodePixels,
  framesPipeline,
  HEIGHT,
  pixelPipeline,
  WIDTH,
} from '../../../support/images/raw-pixels.ts';

let jpeg: Buffer;
let png: Buffer;
let webp: Buffer;

beforeAll(async () => {
  jpeg = await pixelPipeline().jpeg({ progressive: true }).toBuffer();
  png = await pixelPipeline().png().toBuffer();
  webp = await pixelPipeline().webp({ lossless: true }).toBuffer();
});

async function expectClean(telling: Uint8Array, plain: Uint8Array): Promise<void> {
  expect(findCanaries(telling)).toContain('CANARY');
  const { bytes } = rebuildImage(telling);
  expect(findCanaries(bytes)).toEqual([]);
  expect(await decodePixels(bytes)).toEqual(await decodePixels(plain));
}

describe('rebuildImage drops everything else', () => {
  it('drops EXIF, GPS, XMP, IPTC, comments, thumbnails and unused tables from a JPEG (security.no-metadata-in-renditions)', async () => {
    await expectClean(insertSegments(jpeg, ...tellingSegments(1)), jpeg);
  });

  it('drops segments and stray bytes between the scans of a JPEG (security.no-metadata-in-renditions)', async () => {
    const scan = jpeg.indexOf(
      Buffer.from([0xff, 0xda]),
      jpeg.indexOf(Buffer.from([0xff, 0xda])) + 2,
    );
    const between = [
      jpeg.subarray(0, scan),
      ...tellingSegments(1).slice(0, -1),
      jpeg.subarray(scan),
    ];
    await expectClean(Buffer.concat(between), jpeg);
  });

  it('drops the thumbnail of the JFIF segment and the tail of the Adobe one (security.no-metadata-in-renditions)', async () => {
    const withThumbnail = insertSegments(
      jpeg,
      jpegSegment(0xe0, `JFIF\0\x01\x02\x01\0\x48\0\x48\x01\x01${CANARY.thumbnail}`),
      jpegSegment(0xee, `Adobe\0\x64\0\0\0\0\x01${CANARY.unknown}`),
    );
    await expectClean(withThumbnail, jpeg);
  });

  it('drops a table that is defined again before its use (security.no-metadata-in-renditions)', async () => {
    const hidden = jpegSegment(0xdb, `\0${CANARY.unused.padEnd(64, '.')}`);
    await expectClean(insertSegments(jpeg, hidden), jpeg);
  });

  it.each([
    ['a zip', ZIP],
    ['a second JPEG', Buffer.from(`\xff\xd8${CANARY.second}\xff\xd9`, 'latin1')],
  ])(
    'drops %s behind the end of any image (security.no-metadata-in-renditions)',
    async (_, trailer) => {
      const gif = await framesPipeline(2).gif().toBuffer();
      for (const image of [jpeg, png, webp, gif]) {
        await expectClean(Buffer.concat([image, trailer]), image);
      }
    },
  );

  it('drops EXIF, XMP, IPTC, text, time and unknown chunks from a PNG (security.no-metadata-in-renditions)', async () => {
    const telling = insertBeforeEnd(
      insertAfterHeader(png, ...tellingChunks(1)),
      ...tellingChunks(6),
    );
    await expectClean(telling, png);
  });

  it('drops the further frames of an animated PNG (transformations.animation)', async () => {
    const control = `\0\0\0\0\0\0\0\x30\0\0\0\x28${'\0'.repeat(14)}`;
    const animated = insertBeforeEnd(
      insertAfterHeader(png, pngChunk('acTL', '\0\0\0\x02\0\0\0\0'), pngChunk('fcTL', control)),
      pngChunk('fcTL', control),
      pngChunk('fdAT', `\0\0\0\x02${CANARY.second}`),
    );
    await expectClean(animated, png);
    expect(findChunkNames(rebuildImage(animated).bytes)).toEqual(['IHDR', 'IDAT', 'IEND']);
  });

  it('drops EXIF, XMP and unknown chunks from a WebP, and clears their flags (security.no-metadata-in-renditions)', async () => {
    const still = chunksOf(webp).map(({ bytes }) => bytes);
    const telling = webpOf(
      extendedChunk(0x0c, WIDTH, HEIGHT),
      riffChunk('ABCD', CANARY.unknown),
      ...still,
      riffChunk('EXIF', withExifPrefix(tellingTiff(1))),
      riffChunk('XMP ', XMP),
      riffChunk('C2PA', CANARY.unknown),
    );
    await expectClean(telling, webp);
    const kept = chunksOf(rebuildImage(telling).bytes);
    expect(kept.map(({ type }) => type)).toEqual(['VP8X', 'VP8L']);
    expect(kept[0]?.data[0]).toBe(0);
  });

  it('drops unknown chunks from the frames of an animated WebP (security.no-metadata-in-renditions)', async () => {
    const frames = await framesPipeline(2).webp({ lossless: true }).toBuffer();
    const telling = chunksOf(frames).map((chunk) =>
      chunk.type === 'ANMF'
        ? riffChunk('ANMF', Buffer.concat([chunk.data, riffChunk('ABCD', CANARY.unknown)]))
        : chunk.bytes,
    );
    await expectClean(webpOf(...telling), frames);
  });

  it('keeps a WebP of the simple format simple', () => {
    const { bytes } = rebuildImage(Buffer.concat([webp, ZIP]));
    expect(Buffer.from(bytes).equals(webp)).toBe(true);
  });

  it('drops comments, plain text and foreign applications from a GIF (security.no-metadata-in-renditions)', async () => {
    const frames = [gifControl(4), gifFrame(0, 0, 10, 8), gifControl(4), gifFrame(1, 1, 5, 5)];
    const loop = gifApplication('NETSCAPE2.0', [1, 3, 0]);
    const telling = gifOf(
      10,
      8,
      gifComment(CANARY.comment),
      gifApplication('XMP DataXMP', Buffer.from(XMP)),
      gifApplication('NETSCAPE2.0', [1, 3, 0, ...Buffer.from(CANARY.unknown)].slice(0, 3)),
      gifApplication('ICCRGBG1012', Buffer.from(CANARY.unknown)),
      ...frames.slice(0, 2),
      gifPlainText(CANARY.comment),
      [0x21, 0x77, 3, 65, 66, 67, 0],
      ...frames.slice(2),
      gifComment(CANARY.comment),
    );
    await expectClean(telling, gifOf(10, 8, loop, ...frames));
    expect(Buffer.from(rebuildImage(telling).bytes).equals(gifOf(10, 8, loop, ...frames))).toBe(
      true,
    );
  });

  it('drops what sharp wrote with an image (security.no-metadata-in-renditions)', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const telling = await pixelPipeline()
        .withExif({ IFD0: { Copyright: CANARY.exif }, IFD3: { GPSLatitudeRef: 'N' } })
        .withXmp(XMP)
        .toFormat(format)
        .toBuffer();
      const { exif, xmp, iptc, comments } = await sharp(rebuildImage(telling).bytes).metadata();
      expect({ exif, xmp, iptc, comments }).toEqual({});
    }
  });

  it('leaves EXIF with nothing but the orientation', async () => {
    const turned = insertSegments(jpeg, ...tellingSegments(6));
    const { exif } = await sharp(rebuildImage(turned).bytes).metadata();
    expect(exif?.length).toBe(32);
  });

  it('drops a frame chunk from a WebP that says to be still', async () => {
    const still = chunksOf(webp).map(({ bytes }) => bytes);
    const box = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
    const frame = frameChunk(box, riffChunk('ABCD', CANARY.second));
    await expectClean(webpOf(extendedChunk(0, WIDTH, HEIGHT), ...still, frame), webp);
  });
});

function findChunkNames(image: Uint8Array): string[] {
  const file = Buffer.from(image);
  const names: string[] = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    names.push(file.toString('latin1', at + 4, at + 8));
  }
  return names;
}
