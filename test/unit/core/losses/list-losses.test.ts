import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../../core/codecs/detect-format.ts';
import { hasWideGamut, listLosses } from '../../../../core/codecs/losses/list-losses.ts';
import { LOST_PART_NAMES } from '../../../../core/codecs/lost-part.ts';
import { rebuildImage } from '../../../../core/codecs/rebuild-image.ts';
import type { SentFormat, UploadFormat } from '../../../../core/transform/formats.ts';
import { withBmpProfile } from '../../../support/images/bmp/make-bmp.ts';
import { findCanaries, XMP } from '../../../support/images/canaries.ts';
import { createWorkCounter } from '../../../support/images/count-work.ts';
import { fullBox, heifOf, movieOf } from '../../../support/images/make-boxes.ts';
import {
  orientationTiff,
  tellingTiff,
  tiff,
  withExifPrefix,
} from '../../../support/images/make-exif.ts';
import { gifApplication, gifComment, gifFrame, gifOf } from '../../../support/images/make-gif.ts';
import { iccOf, SCREEN_TAGS, xyzTag } from '../../../support/images/make-icc.ts';
import { iccSegments, insertSegments, jpegSegment } from '../../../support/images/make-jpeg.ts';
import {
  iccChunk,
  insertAfterHeader,
  insertBeforeEnd,
  pngChunk,
} from '../../../support/images/make-png.ts';
import { chunksOf, extendedChunk, riffChunk, webpOf } from '../../../support/images/make-webp.ts';
import { HEIGHT, pixelPipeline, WIDTH } from '../../../support/images/raw-pixels.ts';
import { sampleImages } from '../../../support/images/sample-images.ts';

const JPEG = await pixelPipeline().jpeg().toBuffer();
const PNG = await pixelPipeline().png().toBuffer();
const STILL = chunksOf(await pixelPipeline().webp({ lossless: true }).toBuffer());
const SAMPLES = await sampleImages();
const STORED = { format: 'jpg', bytes: JPEG } as const;

/** A TIFF block whose GPS directory has these tags. */
function placeTiff(...tags: readonly number[]): Buffer {
  const head = tiff('II', [[0x8825, 4, 1, 26]]);
  const place = tiff(
    'II',
    tags.map((tag) => [tag, 4, 1, 0]),
  );
  return Buffer.concat([head, place.subarray(8)]);
}

