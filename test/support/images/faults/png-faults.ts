import { deflateSync } from 'node:zlib';
import { insertAfterHeader, insertBeforeData, insertBeforeEnd, pngChunk } from '../make-png.ts';
import { cutFiles, type FaultyFile, faultyFiles, spliced, withBytesAt } from './faulty-file.ts';
import { drawPicture, picturePixels } from './picture.ts';

const TYPE = 'image/png';

interface Chunk {
  readonly type: string;
  readonly at: number;
  readonly end: number;
}

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at < png.length; at = chunks.at(-1)?.end ?? png.length) {
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      at,
      end: at + 12 + png.readUInt32BE(at),
    });
  }
  return chunks;
}

function chunkOf(png: Buffer, type: string): Chunk {
  const found = chunksOf(png).find((chunk) => chunk.type === type);
  if (!found) throw new Error(`no ${type}`);
  return found;
}

const withoutChunk = (png: Buffer, type: string) => {
  const { at, end } = chunkOf(png, type);
  return spliced(png, at, end);
};

const withWrongSum = (png: Buffer, type: string) => {
  const { end } = chunkOf(png, type);
  return withBytesAt(png, end - 2, 0xab, 0xcd);
};

/** A PNG of this data, in one chunk. */
function withData(png: Buffer, data: Uint8Array): Buffer {
  const { at } = chunkOf(png, 'IDAT');
  return Buffer.concat([png.subarray(0, at), pngChunk('IDAT', data), pngChunk('IEND', '')]);
}

function rows(filter: number, from = 0): Buffer {
  const pixels = picturePixels(3);
  const stride = 64 * 3;
  return Buffer.concat(
    Array.from({ length: 48 - from }, (_, y) =>
      Buffer.concat([Buffer.of(filter), pixels.subarray(y * stride, (y + 1) * stride)]),
    ),
  );
}

function faultsOfData(png: Buffer): Record<string, Uint8Array> {
  const { at, end } = chunkOf(png, 'IDAT');
  const data = png.subarray(at + 8, end - 4);
  const half = data.length >> 1;
  const parts = (...between: Uint8Array[]) =>
    spliced(
      png,
      at,
      end,
      pngChunk('IDAT', data.subarray(0, half)),
      ...between,
      pngChunk('IDAT', data.subarray(half)),
    );
  return {
    'data in two chunks': parts(),
    'an empty chunk of data': parts(pngChunk('IDAT', '')),
    'a comment between two chunks of data': parts(pngChunk('tEXt', 'Comment\0between')),
    'a chunk of no known name between two chunks of data': parts(pngChunk('abCd', 'between')),
    'surplus data': insertBeforeEnd(png, pngChunk('IDAT', 'surplus')),
    'a row too many': withData(
      png,
      deflateSync(Buffer.concat([rows(0), rows(0).subarray(0, 193)])),
    ),
    'a row too few': withData(png, deflateSync(rows(0, 1))),
    'half of its rows': withData(png, deflateSync(rows(0, 24))),
    'a filter of nonsense': withData(png, deflateSync(rows(7))),
    'data that are not compressed': withData(png, deflateSync(rows(0), { level: 0 })),
    'a small window': withData(png, deflateSync(rows(0), { windowBits: 9 })),
    'a window of nonsense': withData(png, withBytesAt(deflateSync(rows(0)), 0, 0x18, 0x19)),
    'a wrong sum of its pixels': withData(png, withBytesAt(data, data.length - 2, 0x12, 0x34)),
    'no sum of its pixels': withData(png, data.subarray(0, -4)),
    'bytes behind the sum of its pixels': withData(png, Buffer.concat([data, Buffer.from('xyz')])),
    'a changed byte of its data': withData(png, withBytesAt(data, half, 0x5a, 0xa5)),
  };
}

