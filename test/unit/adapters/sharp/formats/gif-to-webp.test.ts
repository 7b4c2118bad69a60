import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import type { Parameters } from '../../../../../core/transform/parameters.ts';
import { ask } from '../support/ask.ts';
import { drawFrames } from '../support/drawing.ts';
import { see } from '../support/rendition.ts';

const engine = await createSharpEngine();
const SIZE = { width: 96, height: 64 };
/** Thin lines of two colours, which a lossy encoder spends many bytes on. */
const lines = (shift: number) => (x: number, y: number) =>
  ((x + shift) ^ y) % 11 === 0 ? ([0, 0, 160] as const) : ([255, 255, 255] as const);

async function convert(frames: number, requested: Parameters = {}) {
  const shifts = Array.from({ length: frames }, (_, frame) => lines(frame));
  const gif = await drawFrames(96, 64, shifts).gif().toBuffer();
  const facts = { ...SIZE, format: 'gif' as const, frames };
  const webp = await engine.render(gif, ask(facts, 'webp', requested));
  const lossy = await sharp(gif, { animated: true })
    .webp({ quality: 79, effort: 4, smartSubsample: true })
    .toBuffer();
  return { gif, webp, lossy, seen: await see(webp) };
}

describe('a WebP of a GIF (delivery.never-larger)', () => {
  it.each([1, 4])('is exact where %i frames of a drawing are larger lossy', async (frames) => {
    const { gif, webp, lossy, seen } = await convert(frames);
    // otherwise this test shows nothing
    expect(lossy.length).toBeGreaterThan(gif.length);
    expect(webp.length).toBeLessThan(gif.length);
    expect(seen.frames).toBe(frames);
    const { data } = await see(gif);
    expect(Buffer.from(seen.data).equals(Buffer.from(data))).toBe(true);
  });

  it('keeps timing, and the other parameters', async () => {
    const gif = await drawFrames(96, 64, [lines(0), lines(1)])
      .gif({ delay: [70, 130], loop: 3 })
      .toBuffer();
    const facts = { ...SIZE, format: 'gif' as const, frames: 2 };
    const { metadata, nameAt } = await see(
      await engine.render(gif, ask(facts, 'webp', { negate: true })),
    );
    expect(metadata).toMatchObject({ delay: [70, 130], loop: 3, pages: 2 });
    expect(nameAt(2, 0)).toBe('black');
  });
});
