import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { mayDecodeAvif } from '../../adapters/image-engine/may-decode-avif.ts';
import { createSharpEngine } from '../../adapters/image-engine/sharp.ts';
import { BrokenPictureError } from '../../core/ports.ts';
import { draw, FOUR, layDown, quarters } from './support/drawing.ts';
import { quartersOf, see } from './support/rendition.ts';

const engine = await createSharpEngine();
const AVIF_LOADER = { operation: ['VipsForeignLoadHeifBuffer'] };

describe('C4.1 AVIF comes in', () => {
  it.each(['1.23.7', '1.23.10', '1.24.0', '1.30.1', '2.0.0', '10.0.0'])(
    'with libheif %s',
    (version) => {
      expect(mayDecodeAvif(version)).toBe(true);
    },
  );

  it.each(['1.23.6', '1.23.5', '1.22.9', '1.9.9', '0.99.99', '', 'next', '1.24', undefined])(
    'not with libheif %s',
    (version) => {
      expect(mayDecodeAvif(version)).toBe(false);
    },
  );

  it('as the library of this engine says, and nothing else beside the four', () => {
    const always = ['jpg', 'png', 'webp', 'gif'];
    const mayComeIn = mayDecodeAvif(sharp.versions.heif);
    expect([...engine.inputFormats].sort()).toEqual(
      [...always, ...(mayComeIn ? ['avif'] : [])].sort(),
    );
  });
});

/** Runs with the loader as a newer library would have it. */
async function withAvif<T>(work: () => Promise<T>): Promise<T> {
  sharp.unblock(AVIF_LOADER);
  try {
    return await work();
  } finally {
    sharp.block(AVIF_LOADER);
  }
}

describe('C4.5 reencode', () => {
  const laid = layDown(60, 40, quarters(60, 40), 6);
  const tagged = () =>
    draw(laid.width, laid.height, laid.paint).withExif({ IFD0: { Make: 'canary' } });

  it('keeps the pixels, upright, and nothing else', async () => {
    const picture = await tagged().withMetadata({ orientation: 6 }).webp().toBuffer();
    const { bytes, facts } = await engine.reencode(picture, 'webp');
    expect(facts).toEqual({ width: 60, height: 40, frames: 1, hasAlpha: false });
    const seen = await see(bytes);
    expect([seen.width, seen.height, seen.metadata.exif]).toEqual([60, 40, undefined]);
    expect(quartersOf(seen)).toEqual(FOUR);
  });

  it('makes an AVIF of an AVIF', async () => {
    const drawn = draw(60, 40, (x, y) => [...quarters(60, 40)(x, y), x < 2 ? 0 : 255]);
    const picture = await drawn
      .withExif({ IFD0: { Make: 'canary' } })
      .avif()
      .toBuffer();
    const { bytes, facts } = await withAvif(() => engine.reencode(picture, 'avif'));
    expect(facts).toEqual({ width: 60, height: 40, frames: 1, hasAlpha: true });
    const seen = await see(bytes);
    expect([seen.metadata.format, seen.metadata.exif]).toEqual(['heif', undefined]);
    expect(quartersOf(seen)).toEqual(FOUR);
    expect(Buffer.from(bytes).includes('canary')).toBe(false);
  });

  it('refuses a cut picture', async () => {
    const picture = await tagged().png().toBuffer();
    const cut = picture.subarray(0, picture.length - 30);
    await expect(engine.reencode(cut, 'png')).rejects.toThrow(BrokenPictureError);
  });
});