const PLACE_XMP = XMP.replace('>', ' exif:GPSLatitude="0,0N">');
const GAIN_XMP = XMP.replace('>', ' xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/">');
const APPLE_XMP = '<x xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/"/>';
const xmpSegment = (packet: string) => jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${packet}`);
const exifSegment = (block: Uint8Array) => jpegSegment(0xe1, withExifPrefix(block));
const webpWith = (...chunks: Buffer[]) =>
  webpOf(extendedChunk(0x0c, WIDTH, HEIGHT), ...STILL.map(({ bytes }) => bytes), ...chunks);

/** A JPEG with a second one behind it, to which its MPF block leads. */
function mpfJpeg(order: 'II' | 'MM', second: Buffer): Buffer {
  const entries = Buffer.alloc(32);
  const list = tiff(order, [[0xb002, 7, 32, 26]]);
  const make = (offset: number) => {
    if (order === 'II') entries.writeUInt32LE(offset, 24);
    else entries.writeUInt32BE(offset, 24);
    return insertSegments(
      JPEG,
      jpegSegment(0xe2, Buffer.concat([Buffer.from('MPF\0'), list, entries])),
    );
  };
  const first = make(0);
  const block = first.indexOf('MPF\0') + 4;
  return Buffer.concat([make(first.length - block), second]);
}

const CASES: readonly (readonly [string, readonly string[], SentFormat, Uint8Array])[] = [
  ['a plain JPEG', [], 'jpg', JPEG],
  ['an orientation alone', [], 'jpg', insertSegments(JPEG, exifSegment(orientationTiff(6)))],
  ['EXIF', ['exif'], 'jpg', insertSegments(JPEG, exifSegment(tellingTiff(6)))],
  ['a place', ['exif', 'gps'], 'jpg', insertSegments(JPEG, exifSegment(placeTiff(0, 2, 4)))],
  ['a version of GPS alone', ['exif'], 'jpg', insertSegments(JPEG, exifSegment(placeTiff(0)))],
  ['EXIF that is none', ['exif'], 'jpg', insertSegments(JPEG, exifSegment(Buffer.alloc(40, 7)))],
  ['XMP', ['xmp'], 'jpg', insertSegments(JPEG, xmpSegment(XMP))],
  ['a place in XMP', ['gps', 'xmp'], 'jpg', insertSegments(JPEG, xmpSegment(PLACE_XMP))],
  ['a gain map by its XMP', ['gainMap', 'xmp'], 'jpg', insertSegments(JPEG, xmpSegment(GAIN_XMP))],
  [
    'a gain map of ISO 21496-1',
    ['gainMap'],
    'jpg',
    insertSegments(JPEG, jpegSegment(0xe2, 'urn:iso:std:iso:ts:21496:-1\0\0\0\0\0')),
  ],
  [
    'a gain map of Apple behind the end',
    ['gainMap'],
    'jpg',
    mpfJpeg('MM', insertSegments(JPEG, xmpSegment(APPLE_XMP))),
  ],
  [
    'the same in the other byte order',
    ['gainMap'],
    'jpg',
    mpfJpeg('II', insertSegments(JPEG, xmpSegment(APPLE_XMP))),
  ],
  ['a preview behind the end', [], 'jpg', mpfJpeg('MM', JPEG)],
  [
    'IPTC behind another resource',
    ['iptc'],
    'jpg',
    insertSegments(
      JPEG,
      jpegSegment(
        0xed,
        'Photoshop 3.0\x008BIM\x03\xed\0\0\0\0\0\x03abc\x008BIM\x04\x04\0\0\0\0\0\x01a\0',
      ),
    ),
  ],
  [
    'resources without IPTC',
    [],
    'jpg',
    insertSegments(JPEG, jpegSegment(0xed, 'Photoshop 3.0\x008BIM\x03\xed\0\0\xff\xff\xff\xff')),
  ],
  ['a comment', ['comments'], 'jpg', insertSegments(JPEG, jpegSegment(0xfe, 'hello'))],
  [
    'a profile that cannot be read',
    ['colorProfile'],
    'jpg',
    insertSegments(JPEG, ...iccSegments(Buffer.alloc(200, 9))),
  ],
  [
    'an animated PNG',
    ['animation'],
    'png',
    insertAfterHeader(PNG, pngChunk('acTL', '\0\0\0\x02\0\0\0\0')),
  ],
  ['one frame', [], 'png', insertAfterHeader(PNG, pngChunk('acTL', '\0\0\0\x01\0\0\0\0'))],
  [
    'texts behind the pixels',
    ['exif', 'iptc', 'xmp', 'comments'],
    'png',
    insertBeforeEnd(
      PNG,
      pngChunk('tEXt', 'Comment\0hello'),
      pngChunk('zTXt', 'Raw profile type iptc\0\0x'),
      pngChunk('eXIf', tellingTiff(1)),
      pngChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${XMP}`),
    ),
  ],
  [
    'EXIF and XMP of a WebP',
    ['exif', 'gps', 'xmp'],
    'webp',
    webpWith(riffChunk('EXIF', withExifPrefix(placeTiff(2))), riffChunk('XMP ', XMP)),
  ],
  [
    'a comment and XMP of a GIF',
    ['xmp', 'comments'],
    'gif',
    gifOf(
      8,
      8,
      gifComment('hello'),
      gifApplication('XMP DataXMP', Buffer.from(XMP)),
      gifFrame(0, 0, 8, 8),
    ),
  ],
];

const listOf = (format: SentFormat, bytes: Uint8Array) => {
  const { bytes: stored } = rebuildImage(bytes);
  return {
    lost: listLosses({ format, bytes }, { format: format as UploadFormat, bytes: stored }),
    stored,
  };
};

