import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ImageFileFault } from '../../../../core/codecs/image-file.ts';
import { readHeader } from '../../../../core/codecs/read-header.ts';
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

describe('the header of an AVIF (security.bounds-from-header, security.avif-input)', () => {
  it.each([
    ['of colours', still, 60, 40],
    ['with alpha', sheer, 61, 43],
  ])('%s tells its size before anything is decoded', async (_, bytes, width, height) => {
    expect(readHeader(bytes)).toMatchObject({ format: 'avif', width, height, frames: 1 });
    expect(await sharp(bytes).metadata()).toMatchObject({ width, height });
  });

  it('reads the larger of two sizes that it states, whichever a decoder may believe', () => {
    const property = changed('ispe', (ispe) => ispe.writeUInt32BE(40_000, 12));
    expect(readHeader(property).width).toBe(40_000);
    // coded items stay the same
    const smaller = changed('ispe', (ispe) => ispe.writeUInt32BE(1, 12));
    expect(readHeader(smaller)).toMatchObject({ width: 60, height: 40 });
  });

  it('reads the size and the frames of a sequence', () => {
    const header = readHeader(Buffer.concat([still, movie(9_000, 20, 501)]));
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
    expect(() => readHeader(bytes)).toThrow(ImageFileFault);
  });

  it('is a fault, and nothing else, at whatever length it is cut', () => {
    for (let length = 12; length < still.length; length += 1) {
      expect(() => readHeader(still.subarray(0, length)), `at ${length}`).toThrow(ImageFileFault);
    }
  });
});
