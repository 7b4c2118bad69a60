import { deflateSync, inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { endCodedData } from '../../../../core/codecs/end-coded-data.ts';
import { rebuildIccProfile } from '../../../../core/codecs/icc/rebuild-icc-profile.ts';
import { ImageFileFault } from '../../../../core/codecs/image-file.ts';
import { rebuildImage } from '../../../../core/codecs/rebuild-image.ts';
import { CANARY, findCanaries, ZIP } from '../../../support/images/canaries.ts';
import { gifFrame, gifOf } from '../../../support/images/make-gif.ts';
import {
  curveTag,
  type IccTag,
  iccOf,
  lutAToBTag,
  lutTag,
  SCREEN_TAGS,
  xyzTag,
} from '../../../support/images/make-icc.ts';
import {
  findMarker,
  iccSegments,
  insertSegments,
  jpegSegment,
} from '../../../support/images/make-jpeg.ts';
import {
  iccChunk,
  insertAfterHeader,
  insertBeforeData,
  pngChunk,
} from '../../../support/images/make-png.ts';
import { chunksOf, extendedChunk, riffChunk, webpOf } from '../../../support/images/make-webp.ts';
import {
  decodePixels,
  HEIGHT,
  pixelPipeline,
  rawPixels,
  WIDTH,
} from '../../../support/images/raw-pixels.ts';

const SECRET = Buffer.concat([Buffer.from(CANARY.unknown), ZIP]);
const behind = (data: Buffer) => Buffer.concat([data, SECRET]);
/** Chunks that writers and makers of screens put beside the colours. */
const TELLING: readonly IccTag[] = [
  ['desc', Buffer.from(`desc\0\0\0\0\0\0\0\x15${CANARY.comment}`, 'latin1')],
  ['cprt', Buffer.from(`text\0\0\0\0${CANARY.comment}\0`)],
  ['dmnd', Buffer.from(`text\0\0\0\0${CANARY.unknown}\0`)],
  ['mmod', behind(Buffer.from('mmod\0\0\0\0'))],
  ['vcgt', behind(Buffer.from('vcgt\0\0\0\0'))],
  ['B2A0', behind(lutTag(3))],
  ['bkpt', behind(xyzTag(0, 0, 0))],
];
const PROFILES: [string, string, readonly IccTag[]][] = [
  ['the curves of a screen', 'RGB ', SCREEN_TAGS],
  [
    'sampled curves',
    'RGB ',
    [
      ...SCREEN_TAGS.filter(([name]) => !name.endsWith('TRC')),
      ...['rTRC', 'gTRC', 'bTRC'].map((name, i): IccTag => [name, curveTag(0, 9000 + i, 65_535)]),
    ],
  ],
  ['a table of a scanner', 'RGB ', [['A2B0', lutTag(3)]]],
  [
    'a table with curves',
    'RGB ',
    [
      ['A2B0', lutAToBTag(3)],
      ['wtpt', xyzTag(0.9642, 1, 0.8249)],
    ],
  ],
  ['grey', 'GRAY', [['kTRC', curveTag(461)]]],
  ['ink', 'CMYK', [['A2B0', lutTag(4)]]],
];

async function imageOf(space: string): Promise<Buffer> {
  if (space === 'CMYK') return pixelPipeline().toColourspace('cmyk').jpeg().toBuffer();
  if (space === 'GRAY') return pixelPipeline(1).toColourspace('b-w').jpeg().toBuffer();
  return pixelPipeline().jpeg().toBuffer();
}

async function inSrgb(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes, { failOn: 'warning' }).toColourspace('srgb').raw().toBuffer();
}

