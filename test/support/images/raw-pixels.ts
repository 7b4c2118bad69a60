import sharp, { type Sharp } from 'sharp';

export const WIDTH = 48;
export const HEIGHT = 40;

/** Seeded pixels: a gradient with noise, so that no channel, row or quadrant equals another. */
export function rawPixels(channels: number, width = WIDTH, height = HEIGHT): Buffer {
  const pixels = Buffer.alloc(width * height * channels);
  let state = 7;
  for (let i = 0; i < pixels.length; i += 1) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    const pixel = Math.floor(i / channels);
    const slope = (pixel % width) * (2 + (i % channels)) + Math.floor(pixel / width);
    pixels[i] = (slope + ((state >> 16) & 31)) & 255;
  }
  return pixels;
}

/** A sharp pipeline that begins with these pixels. */
export function pixelPipeline(channels: 1 | 2 | 3 | 4 = 3, width = WIDTH, height = HEIGHT): Sharp {
  return sharp(rawPixels(channels, width, height), { raw: { width, height, channels } });
}

/** A sharp pipeline of some frames below each other, for animated output. */
export function framesPipeline(frames: number, channels: 3 | 4 = 4): Sharp {
  return sharp(rawPixels(channels, WIDTH, HEIGHT * frames), {
    raw: { width: WIDTH, height: HEIGHT * frames, channels, pageHeight: HEIGHT },
  });
}

/**
 * Everything that sharp decodes of an image: the raw samples of all frames at full depth, and
 * their shape.
 */
export async function decodePixels(bytes: Uint8Array) {
  const image = sharp(bytes, { animated: true, failOn: 'warning' });
  const { space, depth, delay, loop } = await image.metadata();
  const { data, info } = await image.raw({ depth: depth ?? 'uchar' }).toBuffer({
    resolveWithObject: true,
  });
  const { width, height, channels } = info;
  return { data, width, height, channels, space, depth, delay, loop };
}
