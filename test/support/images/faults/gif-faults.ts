import { codedGif, type GifDrawing } from '../gif/code-gif.ts';
import { compressLzw, inSubBlocks, noisyPixels } from '../lzw.ts';
import { gifApplication, gifComment, gifControl, gifPlainText } from '../make-gif.ts';
import { cutFiles, type FaultyFile, faultyFiles, spliced, withBytesAt } from './faulty-file.ts';

const TYPE = 'image/gif';
const FULL = { x: 0, y: 0, width: 16, height: 12 };
const PART = { x: 3, y: 2, width: 7, height: 6 };
const GARBAGE = Buffer.from('garbage 0123456789');

const gifWith = (frames: GifDrawing['frames'], more: Partial<GifDrawing> = {}) =>
  codedGif({ width: 16, height: 12, frames, ...more });

/** The first frame's descriptor. */
const frameAt = (gif: Buffer) => gif.indexOf(0x2c, 13 + 12);

/** A GIF whose only frame has this data behind its code size. */
function withData(codeSize: number, data: Uint8Array, hasTable = true): Buffer {
  const gif = gifWith([{ ...FULL, hasNoControl: true }], hasTable ? {} : { tableBits: 0 });
  const at = frameAt(gif);
  const start = hasTable ? at : 13;
  return Buffer.concat([
    gif.subarray(0, start),
    gif.subarray(at, at + 10),
    Buffer.of(codeSize),
    data,
    Buffer.of(0x3b),
  ]);
}

const PIXELS = noisyPixels(16 * 12, 4);
const coded = (pixels: Uint8Array, options = {}) =>
  compressLzw(
    pixels,
    { codeSize: 2, isClearedWhenFull: true, ...options },
    { sizes: new Set(), clears: 0, codesWithFullTable: 0 },
  );

/** Codes of three bits each. */
function packed(codes: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((codes.length * 3) / 8));
  codes.forEach((code, at) => {
    const word = code << ((at * 3) & 7);
    const place = (at * 3) >> 3;
    bytes[place] = (bytes[place] ?? 0) | (word & 255);
    if (word > 255) bytes[place + 1] = word >> 8;
  });
  return bytes;
}

function faultsOfData(): Record<string, Uint8Array> {
  const whole = coded(PIXELS);
  const blocks = (data: Uint8Array, size = 255) => inSubBlocks(data, size);
  return {
    'no end code': withData(2, blocks(coded(PIXELS, { hasEndCode: false }))),
    'an early end code': withData(2, blocks(coded(PIXELS.subarray(0, 100)))),
    'an end code after one pixel': withData(2, blocks(packed([4, 1, 5]))),
    'an end code at once': withData(2, blocks(packed([4, 5]))),
    'pixels too few without an end': withData(
      2,
      blocks(coded(PIXELS.subarray(0, 100), { hasEndCode: false })),
    ),
    'pixels too many': withData(2, blocks(coded(noisyPixels(16 * 14, 4)))),
    'no clear code at the beginning': withData(
      2,
      blocks(packed([1, 2, ...Array.from({ length: 96 }, () => [4, 1, 2]).flat(), 5])),
    ),
    'a code beyond the table': withData(2, blocks(packed([4, 1, 7, 7, 5]))),
    'a code beyond the table in the middle': withData(
      2,
      blocks(withBytesAt(whole, 30, 0xff, 0xff)),
    ),
    'clear codes in a row': withData(
      2,
      blocks(packed([4, 4, 4, ...Array.from({ length: 96 }, () => [4, 1, 2]).flat(), 5])),
    ),
    'garbage behind the end code': withData(2, blocks(Buffer.concat([whole, GARBAGE]))),
    'blocks of one byte': withData(2, blocks(whole, 1)),
    'no data': withData(2, Buffer.of(0)),
    'no end of the blocks': withData(2, blocks(whole).subarray(0, -1)),
    'garbage behind its blocks': withData(2, Buffer.concat([blocks(whole), GARBAGE])),
    'a zero behind its blocks': withData(2, Buffer.concat([blocks(whole), Buffer.of(0)])),
    'a code size of 0': withData(0, blocks(whole)),
    'a code size of 1': withData(1, blocks(whole)),
    'a code size of 9': withData(9, blocks(whole)),
    'a code size of 12': withData(12, blocks(whole)),
    'no table of colours': withData(2, blocks(whole), false),
  };
}

