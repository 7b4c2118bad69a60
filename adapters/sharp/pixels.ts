import type { Raw, Sharp } from 'sharp';
import type { SharpModule } from './load/load-sharp.ts';

/** Eight-bit sRGB pixels between two passes; several frames lie one below the other. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  /** Of one frame. */
  readonly height: number;
  readonly frames: number;
  readonly channels: Raw['channels'];
}

/** Runs a pipeline to its pixels. */
export async function readPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const height = info.pageHeight ?? info.height;
  const { width, channels } = info;
  return { data, width, height, frames: info.height / height, channels };
}

/**
 * The same for a pipeline that may have removed the colour. sharp's raw output of such a pipeline
 * is the grey channel without its alpha; PNG keeps both.
 */
export async function readGreyPixels(sharp: SharpModule, image: Sharp): Promise<Pixels> {
  const png = await image.png({ compressionLevel: 0 }).toBuffer();
  return readPixels(sharp(png, { limitInputPixels: false }));
}

/** Starts a pipeline from pixels. */
export function openPixels(sharp: SharpModule, pixels: Pixels): Sharp {
  const { data, width, height, frames, channels } = pixels;
  const strip = { width, height: height * frames, channels };
  // our own pixels: the bound is the one of results, not of uploads
  return sharp(data, {
    raw: frames > 1 ? { ...strip, pageHeight: height } : strip,
    limitInputPixels: false,
  });
}

/** The frames of a strip, without copying them. */
export function splitFrames(strip: Pixels): Pixels[] {
  const { width, height, frames, channels, data } = strip;
  const frameBytes = width * height * channels;
  return Array.from({ length: frames }, (_, at) => ({
    data: data.subarray(at * frameBytes, (at + 1) * frameBytes),
    width,
    height,
    frames: 1,
    channels,
  }));
}

/** Joins frames of one size and kind to a strip. */
export function joinFrames(frames: readonly Pixels[]): Pixels {
  const [first] = frames;
  if (!first) throw new RangeError('an animation has frames');
  return { ...first, data: Buffer.concat(frames.map(({ data }) => data)), frames: frames.length };
}
