import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import { ServiceError } from '../../../../../core/foundation/service-error.ts';
import { makeMutants } from '../../../../support/hostile/make-mutants.ts';
import { makeHeicSeeds } from '../../../../support/hostile/make-seeds.ts';
import { acceptUnhurried } from '../../../../support/images/accept-unhurried.ts';
import { drawJpeg } from '../../../../support/images/draw.ts';
import * as samples from '../../../../support/images/heic/heic-samples.ts';
import { gridOf, withSetsInData } from '../../../../support/images/heic/make-grid.ts';
import { withCodes } from '../../../../support/images/heic/with-codes.ts';
import { withLongSize } from '../../../../support/images/make-boxes.ts';

const engine = await createSharpEngine();
const services = { imageEngine: async () => engine, abandonProcess: () => undefined };
const accept = (bytes: Uint8Array, contentType = 'image/heic') =>
  acceptUnhurried(services, { bytes, contentType });

/** The colours of the four quarters, each in steps of 32. */
async function quartersOf(bytes: Uint8Array): Promise<number[][]> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const from = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
    return [...data.subarray(from, from + 3)].map((value) => Math.round(value / 32));
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
}

const QUARTERS = [
  [200, 30, 30],
  [30, 160, 60],
  [40, 60, 200],
  [220, 200, 40],
].map((colour) => colour.map((value) => Math.round(value / 32)));

/** Its auxiliary image is of another kind: 1 is transparency, and 2 is depth (ISO/IEC 23008-2). */
function withKind(heic: Buffer, kind: number): Buffer {
  const copy = Buffer.from(heic);
  const text = 'urn:mpeg:hevc:2015:auxid:';
  copy.write(String(kind), copy.indexOf(text) + text.length, 'latin1');
  return copy;
}

const FIRST_TILE = { left: 0, top: 0, width: 64, height: 48 };

