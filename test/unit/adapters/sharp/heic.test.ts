import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { acceptImage } from '../../../../core/use-cases/uploads/accept-image.ts';
import * as samples from '../../../support/images/heic/heic-samples.ts';

const engine = await createSharpEngine();
const services = { imageEngine: async () => engine, abandonProcess: () => undefined };
const accept = (bytes: Uint8Array, contentType = 'image/heic') =>
  acceptImage(services, { bytes, contentType }, LIMITS.maxUploadBytes);

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

describe('a HEIC that comes in (uploads.types)', () => {
  it.each([
    ['plain', samples.PLAIN_HEIC, 'jpg', '4:2:0'],
    ['of ten bits', samples.TEN_BIT_HEIC, 'jpg', '4:2:0'],
    ['of full chroma', samples.FULL_CHROMA_HEIC, 'jpg', '4:4:4'],
    ['turned', samples.TURNED_HEIC, 'jpg', '4:2:0'],
    ['with a profile', samples.PROFILED_HEIC, 'jpg', '4:2:0'],
    ['with transparency', samples.ALPHA_HEIC, 'png', undefined],
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
});
