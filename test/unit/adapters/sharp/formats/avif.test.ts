import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import { ServiceError } from '../../../../../core/foundation/service-error.ts';
import { makeMutants } from '../../../../support/hostile/make-mutants.ts';
import { makeAvifSeeds } from '../../../../support/hostile/make-seeds.ts';
import { acceptUnhurried } from '../../../../support/images/accept-unhurried.ts';
import { coded, makeAvifs, QUARTER_COLOURS } from '../../../../support/images/avif/avif-samples.ts';
import { drawJpeg } from '../../../../support/images/draw.ts';

const engine = await createSharpEngine();
const services = { imageEngine: async () => engine, abandonProcess: () => undefined };
const samples = await makeAvifs();
const accept = (bytes: Uint8Array, contentType = 'image/avif') =>
  acceptUnhurried(services, { bytes, contentType });

/** The canvas of Chromium 156 for the quarters, by their `nclx` (ITU-T H.273). */
const SRGB = '200,30,30 30,160,60 40,60,200 220,200,40';
const BY_CODES: readonly [number, number, string][] = [
  [1, 13, SRGB],
  [1, 1, SRGB],
  [9, 14, '249,0,9 0,169,33 0,59,210 237,198,0'],
  [2, 2, SRGB],
  [1, 6, SRGB],
  [12, 13, '218,0,6 0,163,41 34,61,208 224,199,0'],
  [9, 13, '249,0,9 0,169,33 0,59,210 237,198,0'],
  [9, 1, '249,0,9 0,169,33 0,59,210 237,198,0'],
  [4, 13, '238,0,0 0,157,51 0,82,206 235,193,0'],
  [6, 13, '195,42,29 49,158,59 47,65,201 218,199,36'],
  [8, 13, '228,0,3 0,164,46 24,54,207 227,201,0'],
  [10, 13, '255,0,62 0,215,0 0,85,212 255,173,0'],
  [11, 13, '213,0,9 0,163,41 34,59,208 223,199,0'],
  [22, 13, '202,43,29 13,157,60 40,70,200 220,198,38'],
  [1, 4, '201,24,24 24,161,57 35,57,201 221,201,35'],
  [1, 5, '189,8,8 8,142,36 17,36,189 212,189,17'],
  [1, 7, '206,48,48 48,170,77 58,77,206 224,206,58'],
  [1, 8, '229,96,96 96,208,133 110,133,229 239,229,110'],
  [1, 17, '200,13,13 13,154,44 23,44,200 224,200,23'],
  [12, 2, '218,0,6 0,163,41 34,61,208 224,199,0'],
  [200, 13, SRGB],
];

/** The colours of the four quarters, without a conversion of their profile. */
async function quartersOf(bytes: Uint8Array): Promise<number[][]> {
  const { data, info } = await sharp(bytes, { ignoreIcc: true })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const from = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
    return [...data.subarray(from, from + 3)];
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
}

/** The largest difference from the drawn colours. */
async function distanceOf(bytes: Uint8Array): Promise<number> {
  const seen = (await quartersOf(bytes)).flat();
  return Math.max(...seen.map((value, at) => Math.abs(value - (QUARTER_COLOURS.flat()[at] ?? 0))));
}

