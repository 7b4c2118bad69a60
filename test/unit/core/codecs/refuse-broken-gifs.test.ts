import { describe, expect, it } from 'vitest';
import { ImageFileFault } from '../../../../core/codecs/image-file.ts';
import { readHeader } from '../../../../core/codecs/read-header.ts';
import { rebuildImage } from '../../../../core/codecs/rebuild-image.ts';
import {
  gifApplication,
  gifComment,
  gifControl,
  gifFrame,
  gifOf,
} from '../../../support/images/make-gif.ts';
import { decodePixels } from '../../../support/images/raw-pixels.ts';

const FRAME = gifFrame(0, 0, 10, 8);
const LOOP = gifApplication('NETSCAPE2.0', [1, 3, 0]);

function expectRefused(bytes: Uint8Array, reason: string): void {
  expect(() => rebuildImage(bytes)).toThrow(new ImageFileFault(reason));
  expect(() => readHeader(bytes)).toThrow(new ImageFileFault(reason));
}

function rebuilt(...blocks: (Uint8Array | number[])[]): Buffer {
  return Buffer.from(rebuildImage(gifOf(10, 8, ...blocks)).bytes);
}

describe('a GIF is refused', () => {
  it('without a frame', () => {
    expectRefused(gifOf(10, 8), 'The GIF has no frames.');
    expectRefused(gifOf(10, 8, gifControl(1), gifComment('x')), 'The GIF has no frames.');
  });

  it('that is cut before its last pixel', () => {
    for (const cut of [5, 9, 20]) {
      expectRefused(gifOf(10, 8, FRAME).subarray(0, -cut), 'The file ends too early.');
    }
  });

  it.each([
    [0, 8],
    [10, 0],
  ])('with a frame of %i x %i', (width, height) => {
    expectRefused(gifOf(10, 8, gifFrame(0, 0, width, height)), 'A GIF frame has no pixels.');
  });

  it('with a control block of another length', () => {
    const control = [0x21, 0xf9, 5, 0, 0, 0, 0, 0, 0];
    expectRefused(gifOf(10, 8, control, FRAME), 'A GIF control is broken.');
  });

  it('with codes longer than LZW has', () => {
    const frame = Buffer.from(FRAME);
    frame[10] = 12;
    expectRefused(gifOf(10, 8, frame), 'A GIF frame is broken.');
  });

  // Chromium 156 shows nothing of such a frame, and ends an animation before it
  it.each([9, 10, 11])('with a frame of %i bits, which browsers do not show', (codeSize) => {
    const frame = Buffer.from(FRAME);
    frame[10] = codeSize;
    for (const gif of [gifOf(10, 8, frame), gifOf(10, 8, FRAME, frame)]) {
      const fault = new ImageFileFault('A GIF frame has colours of more than 8 bits.');
      expect(() => rebuildImage(gif)).toThrow(fault);
      // one that is stored already stays readable
      expect(readHeader(gif).width).toBe(10);
    }
  });
});

describe('a GIF is rebuilt', () => {
  it.each([
    ['one', [0]],
    ['some', [7, 7]],
    ['many', new Array(1_000).fill(0xff)],
  ])('without stray bytes between its blocks: %s', async (_, stray) => {
    const blocks = [gifControl(1), FRAME, gifControl(1), FRAME];
    const expected = gifOf(10, 8, ...blocks);
    const strayed = blocks.flatMap((block) => [stray, block]);
    expect(rebuilt(...strayed, stray).equals(expected)).toBe(true);
    expect(await decodePixels(rebuilt(...strayed))).toEqual(await decodePixels(expected));
  });

  it('with the last loop count, at its front and under one name', () => {
    const expected = gifOf(10, 8, LOOP, FRAME, FRAME);
    const other = gifApplication('NETSCAPE2.0', [1, 9, 0]);
    const renamed = gifApplication('ANIMEXTS1.0', [1, 3, 0]);
    expect(rebuilt(LOOP, FRAME, FRAME).equals(expected)).toBe(true);
    expect(rebuilt(other, LOOP, FRAME, FRAME).equals(expected)).toBe(true);
    expect(rebuilt(FRAME, renamed, FRAME).equals(expected)).toBe(true);
  });

  it('without a loop extension that holds no loop count', () => {
    const buffering = gifApplication('NETSCAPE2.0', [2, 0, 0, 0, 0]);
    expect(rebuilt(buffering, FRAME).equals(gifOf(10, 8, FRAME))).toBe(true);
  });

  it('with the last control before a frame, and none behind the last frame', () => {
    const last = [gifControl(1, 7), FRAME];
    const expected = gifOf(10, 8, ...last);
    expect(rebuilt(gifControl(0, 5), ...last, gifControl(1)).equals(expected)).toBe(true);
  });

  it('without the reserved bits of a control', () => {
    expect(rebuilt(gifControl(0xe4), FRAME).equals(gifOf(10, 8, gifControl(0x04), FRAME))).toBe(
      true,
    );
  });

  it('without the bits of its screen and frames that no pixel needs (security.only-needed-bytes)', () => {
    const plain = gifOf(10, 8, FRAME, FRAME);
    const kept = Buffer.from(rebuildImage(plain).bytes);
    const frames = [0, 1].map((at) => plain.length - 1 - (2 - at) * FRAME.length + 9);
    // the order of the colours, reserved bits, and the aspect ratio of a pixel
    const hiding = [[10, 0x08], [12, 0xff], ...frames.map((at) => [at, 0x38])];
    for (const [at = 0, bits = 0] of hiding)
      for (let bit = 1; bit < 256; bit *= 2) {
        if ((bits & bit) === 0) continue;
        const hidden = Buffer.from(plain);
        hidden.writeUInt8(hidden.readUInt8(at) | bit, at);
        expect([at, bit, Buffer.from(rebuildImage(hidden).bytes).equals(kept)]).toEqual([
          at,
          bit,
          true,
        ]);
      }
  });

  it('as GIF87a where it was one', async () => {
    const old = Buffer.concat([Buffer.from('GIF87a'), gifOf(10, 8, FRAME).subarray(6)]);
    expect(Buffer.from(rebuildImage(old).bytes).equals(old)).toBe(true);
    expect((await decodePixels(old)).width).toBe(10);
  });

  it('without a global colour table where it had none', () => {
    const table = [0, 0, 0, 255, 255, 255, 0, 0, 0, 0, 0, 0];
    const own = Buffer.concat([
      FRAME.subarray(0, 9),
      Buffer.from([0x81, ...table]),
      FRAME.subarray(10),
    ]);
    const screen = Buffer.from('GIF89a\x0a\0\x08\0\0\0\0', 'latin1');
    const bare = Buffer.concat([screen, own, Buffer.from([0x3b])]);
    expect(Buffer.from(rebuildImage(bare).bytes).equals(bare)).toBe(true);
  });
});
