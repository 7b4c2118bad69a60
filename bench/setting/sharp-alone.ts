import sharp from 'sharp';
import { measureChromaLoss } from '../../adapters/sharp/choose-chroma.ts';
import { encode } from '../../adapters/sharp/encode.ts';
import { openPixels, type Pixels, readPixels } from '../../adapters/sharp/pixels.ts';
import { mayShrinkFast, openShrunk } from '../../adapters/sharp/shrink-on-load.ts';
import { sizeAt, type Work } from '../originals/works.ts';

/** The default of ipx for JPEG and WebP, and of imgproxy but for a point of WebP. */
const QUALITY_OF_PEERS = 80;

/**
 * The floor: sharp in this process with our settings. The steps are written out; how far a decoder
 * shrinks and the encoders' settings are the engine's own, so that both change together.
 */
export async function renderAlone(
  original: Buffer,
  work: Work,
  width = work.width,
): Promise<Buffer> {
  const size = sizeAt(work, width);
  const requested = {
    format: work.format,
    quality: undefined,
    isAnimated: false,
    isFastEncoded: false,
    crop: undefined,
    turn: 0 as const,
    resize: { how: work.height ? ('cover' as const) : ('scale' as const), size },
    pad: undefined,
  };
  const file = sharp(original, { failOn: 'warning', sequentialRead: true, pages: 1 });
  const served = { image: file, isColouredGrey: false };
  const { image } = await openShrunk(sharp, served, original, requested);
  const fastShrinkOnLoad = mayShrinkFast(original, requested);
  const resized = image.autoOrient().resize({ ...size, fit: 'cover', fastShrinkOnLoad });
  return encodePixels(await readPixels(resized), work.format);
}

/** Every pixel of an image, as the engine has them. */
export const readWhole = (image: Buffer): Promise<Pixels> => readPixels(sharp(image));

/** Pixels by our encoder, with the settings that the engine chooses for them. */
export function encodePixels(pixels: Pixels, format: Work['format'], quality?: number) {
  const { width, height } = pixels;
  const requested = {
    format,
    quality,
    isAnimated: false,
    isFastEncoded: false,
    resize: { how: 'scale' as const, size: { width, height } },
    pad: undefined,
  };
  return encode(openPixels(sharp, pixels), requested, {
    chromaLoss: measureChromaLoss(pixels),
  }).toBuffer();
}

/** The floor of the peers: sharp as ipx calls it without a quality. */
export function renderByDefaults(original: Buffer, work: Work, width = work.width) {
  const resized = sharp(original, { sequentialRead: true }).resize({
    ...sizeAt(work, width),
    fit: 'cover',
  });
  return resized
    .toFormat(work.format === 'jpg' ? 'jpeg' : work.format, { quality: QUALITY_OF_PEERS })
    .toBuffer();
}
