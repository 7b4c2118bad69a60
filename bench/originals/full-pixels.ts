import sharp from 'sharp';
import type { Size } from '../../core/transform/geometry.ts';

/**
 * The reference of scores, as PNG: every pixel of the original counts, because it is decoded whole
 * before it is resized. So no contender is compared with its own way to decode.
 */
export async function fullPixels(original: Buffer, size: Size): Promise<Buffer> {
  const decoded = sharp(original, { pages: 1 }).autoOrient().toColourspace('srgb').removeAlpha();
  const { data, info } = await decoded.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } })
    .resize({ ...size, fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
