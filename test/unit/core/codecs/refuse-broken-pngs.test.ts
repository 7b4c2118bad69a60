import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { endCodedData } from '../../../../core/codecs/end-coded-data.ts';
import { ImageFileFault } from '../../../../core/codecs/image-file.ts';
import { readHeader } from '../../../../core/codecs/read-header.ts';
import { rebuildImage } from '../../../../core/codecs/rebuild-image.ts';
import {
  insertAfterHeader,
  insertBeforeData,
  insertBeforeEnd,
  pngChunk,
} from '../../../support/images/make-png.ts';
import { decodePixels, pixelPipeline, rawPixels } from '../../../support/images/raw-pixels.ts';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

let png: Buffer;
let palettePng: Buffer;

beforeAll(async () => {
  png = await pixelPipeline().png().toBuffer();
  palettePng = await pixelPipeline().png({ palette: true }).toBuffer();
});

function withHeader(...values: [offset: number, value: number][]): Buffer {
  const data = Buffer.from(png.subarray(16, 29));
  for (const [offset, value] of values) data[offset] = value;
  return Buffer.concat([SIGNATURE, pngChunk('IHDR', data), png.subarray(33)]);
}

function withWrongCrc(chunk: Buffer): Buffer {
  chunk[chunk.length - 1] = (chunk.at(-1) ?? 0) ^ 1;
  return chunk;
}

function expectRefused(bytes: Uint8Array, reason: string, byHeaderToo = true): void {
  expect(() => rebuildImage(bytes)).toThrow(new ImageFileFault(reason));
  if (byHeaderToo) expect(() => readHeader(bytes)).toThrow(new ImageFileFault(reason));
}

describe('a PNG is refused', () => {
  it('with no width or height', () => {
    expectRefused(withHeader([3, 0]), 'The PNG has no pixels.');
    expectRefused(withHeader([7, 0]), 'The PNG has no pixels.');
  });

  it('with a side beyond 31 bits', () => {
    expectRefused(withHeader([0, 0x80]), 'The PNG header is broken.');
  });

  it.each([
    [2, 1],
    [2, 3],
    [3, 16],
    [4, 4],
    [6, 2],
    [0, 3],
    [0, 32],
    [1, 8],
    [5, 8],
    [7, 8],
    [255, 8],
  ])('of colour type %i with %i bits', (colourType, bitDepth) => {
    const bytes = withHeader([9, colourType], [8, bitDepth]);
    expectRefused(bytes, 'The PNG has an invalid colour type.');
  });

  it.each([10, 11])('of an unknown compression or filter', (offset) => {
    expectRefused(withHeader([offset, 1]), 'The PNG header is broken.');
  });

  it('of an unknown interlacing', () => {
    expectRefused(withHeader([12, 2]), 'The PNG header is broken.');
  });

  it('with a header of another length', () => {
    const header = pngChunk('IHDR', Buffer.concat([png.subarray(16, 29), Buffer.from([0])]));
    expectRefused(
      Buffer.concat([SIGNATURE, header, png.subarray(33)]),
      'The PNG header is broken.',
    );
  });

  it('with another chunk before its header', () => {
    const bytes = Buffer.concat([SIGNATURE, pngChunk('tEXt', 'a\0b'), png.subarray(8)]);
    expectRefused(bytes, 'The PNG has no header.');
  });

  it('with two headers', () => {
    expectRefused(insertAfterHeader(png, png.subarray(8, 33)), 'The PNG has two headers.');
  });

  it.each([
    ['header', () => 20],
    ['palette', () => palettePng.indexOf('PLTE') + 5],
  ])('with a wrong CRC of its %s', (_, place) => {
    const bytes = Buffer.from(palettePng);
    bytes[place()] = (bytes[place()] ?? 0) ^ 1;
    expectRefused(bytes, 'A PNG chunk is damaged.');
  });

  it('without image data', () => {
    const bytes = Buffer.concat([png.subarray(0, 33), png.subarray(-12)]);
    expectRefused(bytes, 'The PNG has no image data.');
  });

  it('with indexed colours and no palette', () => {
    const at = palettePng.indexOf('PLTE') - 4;
    const end = at + 12 + palettePng.readUInt32BE(at);
    const bytes = Buffer.concat([palettePng.subarray(0, at), palettePng.subarray(end)]);
    expectRefused(bytes, 'The PNG has no palette.');
  });

  it.each(['', '\0', '\0\0\0\0', '\0'.repeat(771)])('with a palette of odd length', (data) => {
    expectRefused(
      insertAfterHeader(palettePng, pngChunk('PLTE', data)),
      'The PNG palette is broken.',
    );
  });

  it('with two palettes', () => {
    const bytes = insertBeforeData(palettePng, pngChunk('PLTE', '\0\0\0'));
    expectRefused(bytes, 'The PNG palette is broken.');
  });

  it('with a chunk that must be known and is not', () => {
    const bytes = insertAfterHeader(png, pngChunk('CgBI', '\0\0\0\0'));
    expectRefused(bytes, 'A PNG chunk is not supported.');
  });

  it('with more than 100,000 chunks of image data', () => {
    const empty = pngChunk('IDAT', '');
    const bytes = insertBeforeEnd(png, ...new Array(100_000).fill(empty));
    expectRefused(bytes, 'The file has too many parts.', false);
  });
});