describe('the parts that an upload loses', () => {
  it.each(CASES)('are those of %s: %j (uploads.lost-parts)', (_, parts, format, bytes) => {
    const { lost, stored } = listOf(format, bytes);
    expect(lost).toEqual(parts);
    // the stored image loses nothing more
    expect(listOf(format, stored).lost).toEqual([]);
  });

  it('are kinds, and never contents (uploads.lost-parts)', () => {
    for (const { bytes, format } of SAMPLES) {
      const { lost } = listOf(format, bytes);
      expect(lost.every((part) => LOST_PART_NAMES.includes(part))).toBe(true);
      expect(findCanaries(Buffer.from(lost.join()))).toEqual([]);
    }
  });

  const item = (type: string, data: Uint8Array | string = 'x') => ({
    type,
    data: Buffer.from(data as string, 'latin1'),
  });
  const auxiliary = (urn: string) => fullBox('auxC', 0, Buffer.from(`${urn}\0`));
  const RDF = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">';

  it.each([
    ['a plain image', [], heifOf('heic', [item('hvc1')])],
    ['ISO 21496-1', ['gainMap'], heifOf('avif', [item('av01'), item('tmap')])],
    [
      'Apple',
      ['gainMap'],
      heifOf('heic', [item('hvc1')], [auxiliary('urn:com:apple:photo:2020:aux:hdrgainmap')]),
    ],
    [
      'a depth map',
      [],
      heifOf('heic', [item('hvc1')], [auxiliary('urn:com:apple:photo:2018:aux:depth')]),
    ],
    [
      'EXIF with a place',
      ['exif', 'gps'],
      heifOf('heic', [item('hvc1'), item('Exif', Buffer.concat([Buffer.alloc(4), placeTiff(2)]))]),
    ],
    ['XMP', ['xmp'], heifOf('avif', [item('av01'), item('mime', RDF)])],
    ['another text', [], heifOf('avif', [item('av01'), item('mime', 'hello')])],
    ['a sequence', ['animation'], heifOf('avis', [item('av01')], [], movieOf(3))],
    ['a sequence of one', [], heifOf('avis', [item('av01')], [], movieOf(1))],
    [
      'primaries of BT.2020',
      ['wideGamut'],
      heifOf(
        'avif',
        [item('av01')],
        [Buffer.from('\0\0\0\x13colrnclx\0\x09\0\x01\0\x09\x80', 'latin1')],
      ),
    ],
  ] as const)('of a HEIC or AVIF are those of %s: %j (uploads.lost-parts)', (_, parts, bytes) => {
    const format = detectFormat(bytes) as SentFormat;
    expect(listLosses({ format, bytes }, STORED)).toEqual(parts);
  });

  it('name the profile of a BMP that cannot be read (uploads.lost-parts)', () => {
    const lostOf = (profile: Uint8Array) => {
      const bytes = withBmpProfile(profile);
      return listLosses({ format: 'bmp', bytes }, { format: 'png', bytes: PNG });
    };
    expect(lostOf(Buffer.alloc(200, 9))).toEqual(['colorProfile']);
    expect(lostOf(Buffer.alloc(0))).toEqual([]);
  });

  it('name no gamut of a grey image, which has the curve of its profile (uploads.lost-parts)', async () => {
    const grey = await pixelPipeline().toColourspace('b-w').jpeg().toBuffer();
    const bytes = insertSegments(grey, ...iccSegments(iccOf('RGB ', SCREEN_TAGS)));
    expect(listOf('jpg', bytes).lost).toEqual([]);
  });

  it('name a profile that is in the file, and no codes (uploads.lost-parts)', () => {
    const codes = insertAfterHeader(PNG, pngChunk('cICP', '\x0c\x0d\0\x01'));
    const stored = { format: 'png', bytes: PNG } as const;
    expect(listLosses({ format: 'png', bytes: codes }, stored)).toEqual(['wideGamut']);
    const broken = insertAfterHeader(PNG, pngChunk('iCCP', 'x\0\0no deflate'));
    expect(listLosses({ format: 'png', bytes: broken }, stored)).toEqual(['colorProfile']);
  });

  it('cost a few steps for each segment, whatever stands behind them (uploads.lost-parts)', () => {
    const counter = createWorkCounter();
    const [few, many] = [10, 100].map((count) => {
      const segments = Array.from({ length: count }, () => exifSegment(tellingTiff(1)));
      const bytes = counter.watch(insertSegments(JPEG, ...segments));
      const before = counter.work();
      listLosses({ format: 'jpg', bytes }, STORED);
      return counter.work() - before;
    });
    expect(many).toBeLessThan((few ?? 0) * 11);
  });

  it('stop at a cut, which a lenient walk may take (uploads.lost-parts)', () => {
    for (const [, , format, bytes] of CASES) {
      for (const end of [3, 20, 60, bytes.length - 20]) {
        const cut = { format, bytes: bytes.subarray(0, Math.max(0, end)) };
        expect(() => listLosses(cut, STORED)).not.toThrow();
      }
    }
  });
});