describe('of a colour profile (security.only-needed-bytes)', () => {
  it.each(PROFILES)('%s is kept, to the pixel, and nothing else', async (_, space, tags) => {
    const secrets = tags.map(([name, data]): IccTag => [name, behind(data)]);
    const telling = iccOf(space, [...TELLING, ...secrets], SECRET.toString('latin1'));
    const plain = await imageOf(space);
    const image = insertSegments(plain, ...iccSegments(telling));
    const { bytes } = rebuildImage(image);
    const kept = (await sharp(bytes).metadata()).icc;
    expect(findCanaries(image)).toContain('CANARY');
    expect([findCanaries(bytes), findCanaries(kept ?? telling)]).toEqual([[], []]);
    expect((await inSrgb(bytes)).equals(await inSrgb(image))).toBe(true);
    // or the check above would say nothing of the profile
    expect((await inSrgb(bytes)).equals(await inSrgb(plain))).toBe(false);
    expect(rebuildIccProfile(kept ?? telling, space as 'RGB ')).toEqual(new Uint8Array(kept ?? []));
  });

  it('the same is kept in PNG and WebP', async () => {
    const telling = iccOf('RGB ', [...TELLING, ...SCREEN_TAGS], SECRET.toString('latin1'));
    const png = insertAfterHeader(await pixelPipeline().png().toBuffer(), iccChunk(telling));
    const pixels = chunksOf(await pixelPipeline().webp().toBuffer()).map(({ bytes }) => bytes);
    const head = extendedChunk(0x20, WIDTH, HEIGHT);
    const webp = webpOf(head, riffChunk('ICCP', telling), ...pixels);
    const due = Buffer.from(rebuildIccProfile(telling, 'RGB ') ?? []);
    expect([due.length > 400, findCanaries(due)]).toEqual([true, []]);
    for (const image of [png, webp]) {
      const { bytes } = rebuildImage(image);
      expect((await sharp(bytes).metadata()).icc?.equals(due)).toBe(true);
      expect((await inSrgb(bytes)).equals(await inSrgb(image))).toBe(true);
    }
  });

  const withTag = (name: string, data: Buffer) =>
    iccOf('RGB ', [...SCREEN_TAGS.filter(([other]) => other !== name), [name, data]]);
  it.each([
    ['text for a colour', withTag('rXYZ', Buffer.from(`XYZ \0\0\0\0${CANARY.second}`))],
    ['a curve of text', withTag('gTRC', curveOfText())],
    ['a curve of another type', withTag('bTRC', Buffer.from('text\0\0\0\0\0\0\0\0'))],
    ['a curve longer than itself', withTag('bTRC', curveTag(1, 2, 3).subarray(0, -1))],
    ['a tag twice', iccOf('RGB ', [...SCREEN_TAGS, ...SCREEN_TAGS])],
    ['no curves', iccOf('RGB ', SCREEN_TAGS.slice(0, 4))],
    ['a class that is no device', withClass('link')],
    ['a table for other channels', iccOf('RGB ', [['A2B0', lutTag(4)]])],
  ])('nothing is kept where it has %s', (_, profile) => {
    expect(rebuildIccProfile(profile, 'RGB ')).toBeUndefined();
  });
});

function curveOfText(): Buffer {
  const text = Buffer.from(`${CANARY.second} ${CANARY.gps} `);
  const head = Buffer.from('curv\0\0\0\0\0\0\0\0', 'latin1');
  head.writeUInt32BE(text.length >> 1, 8);
  return Buffer.concat([head, text]);
}

function withClass(name: string): Buffer {
  const profile = iccOf('RGB ', SCREEN_TAGS);
  profile.write(name, 12, 'latin1');
  return profile;
}

