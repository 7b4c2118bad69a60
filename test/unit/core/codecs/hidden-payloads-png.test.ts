import { constants, deflateSync, type ZlibOptions } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { endCodedData } from '../../../../core/codecs/end-coded-data.ts';
import { countPngBytes } from '../../../../core/codecs/png/count-png-bytes.ts';
import {
  type PngColourType,
  readPngImageHeader,
} from '../../../../core/codecs/png/read-png-image-header.ts';
import { rebuildImage } from '../../../../core/codecs/rebuild-image.ts';
import { CANARY, findCanaries } from '../../../support/images/canaries.ts';
import { pngChunk } from '../../../support/images/make-png.ts';
import { decodePixels } from '../../../support/images/raw-pixels.ts';

const SECRET = Buffer.from(`${CANARY.unknown}${CANARY.gps}`);
const KINDS: readonly (readonly [type: PngColourType, depth: number])[] = [
  ...[1, 2, 4, 8, 16].map((depth) => [0, depth] as const),
  ...[8, 16].map((depth) => [2, depth] as const),
  ...[1, 2, 4, 8].map((depth) => [3, depth] as const),
  ...[8, 16].map((depth) => [4, depth] as const),
  ...[8, 16].map((depth) => [6, depth] as const),
];

interface PngOptions {
  readonly type: PngColourType;
  readonly depth: number;
  readonly width: number;
  readonly height: number;
  readonly isInterlaced?: boolean;
  readonly zlib?: ZlibOptions;
  /** Bytes of each IDAT. */
  readonly dataBytes?: number;
  readonly hidden?: Uint8Array;
  /** Of each row, in turn. */
  readonly filters?: readonly number[];
  /** Of every byte of the pixels, the filter bytes aside. */
  readonly byteAt?: (at: number) => number;
}

function pngOf(options: PngOptions): Buffer {
  const { type, depth, width, height, isInterlaced = false, filters = [0] } = options;
  const { zlib = {}, dataBytes = 100_000, hidden = Buffer.alloc(0) } = options;
  const { byteAt = (at: number) => (at * 89) & 255 } = options;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, type, 0, 0, isInterlaced ? 1 : 0], 8);
  const parsed = readPngImageHeader(header);
  const rows = Buffer.from(Array.from({ length: countPngBytes(parsed) }, (_, at) => byteAt(at)));
  // one pass after the other, each with rows of its own length
  const passes = isInterlaced
    ? [
        [0, 0, 8, 8],
        [4, 0, 8, 8],
        [0, 4, 4, 8],
        [2, 0, 4, 4],
        [0, 2, 2, 4],
        [1, 0, 2, 2],
        [0, 1, 1, 2],
      ]
    : [[0, 0, 1, 1]];
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[type];
  let [at, row] = [0, 0];
  for (const [x = 0, y = 0, right = 1, down = 1] of passes) {
    const columns = Math.max(0, Math.ceil((width - x) / right));
    const lines = columns === 0 ? 0 : Math.max(0, Math.ceil((height - y) / down));
    for (let line = 0; line < lines; line += 1, row += 1) {
      rows[at] = filters[row % filters.length] ?? 0;
      at += 1 + Math.ceil((columns * depth * channels) / 8);
    }
  }
  // or the passes here are not those of the reader
  expect(at).toBe(rows.length);
  const coded = Buffer.concat([deflateSync(rows, zlib), hidden]);
  const pieces = Array.from({ length: Math.ceil(coded.length / dataBytes) }, (_, piece) =>
    pngChunk('IDAT', coded.subarray(piece * dataBytes, (piece + 1) * dataBytes)),
  );
  const palette = Buffer.from(Array.from({ length: 3 * 2 ** depth }, (_, i) => (i * 37) & 255));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...(type === 3 ? [pngChunk('PLTE', palette)] : []),
    ...pieces,
    pngChunk('IEND', ''),
  ]);
}

const clean = async (png: Uint8Array) => Buffer.from(await endCodedData(rebuildImage(png).bytes));

/** The coded bytes of all IDAT chunks. */
function codedBytes(png: Buffer): number {
  let sum = 0;
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') sum += png.readUInt32BE(at);
  return sum;
}