describe('a wide gamut', () => {
  const P3 = iccOf('RGB ', SCREEN_TAGS);
  const SRGB = iccOf(
    'RGB ',
    SCREEN_TAGS.map(([name, data]) => {
      const primaries: Readonly<Record<string, Buffer>> = {
        rXYZ: xyzTag(0.4361, 0.2225, 0.0139),
        gXYZ: xyzTag(0.3851, 0.7169, 0.0971),
        bXYZ: xyzTag(0.1431, 0.0606, 0.7139),
      };
      return [name, primaries[name] ?? data] as const;
    }),
  );
  const GAMMA = pngChunk('gAMA', '\0\0\xb1\x8f');
  const ADOBE_RGB = [31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000];
  const chunkOf = (...numbers: readonly number[]) => {
    const data = Buffer.alloc(32);
    numbers.forEach((number, at) => {
      data.writeUInt32BE(number, 4 * at);
    });
    return pngChunk('cHRM', data);
  };

  it.each([
    [false, 'no profile', JPEG],
    [true, 'a JPEG in Display P3', insertSegments(JPEG, ...iccSegments(P3))],
    [false, 'a JPEG with a profile of sRGB', insertSegments(JPEG, ...iccSegments(SRGB))],
    [true, 'a PNG in Display P3', insertAfterHeader(PNG, iccChunk(P3))],
    [true, 'cICP of Display P3', insertAfterHeader(PNG, pngChunk('cICP', '\x0c\x0d\0\x01'))],
    [
      false,
      'cICP of sRGB before a profile',
      insertAfterHeader(PNG, pngChunk('cICP', '\x01\x0d\0\x01'), iccChunk(P3)),
    ],
    [true, 'cHRM of Adobe RGB', insertAfterHeader(PNG, GAMMA, chunkOf(...ADOBE_RGB))],
    [
      false,
      'cHRM without gAMA, which browsers ignore',
      insertAfterHeader(PNG, chunkOf(...ADOBE_RGB)),
    ],
    [
      false,
      'cHRM beside a chunk of sRGB',
      insertAfterHeader(PNG, pngChunk('sRGB', '\0'), GAMMA, chunkOf(...ADOBE_RGB)),
    ],
    [
      false,
      'cHRM of sRGB',
      insertAfterHeader(PNG, GAMMA, chunkOf(31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000)),
    ],
    [
      false,
      'cICP of a narrow range, which browsers ignore',
      insertAfterHeader(PNG, pngChunk('cICP', '\x0c\x0d\0\0')),
    ],
    [
      true,
      'a WebP in Display P3',
      webpOf(
        extendedChunk(0x20, WIDTH, HEIGHT),
        riffChunk('ICCP', P3),
        ...STILL.map(({ bytes }) => bytes),
      ),
    ],
  ] as const)('is %s of %s (uploads.lost-parts)', (isWide, _, bytes) => {
    expect(hasWideGamut(bytes)).toBe(isWide);
  });
});