describe('an AVIF that comes in (uploads.avif)', () => {
  it.each([
    ['plain', 'jpg', '4:2:0'],
    ['of full chroma', 'jpg', '4:4:4'],
    ['of ten bits', 'jpg', '4:2:0'],
    ['turned right', 'jpg', '4:2:0'],
    ['turned left', 'jpg', '4:2:0'],
    ['upside down', 'jpg', '4:2:0'],
    ['mirrored', 'jpg', '4:2:0'],
    ['mirrored and turned', 'jpg', '4:2:0'],
    ['with transparency', 'png', undefined],
  ] as const)('%s is stored upright as JPEG or PNG', async (name, format, chroma) => {
    const accepted = await accept(samples[name]);
    expect(accepted).toMatchObject({
      format,
      convertedFrom: 'avif',
      facts: { width: 64, height: 48, frames: 1, hasAlpha: format === 'png' },
    });
    const { chromaSubsampling, exif, orientation } = await sharp(accepted.bytes).metadata();
    expect([chromaSubsampling, exif, orientation]).toEqual([chroma, undefined, undefined]);
    expect(await distanceOf(accepted.bytes)).toBeLessThanOrEqual(8);
  });

  it.each([
    ['plain', undefined],
    ['with a profile', 'with a profile'],
    ['in Display P3 by code', 'Display P3'],
  ] as const)('%s has the profile of its pixels', async (name, profile) => {
    const { bytes } = await accept(samples[name]);
    const { icc } = await sharp(bytes).metadata();
    expect(icc !== undefined).toBe(profile !== undefined);
    if (profile !== 'Display P3') return;
    expect(await distanceOf(bytes)).toBeLessThanOrEqual(8);
    // (200, 30, 30) of Display P3 is (218, 0, 6) of sRGB, by the matrices of CSS Color 4
    const seen = await sharp(bytes).toColourspace('srgb').raw().toBuffer();
    const distance = [218, 0, 6].map((value, at) => Math.abs(value - (seen[at] ?? 0)));
    expect(Math.max(...distance)).toBeLessThanOrEqual(8);
  });

  it.each(BY_CODES)('of primaries %i and transfer %i looks as in Chromium', async (...row) => {
    const [primaries, transfer, due] = row;
    const { bytes } = await accept(await coded(primaries, transfer));
    const { icc } = await sharp(bytes).metadata();
    expect(icc !== undefined).toBe(due !== SRGB);
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const seen = [
      [16, 12],
      [48, 12],
      [16, 36],
      [48, 36],
    ].flatMap(([x = 0, y = 0]) => {
      const from = (y * info.width + x) * info.channels;
      return [...data.subarray(from, from + 3)];
    });
    const far = due.split(/[ ,]/).map((value, at) => Math.abs(Number(value) - (seen[at] ?? 999)));
    // the stored JPEG has a quality of 90, and its curve may steepen what that costs
    expect(Math.max(...far)).toBeLessThanOrEqual(8);
  });

  it('in HDR is refused with the cure', async () => {
    await expect(accept(samples['in HDR'])).rejects.toMatchObject({
      code: 'invalid_image',
      options: { detail: 'The image is in HDR (PQ or HLG): export it in SDR.' },
    });
  });

  it('is refused as another type, and another image as AVIF (security.bytes-decide-type)', async () => {
    const mismatch = { code: 'content_type_mismatch' };
    await expect(accept(await drawJpeg(16, 16))).rejects.toMatchObject(mismatch);
    await expect(accept(samples.plain, 'image/jpeg')).rejects.toMatchObject(mismatch);
  });

  it.each([
    ['pixels', 10_000, 5_001],
    ['a side', 16_385, 1],
    ['the other side', 1, 16_385],
  ])(
    'is refused before its decoder sees it: too much of %s (security.bounds-from-header)',
    async (_, width, height) => {
      let decoded = 0;
      const avif = async () => {
        decoded += 1;
        return new Uint8Array(0);
      };
      const convert = { ...engine.convert, avif };
      const watched = { ...services, imageEngine: async () => ({ ...engine, convert }) };
      const large = Buffer.from(samples.plain);
      large.writeUInt32BE(width, large.indexOf('ispe') + 8);
      large.writeUInt32BE(height, large.indexOf('ispe') + 12);
      const sent = { bytes: large, contentType: 'image/avif' };
      await expect(acceptUnhurried(watched, sent)).rejects.toMatchObject({
        code: 'image_too_large',
      });
      expect(decoded).toBe(0);
    },
  );

  it('is invalid wherever it is cut (uploads.full-decode)', async () => {
    for (let end = 12; end < samples.plain.length; end += 37) {
      const outcome = await accept(samples.plain.subarray(0, end)).catch((error) => error);
      expect(outcome, `at ${end}`).toMatchObject({ code: 'invalid_image' });
    }
  });

  it('with faults is an image or a refusal (security.decoders)', async () => {
    const codes = new Set<string>();
    for (const { bytes } of makeMutants(await makeAvifSeeds(), 80, 20_261_123)) {
      const outcome = await accept(bytes).catch((error) => error);
      codes.add(outcome instanceof ServiceError ? outcome.code : outcome.format);
    }
    const due = ['content_type_mismatch', 'image_too_large', 'invalid_image', 'jpg', 'png'];
    expect(due).toEqual(expect.arrayContaining([...codes]));
    expect([...codes]).toEqual(expect.arrayContaining(['invalid_image', 'jpg']));
  });
});
