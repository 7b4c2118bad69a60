import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodeGif } from '../../../../../core/codecs/gif/decode-gif.ts';
import { isMisreadGif } from '../../../../../core/codecs/gif/read-gif-header.ts';
import { ImageFileFault } from '../../../../../core/codecs/image-file.ts';
import { readHeader } from '../../../../../core/codecs/read-header.ts';
import { rebuildImage } from '../../../../../core/codecs/rebuild-image.ts';
import { codedGif } from '../../../../support/images/gif/code-gif.ts';
import { SHOWN_GIFS } from '../../../../support/images/gif/shown-gifs.ts';

const SAMPLES = Object.entries(SHOWN_GIFS).map(([name, [bytes, frames]]) => ({
  name,
  bytes,
  frames,
}));

function marksOf(bytes: Uint8Array): string {
  const { data, width, height, frames } = decodeGif(bytes, true);
  const markAt = (at: number) => (data[at * 4 + 3] === 0 ? '-' : '#');
  const marks = Array.from({ length: frames }, (_, frame) =>
    [0, 2 * width + 3].map((at) => markAt(frame * width * height + at)).join(''),
  );
  return marks.join(' ');
}

/** Pixels whose colour counts: clear ones have none. */
function shownPixels(data: Uint8Array): Uint8Array {
  return data.map((value, at) => (data[at | 3] === 0 ? 0 : value));
}

async function isReadWellBySharp(bytes: Uint8Array): Promise<boolean> {
  const read = await sharp(bytes, { animated: true }).ensureAlpha().raw().toBuffer();
  return Buffer.from(shownPixels(read)).equals(shownPixels(decodeGif(bytes, true).data));
}

describe('a GIF with clear pixels (images.stored-fields)', () => {
  it.each(SAMPLES)('$name is decoded as browsers show it', ({ bytes, frames }) => {
    expect(marksOf(bytes)).toBe(frames);
    expect(marksOf(rebuildImage(bytes).bytes)).toBe(frames);
    expect(decodeGif(bytes, false).frames).toBe(1);
  });

  it.each(SAMPLES)('$name has alpha as browsers show it', ({ bytes, frames }) => {
    expect(readHeader(bytes).hasAlpha).toBe(frames.includes('-'));
  });

  it.each(SAMPLES)('$name is decoded here only if its decoder fails', async ({ bytes }) => {
    expect(isMisreadGif(bytes)).toBe(!(await isReadWellBySharp(bytes)));
  });

  it.each(SAMPLES)('$name is stored as it is', ({ bytes }) => {
    const { bytes: stored } = rebuildImage(bytes);
    expect(stored.length).toBe(bytes.length);
    expect(marksOf(stored)).toBe(marksOf(bytes));
  });
});

describe('a colour beyond its table (uploads.cleaning)', () => {
  const FULL = { x: 0, y: 0, width: 8, height: 6 };
  const beyond = { ...FULL, colours: 8 };
  const BLACK = [0, 0, 0, 255];

  it.each([
    ['beside a clear colour', { tableBits: 2, frames: [{ ...beyond, clearIndex: 1 }] }],
    ['behind a larger table', { tableBits: 2, frames: [{ ...FULL, tableBits: 3 }, beyond] }],
    [
      'in a table of the frame',
      {
        frames: [
          { ...FULL, tableBits: 3 },
          { ...beyond, tableBits: 2 },
        ],
      },
    ],
    ['without a table', { tableBits: 0, frames: [beyond] }],
  ])('is black in every decoder, as browsers show it: %s', async (_, drawing) => {
    const sent = codedGif({ width: 8, height: 6, ...drawing });
    const { bytes } = rebuildImage(sent);
    expect(decodeGif(bytes, true).data).toEqual(decodeGif(sent, true).data);
    expect(await isReadWellBySharp(bytes)).toBe(true);
    const { data } = decodeGif(bytes, true);
    const last = Array.from(data.subarray(-48 * 4));
    const pixels = Array.from({ length: 48 }, (_, at) => last.slice(at * 4, at * 4 + 4));
    expect(pixels).toContainEqual(BLACK);
    expect(rebuildImage(bytes).bytes).toEqual(bytes);
  });

  it('leaves the bytes where each decoder shows black already', () => {
    const sent = codedGif({ width: 8, height: 6, frames: [beyond] });
    expect(rebuildImage(sent).bytes.length).toBe(sent.length);
  });
});

describe('a frame far larger than its canvas', () => {
  it('is refused before memory is taken for it (security.linear-work)', () => {
    const frame = { x: 2, y: 1, width: 3, height: 4 };
    const bytes = codedGif({ width: 8, height: 6, frames: [frame, frame] });
    const second = bytes.lastIndexOf(Buffer.from([0x2c, 2, 0, 1, 0]));
    bytes.fill(0xff, second + 5, second + 9);
    expect(readHeader(bytes)).toMatchObject({ width: 8, height: 6, frames: 2 });
    expect(isMisreadGif(bytes)).toBe(true);
    const reason = 'The GIF has more pixels than its displayed size.';
    expect(() => decodeGif(bytes, true)).toThrow(new ImageFileFault(reason));
  });
});
