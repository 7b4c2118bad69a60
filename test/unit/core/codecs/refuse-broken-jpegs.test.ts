import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { ImageFileFault } from '../../../../core/codecs/image-file.ts';
import { readHeader } from '../../../../core/codecs/read-header.ts';
import { rebuildImage } from '../../../../core/codecs/rebuild-image.ts';
import {
  ARITHMETIC_JPEG,
  PROGRESSIVE_ARITHMETIC_JPEG,
} from '../../../support/images/foreign-jpegs.ts';
import { findMarker, insertSegments, jpegSegment } from '../../../support/images/make-jpeg.ts';
import { decodePixels, pixelPipeline } from '../../../support/images/raw-pixels.ts';

const SOF0 = 0xc0;
const SOS = 0xda;
const NO_BITS = Buffer.from([0]);
const SECOND_FRAME = jpegSegment(SOF0, '\x08\0\x08\0\x08\x01\x01\x11\0');

let jpeg: Buffer;

beforeAll(async () => {
  jpeg = await pixelPipeline().jpeg().toBuffer();
});

function changed(marker: number, offset: number, ...values: number[]): Buffer {
  const copy = Buffer.from(jpeg);
  copy.set(values, findMarker(copy, marker) + offset);
  return copy;
}

function splitAt(marker: number, insert: (at: number) => Uint8Array[]): Buffer {
  const at = findMarker(jpeg, marker);
  return Buffer.concat([jpeg.subarray(0, at), ...insert(at), jpeg.subarray(at)]);
}

function expectRefused(bytes: Uint8Array, reason: string, byHeaderToo = true): void {
  expect(() => rebuildImage(bytes)).toThrow(new ImageFileFault(reason));
  if (byHeaderToo) expect(() => readHeader(bytes)).toThrow(new ImageFileFault(reason));
}

