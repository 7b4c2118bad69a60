import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { rebuildIccProfile } from '../../../../core/codecs/icc/rebuild-icc-profile.ts';
import { widthFor } from '../../../../core/codecs/jpeg/skip-table.ts';
import { rebuildImage } from '../../../../core/codecs/rebuild-image.ts';
import { CANARY, findCanaries } from '../../../support/images/canaries.ts';
import {
  codeJpeg,
  type JpegOptions,
  type JpegReach,
  newJpegReach,
} from '../../../support/images/code-jpeg.ts';
import { makeIcc } from '../../../support/images/make-icc.ts';
import { insertSegments, jpegSegment } from '../../../support/images/make-jpeg.ts';
import { pixelPipeline } from '../../../support/images/raw-pixels.ts';

const SECRET = Buffer.from(`${CANARY.unknown}${CANARY.gps}`);
const GREY: JpegOptions['sampling'] = [[1, 1]];
const COLOUR: JpegOptions['sampling'] = [
  [2, 2],
  [1, 1],
  [1, 1],
];
const WIDE: JpegOptions['sampling'] = [
  [2, 1],
  [1, 1],
  [1, 1],
];
const TALL: JpegOptions['sampling'] = [
  [1, 2],
  [1, 1],
  [1, 1],
];
const FOUR: JpegOptions['sampling'] = [
  [2, 1],
  [1, 1],
  [1, 1],
  [2, 1],
];
const EQUAL: JpegOptions['sampling'] = [
  [1, 1],
  [1, 1],
  [1, 1],
];

const equal = (one: Uint8Array, other: Uint8Array) => Buffer.from(one).equals(other);
const decode = (jpeg: Uint8Array) => sharp(jpeg, { failOn: 'warning' }).raw().toBuffer();

/** The rebuilt file with payloads is that without them, to the byte. */
function expectDropped(options: JpegOptions, reach: JpegReach = newJpegReach()): Buffer {
  const plain = codeJpeg(options, reach);
  const clean = rebuildImage(plain).bytes;
  const { bytes } = rebuildImage(codeJpeg({ ...options, hidden: SECRET }));
  expect(equal(bytes, clean)).toBe(true);
  return Buffer.from(bytes);
}

describe('a payload behind the coded blocks of a JPEG (security.only-needed-bytes)', () => {
  it.each([
    ['grey', GREY],
    ['of full chroma', EQUAL],
    ['of halved chroma', COLOUR],
    ['of chroma halved across', WIDE],
    ['of chroma halved down', TALL],
    ['of four components', FOUR],
  ])(
    'is dropped from each restart interval, of whatever length, of an image %s',
    async (_, sampling) => {
      for (const interval of [0, 1, 2, 3, 5, 11, 12, 13, 65_535]) {
        const options = { width: 49, height: 33, sampling, interval };
        const bytes = expectDropped(options);
        expect(equal(await decode(bytes), await decode(codeJpeg(options)))).toBe(true);
      }
    },
  );

  it.each([1, 7, 8, 9, 15, 16, 17, 31, 32, 33])(
    'is dropped at an odd side of %i pixels, in one scan or in three',
    async (side) => {
      for (const sampling of [COLOUR, WIDE, TALL, EQUAL])
        for (const isSplit of [false, true])
          for (const [width, height] of [
            [side, 9],
            [9, side],
          ] as const) {
            const options = { width, height, sampling, isSplit, interval: 1 };
            const bytes = expectDropped(options);
            expect(equal(await decode(bytes), await decode(codeJpeg(options)))).toBe(true);
          }
    },
  );

  it('is dropped whatever the length of the scan, with codes of each length and each kind of block', () => {
    const reach = newJpegReach();
    for (const side of [8, 16, 24, 32, 40, 64, 80, 96, 128, 192, 264, 384, 640, 800])
      expectDropped({ width: side, height: side, sampling: GREY }, reach);
    const widths = new Set(reach.scanBytes.map((bytes) => widthFor(bytes)));
    expect([...widths].sort((one, other) => one - other)).toEqual(
      Array.from({ length: 12 }, (_, at) => at + 1),
    );
    expect([...reach.codeLengths].sort((one, other) => one - other)).toEqual(
      Array.from({ length: 16 }, (_, at) => at + 1),
    );
    expect(reach.symbols.size).toBe(16);
    expect(reach.fullBlocks).toBeGreaterThan(20);
  });

  it.each([1, 2, 3, 16])('is dropped from the first of its %i bytes on', (length) => {
    for (const interval of [0, 1, 3]) {
      const options = { width: 49, height: 33, sampling: COLOUR, interval };
      const clean = rebuildImage(codeJpeg(options)).bytes;
      const hidden = SECRET.subarray(0, length);
      expect(equal(rebuildImage(codeJpeg({ ...options, hidden })).bytes, clean)).toBe(true);
    }
  });

  it('is dropped behind tables of 16 bits, and with fill bytes before each marker', async () => {
    const options = { width: 40, height: 40, sampling: COLOUR, interval: 2, hasWideTables: true };
    const bytes = expectDropped(options);
    expect(equal(await decode(bytes), await decode(codeJpeg(options)))).toBe(true);
    for (const fill of [1, 2, 15, 16, 17, 100]) {
      const filled = codeJpeg({ ...options, fill, hidden: SECRET });
      expect(equal(rebuildImage(filled).bytes, bytes), `${fill}`).toBe(true);
    }
  });

  it('that is a marker of eight restarts more than there are is refused or dropped', () => {
    const options = { width: 24, height: 8, sampling: GREY, interval: 1 };
    const plain = codeJpeg(options);
    const more = Buffer.concat([
      plain.subarray(0, -2),
      Buffer.from([0xff, 0xd2]),
      SECRET,
      plain.subarray(-2),
    ]);
    expect(findCanaries(rebuildImage(more).bytes)).toEqual([]);
  });
});

