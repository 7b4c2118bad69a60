import sharp from 'sharp';
import { measureChromaLoss } from '../../adapters/sharp/choose-chroma.ts';
import { encode } from '../../adapters/sharp/encode.ts';
import type { Pixels } from '../../adapters/sharp/pixels.ts';
import type { Frame } from '../encoders/metric.ts';

sharp.cache(false);
sharp.concurrency(1);

export const FORMATS_OF_AUTO = ['jpg', 'webp', 'avif'] as const;
export type FormatOfAuto = (typeof FORMATS_OF_AUTO)[number];

/** The sRGB pixels of a file, without alpha. */
export async function readFrame(image: string | Buffer): Promise<Frame> {
  const pixels = sharp(image).removeAlpha().toColourspace('srgb').raw();
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The frame as the engine's pixels. */
export function pixelsOf(frame: Frame): Pixels {
  return { ...frame, channels: 3, frames: 1 };
}

/** The bytes that the service makes of a frame at this quality. */
export function encodeFrame(frame: Frame, format: FormatOfAuto, quality: number): Promise<Buffer> {
  const { data, width, height } = frame;
  const image = sharp(data, { raw: { width, height, channels: 3 } });
  const requested = {
    format,
    quality,
    resize: { how: 'scale', size: { width, height } },
    pad: undefined,
    isAnimated: false,
    isFastEncoded: false,
  } as const;
  return encode(image, requested, { chromaLoss: measureChromaLoss(pixelsOf(frame)) }).toBuffer();
}