describe('a JPEG is refused', () => {
  it.each([
    ['no height', 5, 0, 0],
    ['no width', 7, 0, 0],
  ])('with %s', (_, offset, ...values) => {
    expectRefused(changed(SOF0, offset, ...values), 'The JPEG has no pixels.');
  });

  it.each([0xc3, 0xc5, 0xc6, 0xc7, 0xcb, 0xcd, 0xce, 0xcf])('of process %i', (marker) => {
    expectRefused(changed(SOF0, 1, marker), 'The JPEG process is not supported.');
  });

  it.each([
    ['sequential', ARITHMETIC_JPEG],
    ['progressive', PROGRESSIVE_ARITHMETIC_JPEG],
  ])('of %s arithmetic coding, which no browser shows', (_, bytes) => {
    expectRefused(bytes, 'The JPEG process is not supported.');
  });

  it('of 12 bits', () => {
    expectRefused(changed(SOF0, 4, 12), 'Only 8-bit JPEGs are supported.');
  });

  it.each([0, 2, 5, 255])('of %i components', (count) => {
    expectRefused(changed(SOF0, 9, count), 'The JPEG frame header is broken.');
  });

  it.each([0x00, 0x01, 0x10, 0x51, 0x15])('with a sampling of %i', (sampling) => {
    expectRefused(changed(SOF0, 11, sampling), 'A JPEG component has an invalid sampling factor.');
  });

  it.each([0, 1])('with a table of length %i', (length) => {
    const bytes = insertSegments(jpeg, Buffer.from([0xff, 0xdb, 0, length]));
    expectRefused(bytes, 'A JPEG segment is shorter than its length field.');
  });

  it('with a segment that leaves the file', () => {
    const bytes = insertSegments(jpeg.subarray(0, 400), Buffer.from([0xff, 0xe5, 0xff, 0xff]));
    expectRefused(bytes, 'The JPEG ends before its end marker.');
  });

  it('with a frame header twice', () => {
    expectRefused(
      splitAt(SOF0, () => [SECOND_FRAME]),
      'The JPEG has two frames.',
    );
  });

  it('with a frame header after its scan', () => {
    const bytes = Buffer.concat([jpeg.subarray(0, -2), SECOND_FRAME, jpeg.subarray(-2)]);
    expectRefused(bytes, 'The JPEG has two frames.', false);
  });

  it('with a scan before its frame header', () => {
    const scan = jpegSegment(SOS, '\x01\x01\0\0\x3f\0');
    expectRefused(insertSegments(jpeg, scan), 'The JPEG has a scan before its frame header.');
  });

  it('with a start marker in its midst', () => {
    expectRefused(
      insertSegments(jpeg, Buffer.from([0xff, 0xd8])),
      'The JPEG has a second start marker.',
    );
  });

  it('with a reserved marker', () => {
    const bytes = insertSegments(jpeg, jpegSegment(0x42, ''));
    expectRefused(bytes, 'The JPEG has a reserved marker.');
  });

  it('without a scan', () => {
    expectRefused(Buffer.from([0xff, 0xd8, 0xff, 0xd9]), 'The JPEG has no scan.');
  });

  it.each([0xdc, 0xde, 0xdf])('with a marker of another process: %i', (marker) => {
    const bytes = insertSegments(jpeg, jpegSegment(marker, '\0\x08'));
    expectRefused(bytes, 'The JPEG process is not supported.');
  });

  it.each([
    ['of no component', 4, 0],
    ['of five components', 4, 5],
    ['of fewer components than its length says', 4, 1],
  ])('with a scan %s', (_, offset, value) => {
    expectRefused(changed(SOS, offset, value), 'A JPEG scan header is broken.', false);
  });

  it('with a scan of a component that it has not', () => {
    expectRefused(changed(SOS, 5, 77), 'A JPEG scan refers to an unknown component.', false);
  });

  it.each([
    ['quantization', 0xdb, '\0'.repeat(64)],
    ['16-bit quantization', 0xdb, `\x10${'\0'.repeat(64)}`],
    ['Huffman', 0xc4, `\0\x02${'\0'.repeat(15)}A`],
    ['Huffman of 257 codes', 0xc4, `\0\xff\x02${'\0'.repeat(14)}${'A'.repeat(257)}`],
    ['restart', 0xdd, '\0'],
  ])('with a broken table: %s', (_, marker, data) => {
    expectRefused(insertSegments(jpeg, jpegSegment(marker, data)), 'A JPEG table is broken.');
  });

  // LJT-01-003 of "Two Issues with the JPEG Standard": each tiny scan costs a pass over all pixels
  it('with more than 100 scans', () => {
    const scan = (first: number, lowBit: number) =>
      Buffer.concat([jpegSegment(SOS, Buffer.from([1, 1, 0, first, first, lowBit])), NO_BITS]);
    const single = Array.from({ length: 63 }, (_, i) => [scan(i + 1, 1), scan(i + 1, 0x10)]).flat();
    const withScans = (count: number) =>
      Buffer.concat([
        jpegSegment(0xd8, '').subarray(0, 2),
        jpegSegment(0xc2, '\x08\0\x08\0\x08\x01\x01\x11\0'),
        ...single.slice(0, count),
        Buffer.from([0xff, 0xd9]),
      ]);
    expect(rebuildImage(withScans(100)).header.width).toBe(8);
    expectRefused(withScans(101), 'The JPEG has too many scans.', false);
  });
});