describe('segments of a JPEG, of each length (security.no-metadata-in-renditions)', () => {
  it('are dropped from the shortest to the longest, at each marker that is not needed', async () => {
    const jpeg = await pixelPipeline().jpeg().toBuffer();
    const { bytes } = rebuildImage(jpeg);
    const markers = [
      0xe0, 0xe1, 0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9, 0xea, 0xeb, 0xec, 0xed, 0xee,
      0xef, 0xfe,
    ];
    for (const marker of markers) {
      for (const length of [0, 1, 11, 12, 13, 14, 15, 255, 256, 65_533]) {
        const data = Buffer.alloc(length, CANARY.unknown);
        const telling = insertSegments(jpeg, jpegSegment(marker, data));
        expect(equal(rebuildImage(telling).bytes, bytes), `${marker} ${length}`).toBe(true);
      }
    }
  });

  it.each([1, 2, 3, 16, 100, 254, 255])('keep a profile that comes in %i parts', async (count) => {
    const profile = makeIcc(4_104 + 4 * 255);
    const endOf = (part: number) => Math.floor((part * profile.length) / count);
    const parts = Array.from({ length: count }, (_, part) =>
      jpegSegment(
        0xe2,
        Buffer.concat([
          Buffer.from('ICC_PROFILE\0'),
          Uint8Array.of(part + 1, count),
          profile.subarray(endOf(part), endOf(part + 1)),
        ]),
      ),
    );
    const jpeg = insertSegments(await pixelPipeline().jpeg().toBuffer(), ...parts);
    const { icc } = await sharp(rebuildImage(jpeg).bytes).metadata();
    expect(icc && equal(icc, rebuildIccProfile(profile, 'RGB ') ?? profile)).toBe(true);
  });
});

describe('the scans of a JPEG', () => {
  /** A progressive image of one block, with so many scans of one coefficient each. */
  function progressive(scans: number): Buffer {
    const frame = Buffer.from([8, 0, 8, 0, 8, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]);
    const one = [1, ...new Array(15).fill(0), 0];
    const tables = Buffer.from([0x00, ...one, 0x10, ...one]);
    const parts = [
      jpegSegment(0xdb, Buffer.alloc(65, 1).fill(0, 0, 1)),
      jpegSegment(0xc2, frame),
      jpegSegment(0xc4, tables),
      jpegSegment(0xda, Buffer.from([3, 1, 0, 2, 0, 3, 0, 0, 0, 0])),
      Buffer.from([0x1f]),
    ];
    for (let scan = 1; scan < scans; scan += 1) {
      const coefficient = 1 + Math.floor((scan - 1) / 3);
      const component = 1 + ((scan - 1) % 3);
      parts.push(jpegSegment(0xda, Buffer.from([1, component, 0, coefficient, coefficient, 0])));
      parts.push(Buffer.from([0x7f]));
    }
    return Buffer.concat([Buffer.from([0xff, 0xd8]), ...parts, Buffer.from([0xff, 0xd9])]);
  }

  it('are a hundred at most', () => {
    expect(rebuildImage(progressive(1)).header.width).toBe(8);
    expect(rebuildImage(progressive(100)).header.width).toBe(8);
    expect(() => rebuildImage(progressive(101))).toThrow('The JPEG has too many scans.');
  });
});
