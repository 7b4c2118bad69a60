import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import { BrokenImageError } from '../../../../../core/ports/images/image-engine.ts';
import { draw, FOUR, layDown, quarters } from '../support/drawing.ts';
import { quartersOf, see } from '../support/rendition.ts';

const engine = await createSharpEngine();

describe('reencode (uploads.cleaning)', () => {
  const laid = layDown(60, 40, quarters(60, 40), 6);
  const tagged = () =>
    draw(laid.width, laid.height, laid.paint).withExif({ IFD0: { Make: 'canary' } });

  it('keeps the pixels, upright, and nothing else', async () => {
    const image = await tagged().withMetadata({ orientation: 6 }).webp().toBuffer();
    const { bytes, facts } = await engine.reencode(image, 'webp');
    expect(facts).toEqual({ width: 60, height: 40, frames: 1, hasAlpha: false });
    const seen = await see(bytes);
    expect([seen.width, seen.height, seen.metadata.exif]).toEqual([60, 40, undefined]);
    expect(quartersOf(seen)).toEqual(FOUR);
  });

  it('refuses a cut image', async () => {
    const image = await tagged().png().toBuffer();
    const cut = image.subarray(0, image.length - 30);
    await expect(engine.reencode(cut, 'png')).rejects.toThrow(BrokenImageError);
  });
});