function faultsOfBlocks(): Record<string, Uint8Array> {
  const plain = gifWith([FULL, PART], { loop: 0 });
  const at = frameAt(gifWith([{ ...FULL, hasNoControl: true }]));
  const still = gifWith([{ ...FULL, hasNoControl: true }]);
  const before = (...blocks: (Uint8Array | number[])[]) =>
    spliced(still, at, at, ...blocks.map((block) => Buffer.from(block)));
  return {
    'GIF, plain': plain,
    'no trailer': plain.subarray(0, -1),
    'a trailer of another byte': withBytesAt(plain, plain.length - 1, 0x00),
    'garbage in place of the trailer': Buffer.concat([plain.subarray(0, -1), GARBAGE]),
    'surplus bytes behind the trailer': Buffer.concat([plain, GARBAGE]),
    'twice the file': Buffer.concat([plain, plain]),
    'a screen of no width': withBytesAt(plain, 6, 0, 0),
    'a screen of no size': withBytesAt(plain, 6, 0, 0, 0, 0),
    'a screen of no size for a still': withBytesAt(still, 6, 0, 0, 0, 0),
    'a screen smaller than its frame': withBytesAt(still, 6, 8, 0, 6, 0),
    'a screen larger than its frame': withBytesAt(still, 6, 40, 0, 30, 0),
    'version 87a': withBytesAt(plain, 4, 0x37),
    'version 90a': withBytesAt(plain, 3, 0x39, 0x30),
    'a background beyond its table': withBytesAt(plain, 11, 200),
    'an aspect ratio': withBytesAt(plain, 12, 100),
    'a frame of no width': gifWith([FULL, { ...PART, width: 0 }]),
    'a first frame of no size': gifWith([{ ...PART, width: 0, height: 0 }, FULL]),
    'a frame outside of the screen': gifWith([FULL, { ...PART, x: 40, y: 30 }]),
    'a frame that exceeds the screen': gifWith([FULL, { ...PART, x: 12, y: 8 }]),
    'a first frame that exceeds the screen': gifWith([{ ...FULL, x: 4, y: 4 }, PART]),
    'frames without tables': gifWith([FULL, PART], { tableBits: 0 }),
    'a comment': before(gifComment('text')),
    'a text': before(gifPlainText('text')),
    'an unknown extension': before([0x21, 0xab, 3, 1, 2, 3, 0]),
    'an unknown block': before([0x99]),
    'a zero between blocks': before([0]),
    'garbage between blocks': before(GARBAGE),
    'two controls': before(gifControl(1), gifControl(0)),
    'a control of three bytes': before([0x21, 0xf9, 3, 0, 5, 0, 0]),
    'a control of five bytes': before([0x21, 0xf9, 5, 0, 5, 0, 0, 0, 0]),
    'a control without its end': before([0x21, 0xf9, 4, 0, 5, 0, 0]),
    'a control behind its frame': spliced(
      still,
      still.length - 1,
      still.length - 1,
      Buffer.from(gifControl(1)),
    ),
    'disposal 7': before(gifControl(7 << 2)),
    'an application of no known name': before(gifApplication('UNKNOWN1.0 ', [1, 2, 3])),
    'a loop of two bytes': before(gifApplication('NETSCAPE2.0', [1, 5])),
    'two loops': before(
      gifApplication('NETSCAPE2.0', [1, 5, 0]),
      gifApplication('NETSCAPE2.0', [1, 9, 0]),
    ),
    'a clear colour beyond its table': gifWith([{ ...FULL, clearIndex: 200 }]),
    'an unfinished second frame': plain.subarray(0, plain.length - 12),
  };
}

/** GIFs with faults, and in rare forms. */
export function makeGifFaults(): FaultyFile[] {
  const still = gifWith([{ ...FULL, hasNoControl: true }]);
  const animated = gifWith([FULL, PART, FULL, PART], { loop: 0 });
  return [
    ...faultyFiles(TYPE, { ...faultsOfData(), ...faultsOfBlocks() }),
    ...cutFiles('GIF', TYPE, still),
    ...cutFiles('animated GIF', TYPE, animated),
  ];
}
