import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import { mayDecodeAvif } from '../../../../adapters/sharp/may-decode-avif.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { BrokenImageError, type ImageEngine } from '../../../../core/ports/images/image-engine.ts';
import { acceptImage } from '../../../../core/use-cases/uploads/accept-image.ts';
import { draw, FOUR, layDown, quarters } from './support/drawing.ts';
import { quartersOf, see } from './support/rendition.ts';

const engine = await createSharpEngine();
const AVIF_LOADER = { operation: ['VipsForeignLoadHeifBuffer'] };

describe('AVIF comes in (uploads.types, security.avif-input)', () => {
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

  it('as the library of this engine says, and nothing else beside the five', () => {
    const always = ['jpg', 'png', 'webp', 'gif', 'heic'];
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

  it('makes an AVIF of an AVIF', async () => {
    const drawn = draw(60, 40, (x, y) => [...quarters(60, 40)(x, y), x < 2 ? 0 : 255]);
    const image = await drawn
      .withExif({ IFD0: { Make: 'canary' } })
      .avif()
      .toBuffer();
    const { bytes, facts } = await withAvif(() => engine.reencode(image, 'avif'));
    expect(facts).toEqual({ width: 60, height: 40, frames: 1, hasAlpha: true });
    const seen = await see(bytes);
    expect([seen.metadata.format, seen.metadata.exif]).toEqual(['heif', undefined]);
    expect(quartersOf(seen)).toEqual(FOUR);
    expect(Buffer.from(bytes).includes('canary')).toBe(false);
  });

  it('refuses a cut image', async () => {
    const image = await tagged().png().toBuffer();
    const cut = image.subarray(0, image.length - 30);
    await expect(engine.reencode(cut, 'png')).rejects.toThrow(BrokenImageError);
  });
});

describe('an AVIF that comes in (security.bounds-from-header, security.avif-input)', () => {
  const facts = { width: 60, height: 40, frames: 1, hasAlpha: false };
  /** The validator over a library of either age, and the number of images that it has decoded. */
  function validate(inputFormats: ImageEngine['inputFormats']) {
    const decoded: Uint8Array[] = [];
    const reencode = async (bytes: Uint8Array) => {
      decoded.push(bytes);
      return { bytes, facts };
    };
    // the loader of AVIF is blocked in this process
    const placeholder = async () => ({ mainColor: null, thumbhash: null });
    const services = {
      imageEngine: async () => ({ ...engine, inputFormats, reencode, placeholder }),
      abandonProcess: () => undefined,
    };
    const accept = (bytes: Uint8Array) =>
      acceptImage(services, { bytes, contentType: 'image/avif' }, LIMITS.maxUploadBytes);
    return { accept, decoded };
  }
  const withSize = async (width: number, height: number) => {
    const result = await sharp({
      create: { width: 60, height: 40, channels: 3, background: 'red' },
    })
      .avif({ effort: 0 })
      .toBuffer();
    const at = result.indexOf('ispe') + 8;
    result.writeUInt32BE(width, at);
    result.writeUInt32BE(height, at + 4);
    return result;
  };

  it.each([
    ['pixels', 10_000, 5_001],
    ['a side', 16_385, 1],
    ['the other side', 1, 16_385],
  ])(
    'is refused by its header where it is switched on: too much of %s (security.avif-input)',
    async (_, width, height) => {
      const { accept, decoded } = validate(['jpg', 'avif']);
      await expect(accept(await withSize(width, height))).rejects.toMatchObject({
        code: 'image_too_large',
      });
      expect(decoded).toEqual([]);
      await expect(accept(await withSize(60, 40))).resolves.toMatchObject({
        format: 'avif',
        facts,
      });
      expect(decoded).toHaveLength(1);
    },
  );

  it('is refused unread where it is not (security.avif-input)', async () => {
    const { accept, decoded } = validate(['jpg']);
    for (const size of [60, 20_000]) {
      await expect(accept(await withSize(size, size))).rejects.toMatchObject({
        code: 'unsupported_media_type',
      });
    }
    expect(decoded).toEqual([]);
  });

  it('without a header that can be read is refused before it is decoded', async () => {
    const { accept, decoded } = validate(['jpg', 'avif']);
    const broken = await withSize(60, 40);
    broken.write('free', broken.indexOf('meta'));
    await expect(accept(broken)).rejects.toMatchObject({ code: 'invalid_image' });
    expect(decoded).toEqual([]);
  });
});