describe('a JPEG scan (security.only-needed-bytes)', () => {
  const SOS = 0xda;
  const SENT_AGAIN = 'A JPEG scan repeats data of an earlier scan.';
  const scanOf = (jpeg: Buffer) => jpeg.subarray(findMarker(jpeg, SOS), -2);
  const withScan = (jpeg: Buffer, scan: Uint8Array) =>
    Buffer.concat([jpeg.subarray(0, -2), scan, jpeg.subarray(-2)]);
  const expectRefused = (bytes: Uint8Array, reason: string) =>
    expect(() => rebuildImage(bytes)).toThrow(new ImageFileFault(reason));

  it('that is sent again is refused: a whole second image', async () => {
    const [first, second] = await Promise.all(
      [pixelPipeline(), pixelPipeline().negate()].map((entry) => entry.jpeg().toBuffer()),
    );
    if (!first || !second) throw new Error('no images');
    expectRefused(withScan(second, scanOf(first)), SENT_AGAIN);
    expect(rebuildImage(second).header.width).toBe(WIDTH);
  });

  it.each([
    ['the first coefficient', [1, 1, 0, 0, 0, 0]],
    ['all others', [1, 1, 0, 1, 63, 0]],
    ['one of them', [1, 1, 0, 20, 20, 0]],
    ['the first coefficient of three components', [3, 1, 0, 2, 0, 3, 0, 0, 0, 0]],
    ['a bit of them', [1, 1, 0, 1, 63, 0x10]],
  ])('that is sent again is refused: %s, in a progressive one', async (_, header) => {
    for (const how of [{ progressive: true }, { mozjpeg: true }]) {
      const jpeg = await pixelPipeline().jpeg(how).toBuffer();
      const scan = Buffer.concat([jpegSegment(SOS, Buffer.from(header)), SECRET]);
      expectRefused(withScan(jpeg, scan), SENT_AGAIN);
      expect(rebuildImage(jpeg).header.width).toBe(WIDTH);
    }
  });

  it.each([
    ['more coefficients than there are', [1, 1, 0, 1, 64, 0]],
    ['them backwards', [1, 1, 0, 5, 4, 0]],
    ['the first with others', [1, 1, 0, 0, 5, 0]],
    ['others of two components', [2, 1, 0, 2, 0, 1, 5, 0]],
    ['two bits at once', [1, 1, 0, 1, 63, 0x20]],
  ])('that sends %s is refused', async (_, header) => {
    const jpeg = await pixelPipeline().jpeg({ progressive: true }).toBuffer();
    const scan = Buffer.concat([jpegSegment(SOS, Buffer.from(header)), SECRET]);
    expectRefused(withScan(jpeg, scan), 'A JPEG scan header is broken.');
  });

  it('brings no quantization table with it that comes too late to be used', async () => {
    const jpeg = await pixelPipeline().jpeg({ progressive: true }).toBuffer();
    const second = jpeg.indexOf(Buffer.from([0xff, SOS]), findMarker(jpeg, SOS) + 2);
    const late = jpegSegment(0xdb, `\0${CANARY.unused.padEnd(64, '.')}`);
    const telling = Buffer.concat([jpeg.subarray(0, second), late, jpeg.subarray(second)]);
    const { bytes } = rebuildImage(telling);
    expect(findCanaries(bytes)).toEqual([]);
    expect(await decodePixels(bytes)).toEqual(await decodePixels(jpeg));
  });

  it('is refused where values of its Huffman table are there twice, as letters of a text are', async () => {
    const jpeg = await pixelPipeline().jpeg({ optimiseCoding: false }).toBuffer();
    const text = [...Buffer.from(CANARY.unused)];
    // the tables of the standard have 162 codes for values, of which this image uses a few
    const at = jpeg.indexOf(Buffer.from([0xff, 0xc4])) + 4;
    const ac = jpeg.indexOf(Buffer.from([0x10, 0, 2, 1, 3, 3]), at);
    expect(ac).toBeGreaterThan(0);
    const hidden = Buffer.from(jpeg);
    hidden.set(text, ac + 17 + 162 - text.length);
    expectRefused(hidden, 'A JPEG table is broken.');
    expect(rebuildImage(jpeg).header.width).toBe(WIDTH);
  });

  it('brings no Huffman table with it that is not for its coefficients', async () => {
    const jpeg = await pixelPipeline().jpeg({ progressive: true }).toBuffer();
    const first = findMarker(jpeg, SOS);
    const counts = [...new Array(15).fill(0), CANARY.unused.length];
    const hidden = Buffer.concat([Buffer.from([0x10, ...counts]), Buffer.from(CANARY.unused)]);
    const before = [jpeg.subarray(0, first), jpegSegment(0xc4, hidden), jpeg.subarray(first)];
    const { bytes } = rebuildImage(Buffer.concat(before));
    expect(findCanaries(bytes)).toEqual([]);
    expect(await decodePixels(bytes)).toEqual(await decodePixels(jpeg));
  });
});