describe('a HEIC that comes in (uploads.types)', () => {
  it.each([
    ['plain', samples.PLAIN_HEIC, 'jpg', '4:2:0'],
    ['of ten bits', samples.TEN_BIT_HEIC, 'jpg', '4:2:0'],
    ['of full chroma', samples.FULL_CHROMA_HEIC, 'jpg', '4:4:4'],
    ['turned', samples.TURNED_HEIC, 'jpg', '4:2:0'],
    ['with a first box of 64 bits', withLongSize(samples.PLAIN_HEIC), 'jpg', '4:2:0'],
    ['with a profile', samples.PROFILED_HEIC, 'jpg', '4:2:0'],
    ['with transparency', samples.ALPHA_HEIC, 'png', undefined],
    [
      'whose data repeat its parameter sets',
      gridOf(withSetsInData(samples.PLAIN_HEIC), { rows: 1, columns: 1, width: 64, height: 48 }),
      'jpg',
      '4:2:0',
    ],
    ['with a depth', withKind(samples.ALPHA_HEIC, 2), 'jpg', '4:2:0'],
  ])('%s is stored as an image that browsers show', async (_, bytes, format, chroma) => {
    const accepted = await accept(bytes);
    expect(accepted).toMatchObject({
      format,
      convertedFrom: 'heic',
      facts: { width: 64, height: 48, frames: 1, hasAlpha: format === 'png' },
    });
    const { chromaSubsampling, icc } = await sharp(accepted.bytes).metadata();
    expect(chromaSubsampling).toBe(chroma);
    expect(icc !== undefined).toBe(bytes === samples.PROFILED_HEIC);
    expect(await quartersOf(accepted.bytes)).toEqual(QUARTERS);
  });

  it('in Display P3 by code has that profile', async () => {
    const { bytes } = await accept(withCodes(samples.PLAIN_HEIC, 12, 13));
    expect((await sharp(bytes).metadata()).icc).toBeDefined();
    // (200, 30, 30) of Display P3 is (218, 0, 6) of sRGB, by the matrices of CSS Color 4
    const [r = 0, g = 0, b = 0] = await sharp(bytes).toColourspace('srgb').raw().toBuffer();
    expect(Math.max(Math.abs(r - 218), g, Math.abs(b - 6))).toBeLessThanOrEqual(12);
  });

  it('in HDR is refused with the cure', async () => {
    await expect(accept(withCodes(samples.PLAIN_HEIC, 9, 16))).rejects.toMatchObject({
      code: 'invalid_image',
      options: { detail: 'The image is in HDR (PQ or HLG): export it in SDR.' },
    });
  });

  it('as a grid is stored whole', async () => {
    const grid = gridOf(samples.PLAIN_HEIC, { rows: 2, columns: 3, width: 150, height: 120 });
    const { facts, bytes } = await accept(grid);
    expect(facts).toEqual({ width: 150, height: 120, frames: 1, hasAlpha: false });
    expect(await quartersOf(await sharp(bytes).extract(FIRST_TILE).png().toBuffer())).toEqual(
      QUARTERS,
    );
  });

  it('keeps none of its other data', async () => {
    const { bytes } = await accept(samples.TURNED_HEIC);
    const { exif, xmp, orientation } = await sharp(bytes).metadata();
    expect([exif, xmp, orientation]).toEqual([undefined, undefined, undefined]);
  });

  it('is refused as another type, and another image as HEIC (security.bytes-decide-type)', async () => {
    const jpeg = await drawJpeg(16, 16);
    await expect(accept(jpeg)).rejects.toMatchObject({ code: 'content_type_mismatch' });
    await expect(accept(samples.PLAIN_HEIC, 'image/jpeg')).rejects.toMatchObject({
      code: 'content_type_mismatch',
    });
  });

  it('is refused by its header before its decoder sees it (security.bounds-from-header)', async () => {
    let decoded = 0;
    const heic = async () => {
      decoded += 1;
      return new Uint8Array(0);
    };
    const convert = { ...engine.convert, heic };
    const watched = { ...services, imageEngine: async () => ({ ...engine, convert }) };
    const large = Buffer.from(samples.PLAIN_HEIC);
    large.writeUInt32BE(100_000, large.indexOf('ispe') + 8);
    const sent = { bytes: large, contentType: 'image/heic' };
    await expect(acceptUnhurried(watched, sent)).rejects.toMatchObject({
      code: 'image_too_large',
    });
    expect(decoded).toBe(0);
  });

  it('is invalid wherever it is cut, or shows something (uploads.full-decode)', async () => {
    const { length } = samples.PLAIN_HEIC;
    for (let end = 12; end < length; end += 53) {
      const outcome = await accept(samples.PLAIN_HEIC.subarray(0, end)).catch((error) => error);
      expect(outcome, `at ${end}`).toMatchObject({ code: 'invalid_image' });
    }
  });

  it('does not come in where it is turned off (uploads.heic)', async () => {
    const without = await createSharpEngine(false);
    expect(engine.inputFormats).toContain('heic');
    expect(without.inputFormats).not.toContain('heic');
    const off = { ...services, imageEngine: async () => without };
    const sent = { bytes: samples.PLAIN_HEIC, contentType: 'image/heic' };
    await expect(acceptUnhurried(off, sent)).rejects.toMatchObject({
      code: 'unsupported_media_type',
    });
  });

  it('with faults is an image or a refusal (security.decoders)', async () => {
    const codes = new Set<string>();
    for (const { bytes } of makeMutants(makeHeicSeeds(), 60, 20_261_123)) {
      const outcome = await accept(bytes).catch((error) => error);
      codes.add(outcome instanceof ServiceError ? outcome.code : outcome.format);
    }
    const due = ['content_type_mismatch', 'image_too_large', 'invalid_image', 'jpg', 'png'];
    expect(due).toEqual(expect.arrayContaining([...codes]));
    expect([...codes]).toEqual(expect.arrayContaining(['invalid_image', 'jpg']));
  });
});