function faultsOfChunks(png: Buffer): Record<string, Uint8Array> {
  const { at, end } = chunkOf(png, 'IDAT');
  const gamma = pngChunk('gAMA', Buffer.of(0, 0, 0xb1, 0x8f));
  const text = pngChunk('tEXt', 'Comment\0text');
  const header = png.subarray(8, 33);
  return {
    'PNG, plain': png,
    'a wrong sum of the header': withWrongSum(png, 'IHDR'),
    'a wrong sum of the data': withWrongSum(png, 'IDAT'),
    'a wrong sum of the end': withWrongSum(png, 'IEND'),
    'a wrong sum of a comment': insertAfterHeader(png, withBytesAt(text, text.length - 2, 1, 2)),
    'a wrong sum of a gamma': insertAfterHeader(png, withBytesAt(gamma, gamma.length - 2, 1, 2)),
    'no end chunk': withoutChunk(png, 'IEND'),
    'half an end chunk': png.subarray(0, -6),
    'no sum of the last data': png.subarray(0, end - 4),
    'surplus bytes behind the end': Buffer.concat([png, Buffer.from('surplus')]),
    'twice the file': Buffer.concat([png, png]),
    'two headers': insertAfterHeader(png, header),
    'a comment before the header': spliced(png, 8, 8, text),
    'two gammas': insertAfterHeader(png, gamma, pngChunk('gAMA', Buffer.of(0, 1, 0x86, 0xa0))),
    'a gamma behind the data': insertBeforeEnd(png, pngChunk('gAMA', Buffer.of(0, 1, 0x86, 0xa0))),
    'a gamma of 0': insertAfterHeader(png, pngChunk('gAMA', Buffer.alloc(4))),
    'a gamma of two bytes': insertAfterHeader(png, pngChunk('gAMA', Buffer.alloc(2))),
    'an unknown critical chunk': insertBeforeData(png, pngChunk('ABCD', 'critical')),
    'an unknown chunk': insertBeforeData(png, pngChunk('abCd', 'not critical')),
    'a chunk name of no letters': insertBeforeData(png, pngChunk('1234', 'no letters')),
    'a comment of length 0': insertBeforeData(png, pngChunk('tEXt', '')),
    'a length of data above its own': withBytesAt(png, at, 0, 0, 0xff, 0xff),
    'a length of data below its own': withBytesAt(png, at, 0, 0, 0, 10),
    'a length of 2^31': withBytesAt(png, at, 0x80, 0, 0, 0),
    'a palette beside colours': insertBeforeData(png, pngChunk('PLTE', 'abcdef')),
    'a palette of seven bytes beside colours': insertBeforeData(png, pngChunk('PLTE', 'abcdefg')),
    'a clear colour of one byte': insertBeforeData(png, pngChunk('tRNS', 'a')),
    'a profile that is not compressed': insertBeforeData(png, pngChunk('iCCP', 'name\0\0abc')),
    'a line feed changed in its signature': withBytesAt(png, 5, 0x0a, 0x0a),
    'compression method 1': rehead(png, 10, 1),
    'filter method 1': rehead(png, 11, 1),
    'interlace method 2': rehead(png, 12, 2),
    'a depth of 3': rehead(png, 8, 3),
    'colour type 5': rehead(png, 9, 5),
    'a width of 0': rehead(png, 0, 0, 0, 0, 0),
    'a height above its own': rehead(png, 4, 0, 0, 0, 60),
    'a height below its own': rehead(png, 4, 0, 0, 0, 24),
    'a width below its own': rehead(png, 0, 0, 0, 0, 32),
  };
}

/** The PNG with another header, and its right sum. */
function rehead(png: Buffer, at: number, ...values: readonly number[]): Buffer {
  const header = withBytesAt(png.subarray(16, 29), at, ...values);
  return spliced(png, 8, 33, pngChunk('IHDR', header));
}

function faultsOfPalettes(png: Buffer): Record<string, Uint8Array> {
  const { at, end } = chunkOf(png, 'PLTE');
  const palette = png.subarray(at + 8, end - 4);
  const withPalette = (...chunks: Uint8Array[]) => spliced(png, at, end, ...chunks);
  return {
    'palette, plain': png,
    'no palette': withPalette(),
    'a palette too short': withPalette(pngChunk('PLTE', palette.subarray(0, 9))),
    'a palette of ten bytes': withPalette(pngChunk('PLTE', palette.subarray(0, 10))),
    'an empty palette': withPalette(pngChunk('PLTE', '')),
    'two palettes': withPalette(
      pngChunk('PLTE', palette),
      pngChunk('PLTE', palette.subarray(0, 6)),
    ),
    'a palette above 256 colours': withPalette(pngChunk('PLTE', Buffer.alloc(300 * 3, 40))),
    'more alphas than colours': withPalette(
      pngChunk('PLTE', palette),
      pngChunk('tRNS', Buffer.alloc(palette.length / 3 + 4, 128)),
    ),
    'alphas before the palette': withPalette(
      pngChunk('tRNS', Buffer.alloc(2, 128)),
      pngChunk('PLTE', palette),
    ),
    'no alphas in their chunk': withPalette(pngChunk('PLTE', palette), pngChunk('tRNS', '')),
  };
}

/** PNGs with faults, and in rare forms. */
export async function makePngFaults(): Promise<FaultyFile[]> {
  const plain = await drawPicture(3).png().toBuffer();
  const interlaced = await drawPicture(4).png({ progressive: true }).toBuffer();
  const palette = await drawPicture(3).png({ palette: true, colours: 16 }).toBuffer();
  const files = {
    ...faultsOfChunks(plain),
    ...faultsOfData(plain),
    ...faultsOfPalettes(palette),
    'interlaced PNG, plain': interlaced,
    'interlaced PNG, no end chunk': withoutChunk(interlaced, 'IEND'),
    'interlaced PNG, a wrong sum of the data': withWrongSum(interlaced, 'IDAT'),
  };
  return [
    ...faultyFiles(TYPE, files),
    ...cutFiles('PNG', TYPE, plain),
    ...cutFiles('interlaced PNG', TYPE, interlaced),
  ];
}