describe('a colour that no pixel names (security.only-needed-bytes)', () => {
  const TEXT = `${CANARY.second}-${CANARY.second}`;

  /**
   * An indexed PNG of any depth: its pixels name colours 0 to `used`, and a secret stands in the
   * others.
   */
  function indexedPng(depth: 1 | 2 | 4 | 8, used: number, filter = 0): Buffer {
    const [width, height] = [13, 9];
    const rowBytes = Math.ceil((width * depth) / 8);
    const rows: Buffer[] = [];
    for (let y = 0; y < height; y += 1) {
      const row = Buffer.alloc(1 + rowBytes);
      for (let x = 0; x < width; x += 1) {
        const bit = x * depth;
        const at = 1 + (bit >> 3);
        row[at] = (row[at] ?? 0) | (((x + y) % used) << (8 - depth - (bit & 7)));
      }
      rows.push(row);
    }
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([depth, 3, 0, 0, 0], 8);
    const colours = 2 ** depth;
    const palette = Buffer.from(Array.from({ length: 3 * colours }, (_, i) => (i * 37) & 255));
    const alphas = Buffer.alloc(colours, 200);
    palette.write(TEXT.slice(0, 3 * (colours - used)), 3 * used, 'latin1');
    alphas.write(TEXT.slice(0, colours - used), used, 'latin1');
    return Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      pngChunk('IHDR', header),
      pngChunk('PLTE', palette),
      pngChunk('tRNS', alphas),
      pngChunk('IDAT', deflateSync(filterRows(rows, filter))),
      pngChunk('IEND', ''),
    ]);
  }

  // PNG third edition, 9.2, in reverse: the reader's filters undo it
  function filterRows(rows: readonly Buffer[], filter: number): Buffer {
    const filtered = rows.map((row, y) => {
      const above = rows[y - 1] ?? Buffer.alloc(row.length);
      return row.map((byte, at) => {
        if (at === 0) return filter;
        const remaining = at > 1 ? (row[at - 1] ?? 0) : 0;
        const up = above[at] ?? 0;
        const corner = at > 1 ? (above[at - 1] ?? 0) : 0;
        const [near] = [remaining, up, corner].toSorted(
          (first, other) =>
            Math.abs(remaining + up - corner - first) - Math.abs(remaining + up - corner - other),
        );
        const guesses = [0, remaining, up, (remaining + up) >> 1, near ?? 0];
        return byte - (guesses[filter] ?? 0);
      });
    });
    return Buffer.concat(filtered);
  }

  it.each([
    [1, 1, 0],
    [2, 2, 0],
    [4, 5, 0],
    ...[0, 1, 2, 3, 4].map((filter) => [8, 20, filter] as const),
  ] as const)('of a PNG of %i bits is black: %i used, filter %i', async (depth, used, filter) => {
    const png = indexedPng(depth, used, filter);
    const bytes = await endCodedData(rebuildImage(png).bytes);
    expect(await decodePixels(bytes)).toEqual(await decodePixels(png));
    const at = Buffer.from(bytes).indexOf('PLTE') + 4;
    const before = png.indexOf('PLTE') + 4;
    expect(bytes.subarray(at, at + 3 * used)).toEqual(
      new Uint8Array(png.subarray(before, before + 3 * used)),
    );
    const unused = 3 * (2 ** depth - used);
    expect(Buffer.from(bytes.subarray(at + 3 * used, at + 3 * used + unused))).toEqual(
      Buffer.alloc(unused),
    );
    expect(findCanaries(bytes)).toEqual([]);
    expect(await endCodedData(bytes)).toEqual(bytes);
  });

  it('of an interlaced PNG is black, and those of its pixels are not', async () => {
    const eightColours = rawPixels(3).map((value) => value & 0x80);
    const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const;
    const png = await sharp(eightColours, { raw })
      .png({ palette: true, progressive: true })
      .toBuffer();
    expect(png[28]).toBe(1);
    const end = png.indexOf('PLTE') - 4;
    const next = end + 12 + png.readUInt32BE(end);
    const palette = png.subarray(end + 8, next - 4);
    const longer = Buffer.alloc(3 * 2 ** (png[24] ?? 8));
    palette.copy(longer);
    longer.write(TEXT.slice(0, 33), longer.length - 33, 'latin1');
    const parts = [png.subarray(0, end), pngChunk('PLTE', longer), png.subarray(next)];
    const bytes = await endCodedData(rebuildImage(Buffer.concat(parts)).bytes);
    expect(findCanaries(bytes)).toEqual([]);
    expect(await decodePixels(bytes)).toEqual(await decodePixels(png));
  });

  it('of a GIF is black, in its own table and in a frame’s', async () => {
    const table = Buffer.alloc(3 * 256, `......${TEXT} ${TEXT} `);
    const screen = Buffer.from('GIF89a\x0a\0\x08\0\xf7\0\0', 'latin1');
    const frame = gifFrame(0, 0, 10, 8);
    const own = [frame.subarray(0, 9), Buffer.from([0x87]), table, frame.subarray(10)];
    const gif = Buffer.concat([screen, table, frame, ...own, Buffer.from([0x3b])]);
    const { bytes } = rebuildImage(gif);
    expect(findCanaries(bytes)).toEqual([]);
    expect(bytes.length).toBe(gif.length);
    expect(await decodePixels(bytes)).toEqual(await decodePixels(gif));
    const clean = rebuildImage(gifOf(10, 8, frame)).bytes;
    expect(rebuildImage(clean).bytes).toEqual(clean);
  });

  it('nor a number that no screen has: gamma and chromaticities of text', async () => {
    const png = insertBeforeData(
      await pixelPipeline().png().toBuffer(),
      pngChunk('cHRM', CANARY.gps.padEnd(32, '.').slice(0, 32)),
      pngChunk('gAMA', 'CANA'),
    );
    const { bytes } = rebuildImage(png);
    expect(Buffer.from(bytes).includes('cHRM')).toBe(false);
    expect(Buffer.from(bytes).includes('gAMA')).toBe(false);
    expect(inflateSync(bytes.subarray(41, bytes.length - 16)).length).toBeGreaterThan(0);
  });
});