/** Data behind the coded pixels is dropped, and the pixels are not. */
async function expectDropped(options: PngOptions): Promise<Buffer> {
  const plain = pngOf(options);
  const bytes = await clean(pngOf({ ...options, hidden: SECRET }));
  expect(findCanaries(bytes)).toEqual([]);
  expect(codedBytes(bytes)).toBe(codedBytes(plain));
  expect(await decodePixels(bytes)).toEqual(await decodePixels(await clean(plain)));
  expect(await decodePixels(bytes)).toEqual(await decodePixels(plain));
  return bytes;
}

describe('a payload behind the coded pixels of a PNG (security.only-needed-bytes)', () => {
  it.each(KINDS)(
    'is dropped from colour type %i of %i bits, interlaced or not, at each small size',
    async (type, depth) => {
      for (const isInterlaced of [false, true])
        for (const [width, height] of [
          [1, 1],
          [2, 3],
          [5, 4],
          [8, 8],
          [9, 17],
          [33, 7],
        ] as const)
          await expectDropped({ type, depth, width, height, isInterlaced });
    },
  );

  it.each([1, 2, 3, 7, 11, 12, 100])('is dropped from pieces of %i bytes', async (dataBytes) => {
    await expectDropped({ type: 2, depth: 8, width: 20, height: 9, dataBytes });
  });

  it.each<[string, ZlibOptions]>([
    ['stored blocks', { level: 0 }],
    ['fixed codes', { strategy: constants.Z_FIXED }],
    ['runs alone', { strategy: constants.Z_RLE }],
    ['codes alone', { strategy: constants.Z_HUFFMAN_ONLY }],
    ['the smallest window', { windowBits: 9 }],
    ['the largest window', { windowBits: 15, level: 9 }],
    ['little memory', { memLevel: 1 }],
  ])('is dropped behind %s, in as many pieces as come out', async (_, zlib) => {
    for (const [width, height] of [
      [30, 20],
      [150, 200],
    ] as const)
      await expectDropped({ type: 6, depth: 8, width, height, zlib, dataBytes: 8_192 });
  });

  it('is dropped with each filter, alone and in turn', async () => {
    for (const filters of [[1], [2], [3], [4], [0, 1, 2, 3, 4], [4, 3, 2, 1, 0]])
      for (const [type, depth] of KINDS)
        await expectDropped({ type, depth, width: 21, height: 11, filters, isInterlaced: true });
  });
});

describe('the colours of an indexed PNG (security.only-needed-bytes)', () => {
  const colourAt = (png: Buffer, colour: number) => {
    const at = png.indexOf('PLTE') + 4 + 3 * colour;
    return [...png.subarray(at, at + 3)];
  };

  it.each([1, 2, 4, 8])(
    'of %i bits stay where one pixel alone names them, wherever it lies',
    async (depth) => {
      const colour = 2 ** depth - 1;
      for (const isInterlaced of [false, true]) {
        for (const [width, height] of [
          [9, 9],
          [17, 8],
          [200, 190],
        ] as const) {
          const header = { width, height, bitDepth: depth, colourType: 3, isInterlaced } as const;
          const all = countPngBytes(header);
          // the last pixel of the last row, whose spare bits are zeros
          const columns = isInterlaced ? width : width;
          const spare = (8 - ((columns * depth) % 8)) % 8;
          const byteAt = (at: number) => (at === all - 1 ? colour << spare : 0);
          const bytes = await expectDropped({
            type: 3,
            depth,
            width,
            height,
            isInterlaced,
            byteAt,
          });
          const due = Array.from({ length: 3 }, (_, i) => ((3 * colour + i) * 37) & 255);
          expect(colourAt(bytes, colour)).toEqual(due);
          if (depth > 1) expect(colourAt(bytes, colour - 1)).toEqual([0, 0, 0]);
        }
      }
    },
  );

  it('are black where only the bits behind the last pixel of a row name them', async () => {
    for (const [depth, width] of [
      [1, 3],
      [2, 5],
      [4, 7],
    ] as const) {
      const rowBytes = Math.ceil((width * depth) / 8);
      const spare = 8 - ((width * depth) % 8);
      const byteAt = (at: number) => (at % (1 + rowBytes) === rowBytes ? (1 << spare) - 1 : 0);
      const bytes = await expectDropped({ type: 3, depth, width, height: 6, byteAt });
      expect(colourAt(bytes, 2 ** depth - 1), `${depth} bits`).toEqual([0, 0, 0]);
    }
  });
});
