import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readAvifHeader } from '../../../../core/codecs/avif/read-avif-header.ts';
import { ImageFileFault } from '../../../../core/codecs/image-file.ts';
import { pixelPipeline } from '../../../support/images/raw-pixels.ts';

const still = await pixelPipeline(3, 60, 40).avif({ effort: 0 }).toBuffer();
const sheer = await pixelPipeline(4, 61, 43).avif({ effort: 0 }).toBuffer();

/** The file with a box's bytes changed, found by its name. */
function changed(name: string, change: (box: Buffer) => void, from = still): Buffer {
  const copy = Buffer.from(from);
  const at = copy.indexOf(name) - 4;
  change(copy.subarray(at, at + copy.readUInt32BE(at)));
  return copy;
}

function box(type: string, ...content: Uint8Array[]): Buffer {
  const data = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + data.length);
  head.write(type, 4);
  return Buffer.concat([head, data]);
}
const words = (...numbers: number[]) => {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((entry, at) => {
    bytes.writeUInt32BE(entry, 4 * at);
  });
  return bytes;
};
/** A track of so many frames of a size. */
function movie(width: number, height: number, frames: number): Buffer {
  const samples = box('stbl', box('stsz', words(0, 0, frames)));
  const track = [
    box('tkhd', words(0, width * 65_536, height * 65_536)),
    box('mdia', box('minf', samples)),
  ];
  return box('moov', box('trak', ...track));
}

/** The still with further properties of its image, in place of those behind them. */
function withProperties(...boxes: Buffer[]): Buffer {
  const grown = (from: Buffer, name: string, added: number) => {
    const at = from.indexOf(name) - 4;
    from.writeUInt32BE(from.readUInt32BE(at) + added, at);
  };
  const extra = Buffer.concat(boxes);
  const container = still.indexOf('ipco') - 4;
  const count = countProperties(
    still.subarray(container + 8, container + still.readUInt32BE(container)),
  );
  const end = container + still.readUInt32BE(container);
  const associations = still.indexOf('ipma') + 4 + 8; // behind version, flags and entry count
  const places = boxes.map((_, at) => count + at + 1);
  const known = still[associations + 2] ?? 0;
  const all = Buffer.concat([
    still.subarray(0, end),
    extra,
    still.subarray(end, associations + 2),
    Buffer.of(known + places.length, ...places),
    still.subarray(associations + 3),
  ]);
  grown(all, 'ipma', places.length);
  grown(all, 'ipco', extra.length);
  const shift = extra.length + places.length;
  for (const name of ['iprp', 'meta']) grown(all, name, shift);
  const start = still.indexOf('mdat') + 4;
  all.writeUInt32BE(start + shift, all.indexOf(words(start), all.indexOf('iloc')));
  return all;
}

function countProperties(content: Buffer): number {
  let count = 0;
  for (let at = 0; at < content.length; at += content.readUInt32BE(at)) count += 1;
  return count;
}

describe('the header of an AVIF (security.bounds-from-header, security.avif-input)', () => {
  it.each([
    ['of colours', still, 60, 40],
    ['with alpha', sheer, 61, 43],
  ])('%s tells its size before anything is decoded', async (_, bytes, width, height) => {
    expect(readAvifHeader(bytes)).toMatchObject({ width, height, frames: 1 });
    expect(await sharp(bytes).metadata()).toMatchObject({ width, height });
  });

  it('reads the larger of two sizes that it states, whichever a decoder may believe', () => {
    const property = changed('ispe', (ispe) => ispe.writeUInt32BE(40_000, 12));
    expect(readAvifHeader(property).width).toBe(40_000);
    // coded items stay the same
    const smaller = changed('ispe', (ispe) => ispe.writeUInt32BE(1, 12));
    expect(readAvifHeader(smaller)).toMatchObject({ width: 60, height: 40 });
  });

  it.each([
    [0, undefined, 1],
    [1, undefined, 8],
    [2, undefined, 3],
    [3, undefined, 6],
    [0, 0, 4],
    [0, 1, 2],
    [1, 0, 5],
    [1, 1, 7],
    [3, 0, 7],
    [3, 1, 5],
  ])('counts %i turns to the left and the mirror %s as orientation %i', (turns, mirror, due) => {
    const wanted = [
      box('irot', Uint8Array.of(turns)),
      ...(mirror === undefined ? [] : [box('imir', Uint8Array.of(mirror))]),
    ];
    expect(readAvifHeader(withProperties(...wanted)).orientation).toBe(due);
  });

  it('reads a crop from the first row and column, and no other one', () => {
    const from = (x: number, y: number) =>
      withProperties(box('clap', words(30, 1, 20, 1, x >>> 0, 1, y >>> 0, 1)));
    expect(readAvifHeader(from(-15, -10)).crop).toEqual({ width: 30, height: 20 });
    expect(readAvifHeader(from(-14, -10)).crop).toBeUndefined();
    expect(readAvifHeader(from(0, 0)).crop).toBeUndefined();
  });

  it('reads the size and the frames of a sequence', () => {
    const header = readAvifHeader(Buffer.concat([still, movie(9_000, 20, 501)]));
    expect(header).toMatchObject({ width: 9_000, height: 40, frames: 501 });
  });

  it.each([
    ['without its table of places', changed('iloc', (entry) => entry.write('free', 4))],
    ['without items', changed('iinf', (entry) => entry.write('free', 4))],
    ['without a meta box', changed('meta', (entry) => entry.write('free', 4))],
    ['with items of another codec', changed('infe', (entry) => entry.write('hvc1', 16))],
    ['with data elsewhere', changed('iloc', (entry) => entry.writeUInt32BE(0xffffff00, 24))],
    ['whose box leaves the file', changed('meta', (entry) => entry.writeUInt32BE(0x7fffffff, 0))],
    ['whose box is smaller than its head', changed('meta', (entry) => entry.writeUInt32BE(4, 0))],
    ['without coded pixels', changed('mdat', (entry) => entry.fill(0x12, 8))],
    ['with a track that says nothing', Buffer.concat([still, box('moov', box('trak'))])],
  ])('%s is a fault', (_, bytes) => {
    expect(() => readAvifHeader(bytes)).toThrow(ImageFileFault);
  });

  it('is a fault, and nothing else, at whatever length it is cut', () => {
    for (let length = 12; length < still.length; length += 1) {
      expect(() => readAvifHeader(still.subarray(0, length)), `at ${length}`).toThrow(
        ImageFileFault,
      );
    }
  });
});
