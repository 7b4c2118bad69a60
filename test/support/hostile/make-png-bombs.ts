import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { iccChunk, insertAfterHeader, insertBeforeData, pngChunk } from '../images/make-png.ts';
import { fileOf, type HostileFile } from './hostile-file.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const BLOCK_BYTES = 1_000_000;
const LARGEST_SIDE_PX = 7_000;
const GIGABYTE = 1_000_000_000;
// PNG 8.2: first column, first row, and steps of the seven passes of Adam7
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

const ADLER_MODULUS = 65_521;

const deflateBlock = (zeros: number) =>
  deflateRawSync(Buffer.alloc(zeros), { level: 9, finishFlush: constants.Z_FULL_FLUSH });

/** So many zeros as a zlib stream: after a full flush a block may simply be repeated. */
function deflateZeros(length: number): Buffer {
  const [block, rest] = [deflateBlock(BLOCK_BYTES), deflateBlock(length % BLOCK_BYTES)];
  const blocks = Array.from({ length: Math.floor(length / BLOCK_BYTES) }, () => block);
  const end = Buffer.from([3, 0, 0, 0, 0, 1]); // an empty last block, then Adler-32
  end.writeUInt16BE(length % ADLER_MODULUS, 2);
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...blocks, rest, end]);
}

function header(
  width: number,
  height: number,
  depth: number,
  colour: number,
  isInterlaced = false,
) {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth, colour, 0, 0, isInterlaced ? 1 : 0], 8);
  return pngChunk('IHDR', data);
}

const pngOf = (...chunks: Buffer[]) => Buffer.concat([SIGNATURE, ...chunks, pngChunk('IEND', '')]);

const RGBA16_BYTES = 8;
const RGBA16 = [16, 6] as const;

function interlacedBytes(side: number): number {
  return ADAM7.reduce((sum, [x, y, stepX, stepY]) => {
    const columns = Math.ceil((side - x) / stepX);
    return sum + Math.ceil((side - y) / stepY) * (1 + columns * RGBA16_BYTES);
  }, 0);
}

/** 49 megapixels of 64 bits each, whole and black. */
function largest(isInterlaced: boolean): Buffer {
  const side = LARGEST_SIDE_PX;
  const plain = side * (1 + side * RGBA16_BYTES);
  const zeros = deflateZeros(isInterlaced ? interlacedBytes(side) : plain);
  return pngOf(header(side, side, ...RGBA16, isInterlaced), pngChunk('IDAT', zeros));
}

function claims(): HostileFile[] {
  const nothing = pngChunk('IDAT', deflateSync(Buffer.alloc(100)));
  const sizes = [
    [0x7fffffff, 0x7fffffff],
    [0xffffffff, 1],
    [16_385, 1],
    [7_072, 7_072],
    [7_000, 7_000],
    [0, 10],
  ];
  return sizes.map(([width = 0, height = 0]) =>
    fileOf(
      `bomb/PNG of ${width} x ${height}, nothing in it`,
      'png',
      pngOf(header(width, height, ...RGBA16), nothing),
    ),
  );
}

/** PNGs that inflate to more than they seem. */
export function makePngBombs(png: Buffer): HostileFile[] {
  const any = (name: string, bytes: Buffer) => fileOf(`bomb/PNG ${name}`, 'png', bytes, 'any');
  const gigabyte = deflateZeros(GIGABYTE);
  const empty = pngChunk('tEXt', 'a\0b');
  const text = Buffer.concat([Buffer.from('a\0\0'), gigabyte]);
  const lyingLength = Buffer.from(png);
  lyingLength.writeUInt32BE(0x7fffffff, 33);
  const badProfile = iccChunk(Buffer.alloc(1_000_000));
  const animation = pngChunk('acTL', '\x7f\xff\xff\xff\0\0\0\0');
  return [
    ...claims(),
    any('of 49 MP at 64 bits', largest(false)),
    any('of 49 MP at 64 bits, interlaced', largest(true)),
    any(
      'of 10 x 10 with a gigabyte of it',
      pngOf(header(10, 10, ...RGBA16), pngChunk('IDAT', gigabyte)),
    ),
    any('with a text of a gigabyte', insertBeforeData(png, pngChunk('zTXt', text))),
    any('with a profile of 100 MB', insertAfterHeader(png, iccChunk(Buffer.alloc(100_000_000)))),
    any('with 4 MB of bad profiles', insertAfterHeader(png, ...new Array(4_100).fill(badProfile))),
    any(
      'with 200000 chunks',
      insertBeforeData(png, Buffer.concat(Array.from({ length: 200_000 }, () => empty))),
    ),
    any('of two billion frames', insertBeforeData(png, animation)),
    any('with a chunk of 2 GB', lyingLength),
  ];
}
