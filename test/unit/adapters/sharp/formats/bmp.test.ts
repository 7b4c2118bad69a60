import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import { ServiceError } from '../../../../../core/foundation/service-error.ts';
import { makeMutants } from '../../../../support/hostile/make-mutants.ts';
import { makeBmpSeeds } from '../../../../support/hostile/make-seeds.ts';
import { acceptUnhurried } from '../../../../support/images/accept-unhurried.ts';
import { type BmpForm, CORNERS, makeBmp } from '../../../../support/images/bmp/make-bmp.ts';
import { SCREEN } from '../../../../support/images/colour-samples.ts';

const engine = await createSharpEngine();
const services = { imageEngine: async () => engine, abandonProcess: () => undefined };
const accept = (bytes: Uint8Array, contentType = 'image/bmp') =>
  acceptUnhurried(services, { bytes, contentType });

/** The colours of the corners, and the least alpha. */
async function see(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const from = (y * info.width + x) * 4;
    return [...data.subarray(from, from + 3)];
  };
  const [right, bottom] = [info.width - 1, info.height - 1];
  return { corners: [at(0, 0), at(right, 0), at(0, bottom), at(right, bottom)], alpha: data[3] };
}

describe('a BMP that comes in (uploads.bmp)', () => {
  it.each<BmpForm>([
    { bits: 24 },
    { bits: 32 },
    { bits: 8 },
    { bits: 4 },
    { bits: 1 },
    { bits: 24, isTopDown: true },
    { bits: 8, headerBytes: 12 },
    { bits: 24, headerBytes: 124 },
    { bits: 32, compression: 3 },
    { bits: 32, compression: 3, headerBytes: 108, alpha: 128 },
    { bits: 32, compression: 3, headerBytes: 108, alpha: 0 },
  ])('of the form %o is stored as PNG with the same pixels', async (form) => {
    const accepted = await accept(makeBmp(form));
    const isSheer = (form.alpha ?? 0) > 0;
    expect(accepted).toMatchObject({
      format: 'png',
      convertedFrom: 'bmp',
      facts: { width: 5, height: 4, frames: 1, hasAlpha: isSheer },
    });
    const due = form.bits === 1 ? [0, 1, 0, 1].map((at) => CORNERS[at]) : CORNERS;
    const seen = await see(accepted.bytes);
    expect(seen).toEqual({ corners: due, alpha: isSheer ? form.alpha : 255 });
  });

  it.each([
    ['compressed', { bits: 8, compression: 1 }],
    ['with a JPEG in it', { bits: 24, compression: 4 }],
  ] as const)('%s is refused with the cure', async (_, form) => {
    await expect(accept(makeBmp(form))).rejects.toMatchObject({
      code: 'invalid_image',
      options: { detail: 'The BMP is compressed or of a rare kind: save it as PNG.' },
    });
  });

  const withProfile = (profile: Uint8Array, space = 'DEBM') => {
    const bmp = makeBmp({ bits: 24, headerBytes: 124 });
    bmp.write(space, 70);
    bmp.writeUInt32LE(bmp.length - 14, 126);
    bmp.writeUInt32LE(profile.length, 130);
    return Buffer.concat([bmp, profile]);
  };

  it('has the profile that is embedded in it (transformations.colour)', async () => {
    const { bytes } = await accept(withProfile(SCREEN));
    expect((await sharp(bytes).metadata()).icc).toBeDefined();
    // Chromium's canvas shows (200, 30, 30) of this profile so
    const [red] = (await see(bytes)).corners;
    const far = [229, 0, 24].map((value, at) => Math.abs(value - (red?.[at] ?? 0)));
    expect(Math.max(...far)).toBeLessThanOrEqual(2);
  });

  it('is sRGB where browsers take it so (transformations.colour)', async () => {
    const calibrated = makeBmp({ bits: 24, headerBytes: 108 });
    calibrated.fill(0x40, 74, 122); // end points and gamma
    const broken = withProfile(SCREEN);
    broken.writeUInt32LE(broken.length, 126);
    const beyond = withProfile(SCREEN);
    beyond.writeUInt32LE(0xffffffff, 130);
    for (const bmp of [
      calibrated,
      broken,
      beyond,
      withProfile(Buffer.from('no profile')),
      withProfile(SCREEN, 'KNIL'),
    ]) {
      const { bytes } = await accept(bmp);
      expect((await sharp(bytes).metadata()).icc).toBeUndefined();
      expect((await see(bytes)).corners).toEqual(CORNERS);
    }
  });

  it('beyond the bounds is refused by its header (security.bounds-from-header)', async () => {
    const large = makeBmp({ bits: 24 });
    large.writeInt32LE(100_000, 18);
    await expect(accept(large)).rejects.toMatchObject({ code: 'image_too_large' });
  });

  it('is invalid wherever it is cut (uploads.full-decode)', async () => {
    const whole = makeBmp({ bits: 8 });
    for (let end = 18; end < whole.length; end += 41) {
      const outcome = await accept(whole.subarray(0, end)).catch((error) => error);
      expect(outcome, `at ${end}`).toMatchObject({ code: 'invalid_image' });
    }
  });

  it('is refused as another type (security.bytes-decide-type)', async () => {
    await expect(accept(makeBmp({ bits: 24 }), 'image/png')).rejects.toMatchObject({
      code: 'content_type_mismatch',
    });
  });

  it('with faults is an image or a refusal (security.decoders)', async () => {
    const codes = new Set<string>();
    for (const { bytes } of makeMutants(makeBmpSeeds(), 200, 20_261_123)) {
      const outcome = await accept(bytes).catch((error) => error);
      codes.add(outcome instanceof ServiceError ? outcome.code : outcome.format);
    }
    const due = ['content_type_mismatch', 'image_too_large', 'invalid_image', 'png'];
    expect(due).toEqual(expect.arrayContaining([...codes]));
    expect([...codes]).toEqual(expect.arrayContaining(['invalid_image', 'png']));
  });
});
