import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import { readHeader } from '../../../../../core/codecs/read-header.ts';
import type { Format } from '../../../../../core/transform/formats.ts';
import type { Parameters } from '../../../../../core/transform/parameters.ts';
import { codedGif } from '../../../../support/images/gif/code-gif.ts';
import { SHOWN_GIFS } from '../../../../support/images/gif/shown-gifs.ts';
import { ask } from '../support/ask.ts';
import { type Seen, see } from '../support/rendition.ts';

const engine = await createSharpEngine();
const SAMPLES = Object.entries(SHOWN_GIFS).map(([name, [bytes, frames]]) => ({
  name,
  bytes,
  frames,
}));

async function render(bytes: Buffer, format: Format, parameters: Parameters = {}): Promise<Seen> {
  return see(await engine.render(bytes, ask(readHeader(bytes), format, parameters)));
}

function marksOf(seen: Seen): string {
  const markAt = (x: number, y: number, frame: number) =>
    seen.at(x, y, frame)[3] < 128 ? '-' : '#';
  const marks = Array.from(
    { length: seen.frames },
    (_, frame) => markAt(0, 0, frame) + markAt(3, 2, frame),
  );
  return marks.join(' ');
}

describe('a GIF whose uncovered or disposed pixels are clear in browsers', () => {
  it.each(SAMPLES)('$name stays so, animated (transformations.animation)', async (sample) => {
    for (const format of ['webp', 'gif'] as const) {
      for (const parameters of [{}, { blur: 0.3 }] as const) {
        const seen = await render(sample.bytes, format, parameters);
        expect(marksOf(seen)).toBe(sample.frames);
      }
    }
  });

  it.each(SAMPLES)('$name stays so in each still (images.stored-fields)', async (sample) => {
    const [first = ''] = sample.frames.split(' ');
    for (const format of ['png', 'webp', 'gif', 'avif'] as const) {
      expect(marksOf(await render(sample.bytes, format, { frame: 0 }))).toBe(first);
    }
    const seen = await render(sample.bytes, 'jpg', { background: 'ffffff' });
    if (first.startsWith('-')) expect(seen.nameAt(0, 0)).toBe('white');
  });

  it('has its main colour of painted pixels alone (images.placeholder)', async () => {
    const frame = { x: 1, y: 1, width: 2, height: 2, solid: 1 };
    const bytes = codedGif({ width: 8, height: 6, frames: [frame] });
    const { mainColor } = await engine.placeholder(bytes);
    const painted = await sharp(bytes).raw().toBuffer();
    const at = (1 + bytes.readUInt16LE(6)) * 3;
    const main = Buffer.from((mainColor ?? '').slice(1), 'hex');
    for (const [channel, value] of main.entries()) {
      expect(Math.abs(value - (painted[at + channel] ?? 0))).toBeLessThanOrEqual(2);
    }
    await engine.decodeFully(bytes);
  });

  it('is trimmed to its painted pixels (transformations.trim)', async () => {
    const frame = { x: 1, y: 1, width: 3, height: 2, solid: 1 };
    const bytes = codedGif({ width: 8, height: 6, frames: [frame, frame] });
    const seen = await render(bytes, 'png', { trim: 10 });
    expect([seen.width, seen.height]).toEqual([3, 2]);
  });

  it('is no image if a frame ends early (uploads.full-decode)', async () => {
    const frame = { x: 1, y: 1, width: 3, height: 2 };
    const whole = codedGif({ width: 8, height: 6, frames: [frame] });
    const cut = Buffer.concat([whole.subarray(0, -5), Uint8Array.of(0, 0x3b)]);
    await expect(engine.decodeFully(cut)).rejects.toThrow('the image cannot be decoded');
    await expect(engine.placeholder(cut)).rejects.toThrow('the image cannot be decoded');
  });
});