describe('a PNG is read', () => {
  it.each(['tEXt', 'pHYs', 'iCCP', 'gAMA'])('without a chunk of a wrong CRC: %s', async (type) => {
    const damaged = insertAfterHeader(png, withWrongCrc(pngChunk(type, 'profile\0\x01x')));
    const { bytes } = rebuildImage(damaged);
    expect(Buffer.from(bytes).equals(rebuildImage(png).bytes)).toBe(true);
    const shown = await sharp(damaged, { failOn: 'none' }).raw().toBuffer();
    expect((await decodePixels(bytes)).data.equals(shown)).toBe(true);
  });

  it('without a colour profile whose CRC alone is wrong, as browsers read it', async () => {
    const wide = await pixelPipeline().withIccProfile('p3').png().toBuffer();
    const damaged = Buffer.from(wide);
    const at = wide.indexOf('iCCP');
    const crcAt = at + 4 + wide.readUInt32BE(at - 4);
    damaged[crcAt] = (damaged[crcAt] ?? 0) ^ 1;
    const { bytes } = rebuildImage(damaged);
    const plain = Buffer.concat([wide.subarray(0, at - 4), wide.subarray(crcAt + 4)]);
    expect(Buffer.from(bytes).equals(rebuildImage(plain).bytes)).toBe(true);
  });

  it.each([
    ['without its end chunk', (whole: Buffer) => whole.subarray(0, -12)],
    ['with half of its end chunk', (whole: Buffer) => whole.subarray(0, -5)],
    [
      'with a cut text behind its image data',
      (whole: Buffer) =>
        Buffer.concat([whole.subarray(0, -12), pngChunk('tEXt', 'secret').subarray(0, -6)]),
    ],
  ])('%s, which the rebuilt file has', (_, cut) => {
    for (const whole of [png, palettePng]) {
      expect(Buffer.from(rebuildImage(cut(whole)).bytes).equals(rebuildImage(whole).bytes)).toBe(
        true,
      );
    }
  });

  it('without its end only if its pixels are complete', async () => {
    const halved = Buffer.concat([
      png.subarray(0, 33),
      pngChunk('IDAT', png.subarray(41, 141)),
      pngChunk('IDAT', png.subarray(141, -16)).subarray(0, -1),
    ]);
    const rebuilt = rebuildImage(halved).bytes;
    await expect(endCodedData(rebuilt)).rejects.toThrow(ImageFileFault);
  });

  it('without the checksum of many rows, which come in several pieces', async () => {
    const [width, height] = [200, 150];
    // each begins with its filter, which is none; zlib gives 16 KB in a piece
    const rows = rawPixels(1, width + 1, height).map((byte, at) => (at % (width + 1) ? byte : 0));
    const pngOf = (data: Uint8Array) =>
      Buffer.concat([
        SIGNATURE,
        pngChunk('IHDR', Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 0, 0, 0, 0])),
        pngChunk('IDAT', data),
        pngChunk('IEND', ''),
      ]);
    const data = deflateSync(rows);
    const ended = await endCodedData(rebuildImage(pngOf(data.subarray(0, -4))).bytes);
    expect(await decodePixels(ended)).toEqual(await decodePixels(pngOf(data)));
  });

  it('over empty image data chunks', () => {
    expect(rebuildImage(insertBeforeEnd(png, pngChunk('IDAT', ''))).header.width).toBe(48);
  });

  it.each([
    ['of a wrong length', 'tRNS', '\0\0\0\0'],
    ['of a wrong length', 'gAMA', '\0\0\0'],
    ['of a wrong length', 'sBIT', '\x08'],
    ['with a matrix, of which browsers show nothing', 'cICP', '\x0c\x0d\x01\x01'],
    ['with a range of no kind, of which browsers show nothing', 'cICP', '\x0c\x0d\0\x02'],
    ['only suggested', 'PLTE', '\0\0\0\xff\xff\xff'],
  ])('without a chunk %s: %s', async (_, type, data) => {
    const { bytes, header } = rebuildImage(insertBeforeData(png, pngChunk(type, data)));
    expect(Buffer.from(bytes).equals(rebuildImage(png).bytes)).toBe(true);
    expect(header.hasAlpha).toBe((await sharp(png).metadata()).hasAlpha);
  });

  it('with the gamma behind a palette before it, as browsers count it', () => {
    const gamma = pngChunk('gAMA', '\0\0\x10\0');
    const late = rebuildImage(insertBeforeData(palettePng, gamma)).bytes;
    const early = rebuildImage(insertAfterHeader(palettePng, gamma)).bytes;
    expect(Buffer.from(late).equals(early)).toBe(true);
    expect(late.length).toBe(rebuildImage(palettePng).bytes.length + gamma.length);
  });

  it('without codes and transparency that stand where browsers overlook them', async () => {
    const late = insertBeforeData(palettePng, pngChunk('cICP', '\x0c\x0d\0\x01'));
    const early = insertAfterHeader(palettePng, pngChunk('tRNS', '\0'));
    for (const bytes of [late, early]) {
      expect(Buffer.from(rebuildImage(bytes).bytes).equals(rebuildImage(palettePng).bytes)).toBe(
        true,
      );
      expect((await sharp(bytes).metadata()).hasAlpha).toBe(false);
    }
  });
});
