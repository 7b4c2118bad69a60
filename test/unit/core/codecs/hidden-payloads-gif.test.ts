import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { rebuildImage } from '../../../../core/codecs/rebuild-image.ts';
import { CANARY } from '../../../support/images/canaries.ts';
import {
  compressLzw,
  inSubBlocks,
  type LzwOptions,
  type LzwReach,
  noisyPixels,
} from '../../../support/images/lzw.ts';

const SECRET = Buffer.from(`${CANARY.unknown} ${CANARY.gps}`.repeat(9));

interface GifOptions extends LzwOptions {
  readonly width: number;
  readonly height: number;
  /** Behind the end of the frame's codes. */
  readonly hidden?: Uint8Array;
  readonly subBlock?: number;
  readonly isInterlaced?: boolean;
  /** The frame has the table, not the screen. */
  readonly hasLocalTable?: boolean;
}

const newReach = (): LzwReach => ({ sizes: new Set(), clears: 0, codesWithFullTable: 0 });

function gifOfCodes(options: GifOptions, reach = newReach()): Buffer {
  const { width, height, codeSize, hidden = Buffer.alloc(0), subBlock = 255 } = options;
  const colours = 1 << codeSize;
  const table = Buffer.from(Array.from({ length: 3 * colours }, (_, at) => (at * 29) & 255));
  const bits = codeSize - 1;
  const screen = Buffer.from('GIF89a\0\0\0\0\0\0\0', 'latin1');
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  screen[10] = options.hasLocalTable ? 0 : 0x80 | bits;
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, ...screen.subarray(6, 10), 0]);
  frame[9] = (options.hasLocalTable ? 0x80 | bits : 0) | (options.isInterlaced ? 0x40 : 0);
  const codes = compressLzw(noisyPixels(width * height, colours), options, reach);
  const data = inSubBlocks(Buffer.concat([codes, hidden]), subBlock);
  const head = options.hasLocalTable ? [screen, frame, table] : [screen, table, frame];
  return Buffer.concat([...head, Uint8Array.of(codeSize), data, Uint8Array.of(0x3b)]);
}

const decode = (gif: Uint8Array) => sharp(gif, { failOn: 'warning' }).raw().toBuffer();

/** The rebuilt file with a payload is that without it, to the byte; its pixels are as before. */
async function expectDropped(options: GifOptions, reach = newReach()): Promise<void> {
  // data that is cut is written in the longest sub-blocks
  const plain = gifOfCodes({ ...options, subBlock: 255 }, reach);
  const telling = gifOfCodes({ ...options, hidden: SECRET });
  const { bytes } = rebuildImage(telling);
  expect(Buffer.from(bytes).equals(Buffer.from(rebuildImage(plain).bytes))).toBe(true);
  expect((await decode(bytes)).equals(await decode(plain))).toBe(true);
}

/** A full table needs about 3,800 codes, of a few pixels each. */
const PIXELS = { width: 150, height: 200 };

describe('a payload behind the codes of a GIF (security.only-needed-bytes)', () => {
  it.each([2, 3, 4, 5, 6, 7, 8])(
    'is dropped at each size of code from colours of %i bits, table full or cleared',
    async (codeSize) => {
      const reach = newReach();
      for (const isClearedWhenFull of [true, false])
        await expectDropped({ ...PIXELS, codeSize, isClearedWhenFull }, reach);
      const sizes = Array.from({ length: 12 - codeSize }, (_, at) => codeSize + 1 + at);
      expect([...reach.sizes].sort((one, other) => one - other)).toEqual(sizes);
      expect(reach.codesWithFullTable).toBeGreaterThan(100);
      expect(reach.clears).toBeGreaterThan(2);
    },
  );

  it('is dropped wherever the codes end: before, at and behind each change of their size', async () => {
    const ends = [3, 4, 5, 6, 7, 12, 13, 27, 28, 29, 30, 59, 60, 61, 62, 253, 254, 255, 256, 509];
    const further = [510, 511, 512, 1021, 1022, 1023, 1024, 2045, 2046, 2047, 2048, 4090, 4097];
    for (const width of [...ends, ...further])
      await expectDropped({ width, height: 1, codeSize: 8, isClearedWhenFull: true });
  });

  it.each([1, 2, 3, 10, 33])('is dropped with a clear code after each %i codes', async (every) => {
    const clearing = { codeSize: 4, isClearedWhenFull: true, clearEvery: every };
    await expectDropped({ width: 40, height: 30, ...clearing });
  });

  it.each([1, 2, 7, 100, 127, 128, 254, 255])(
    'is dropped from sub-blocks of %i bytes',
    async (subBlock) => {
      const options = { width: 60, height: 50, codeSize: 8, isClearedWhenFull: true, subBlock };
      await expectDropped(options);
    },
  );

  it.each([
    ['interlaced', { isInterlaced: true }],
    ['with a table of the frame', { hasLocalTable: true }],
    ['with both', { isInterlaced: true, hasLocalTable: true }],
  ])('is dropped from a frame that is %s', async (_, how) => {
    await expectDropped({ ...PIXELS, codeSize: 8, isClearedWhenFull: false, ...how });
  });

  it('is dropped where no end code stands, but for the code that follows the last pixel', () => {
    for (const codeSize of [2, 5, 8]) {
      const options = { ...PIXELS, codeSize, isClearedWhenFull: false, hasEndCode: false };
      const plain = gifOfCodes(options);
      const { bytes } = rebuildImage(gifOfCodes({ ...options, hidden: SECRET }));
      expect(bytes.length - plain.length).toBeLessThanOrEqual(2);
    }
  });
});