describe('a sequential scan', () => {
  // grey of 128 in the standard tables: no difference is 00, the block's end 1010, ones fill the
  // byte
  const ONE_BLOCK = '\x2b';
  async function greyWithScan(scan: string, restartInterval?: number): Promise<Buffer> {
    const grey = { create: { width: 8, height: 16, channels: 3, background: '#808080' } } as const;
    const result = await sharp(grey)
      .toColourspace('b-w')
      .jpeg({ optimiseCoding: false, quality: 100 })
      .toBuffer();
    const at = findMarker(result, SOS);
    const head = result.subarray(at, at + 10);
    const interval = restartInterval
      ? [jpegSegment(0xdd, `\0${String.fromCharCode(restartInterval)}`)]
      : [];
    const data = Buffer.from(`${scan}\xff\xd9`, 'latin1');
    return Buffer.concat([result.subarray(0, at), ...interval, head, data]);
  }
  const scanOf = (bytes: Uint8Array) =>
    Buffer.from(bytes)
      .subarray(findMarker(Buffer.from(bytes), SOS) + 10, -2)
      .toString('latin1');

  it.each([
    ['\x28\xaf', undefined],
    [`${ONE_BLOCK}\xff\xd0${ONE_BLOCK}`, 1],
  ])(
    'ends with its last block: %j, a restart after %s (security.only-needed-bytes)',
    async (scan, interval) => {
      const clean = await greyWithScan(scan, interval);
      expect(scanOf(rebuildImage(clean).bytes)).toBe(scan);
      const hidden = await greyWithScan(`${scan}hidden\xff\0hidden`, interval);
      expect(scanOf(rebuildImage(hidden).bytes)).toBe(scan);
      await expect(decodePixels(rebuildImage(hidden).bytes)).resolves.toMatchObject({
        height: 16,
      });
    },
  );

  it.each(['hidden', 'hidden\xff\0hidden', '\xff\xff', 'hidden\xff\xff'])(
    'loses stray bytes before a restart: %j (security.only-needed-bytes)',
    async (stray) => {
      const clean = await greyWithScan(`${ONE_BLOCK}\xff\xd0${ONE_BLOCK}`, 1);
      const strayed = await greyWithScan(`${ONE_BLOCK}${stray}\xff\xd0${ONE_BLOCK}`, 1);
      const { bytes } = rebuildImage(strayed);
      expect(Buffer.from(bytes).equals(rebuildImage(clean).bytes)).toBe(true);
      const shown = await sharp(strayed, { failOn: 'none' }).raw().toBuffer();
      expect((await decodePixels(bytes)).data).toEqual(shown);
    },
  );

  it('with stray bytes before more than 100,000 restarts is refused', async () => {
    const data = `${ONE_BLOCK}.\xff\xd0`.repeat(100_001);
    const long = await greyWithScan(data + ONE_BLOCK, 1);
    long.writeUInt16BE(0xffff, findMarker(long, SOF0) + 5); // its height: 8,192 blocks
    long.writeUInt16BE(0xffff, findMarker(long, SOF0) + 7);
    expectRefused(long, 'The file has too many parts.', false);
  });

  it.each([
    ['no restart where one is due', ONE_BLOCK, 1, 'The JPEG has a truncated scan.'],
    ['fewer blocks than it needs', ONE_BLOCK, undefined, 'The JPEG has a truncated scan.'],
    ['bits that are no code', '\xff\0\xff\0\xff\0', undefined, 'The JPEG has a broken scan.'],
  ])('with %s is refused (uploads.full-decode)', async (_, scan, interval, reason) => {
    expectRefused(await greyWithScan(scan, interval), reason, false);
  });

  it('that names a table which is not there is refused', () => {
    expectRefused(changed(SOS, 6, 0x33), 'A JPEG scan refers to a missing table.', false);
  });
});

describe('a JPEG is read', () => {
  it.each([
    ['end marker', 2],
    ['half of its end marker', 1],
  ])('without its %s, which the rebuilt file has', async (_, missing) => {
    for (const whole of [jpeg, await pixelPipeline().jpeg({ progressive: true }).toBuffer()]) {
      const { bytes } = rebuildImage(whole.subarray(0, -missing));
      expect(Buffer.from(bytes).equals(rebuildImage(whole).bytes)).toBe(true);
    }
  });

  it('without its end marker only if every bit of it was sent', async () => {
    const progressive = await pixelPipeline().jpeg({ progressive: true }).toBuffer();
    const lastScan = progressive.lastIndexOf(Buffer.from([0xff, SOS]));
    expectRefused(progressive.subarray(0, lastScan), 'The JPEG ends before its end marker.', false);
  });

  it('over fill bytes and stray bytes, which are dropped', async () => {
    const stray = Buffer.from('stray\xff\xff\xff\xff\xff\x01\xff\0\xff\xd0', 'latin1');
    const scattered = splitAt(SOS, () => [stray]);
    expect(Buffer.from(rebuildImage(scattered).bytes).equals(rebuildImage(jpeg).bytes)).toBe(true);
  });

  it('of the extended process with 8 bits', async () => {
    const extended = changed(SOF0, 1, 0xc1);
    const { bytes } = rebuildImage(extended);
    expect(await decodePixels(bytes)).toEqual(await decodePixels(jpeg));
  });
});
