import type { Crop } from '../../core/transform/parameters.ts';
import type { SharpModule } from './load/load-sharp.ts';
import { openFile, openServedImage } from './open-served-image.ts';
import { orientPixels } from './orient-pixels.ts';
import { type Pixels, readPixels, splitFrames } from './pixels.ts';

type Differs = (x: number, y: number) => boolean;

/** The values of a pixel that are compared: the colours times alpha, and alpha. */
function comparedValue({ data, channels }: Pixels, at: number, channel: number): number {
  const value = data[at + channel] ?? 0;
  const hasAlpha = channels % 2 === 0;
  if (!hasAlpha || channel === channels - 1) return value;
  return (value * (data[at + channels - 1] ?? 0)) / 255;
}

/** Whether a pixel differs from the first one by more than the tolerance. */
function differenceTo(corner: readonly number[], pixels: Pixels, tolerance: number): Differs {
  const { width, channels } = pixels;
  return (x, y) => {
    const at = (y * width + x) * channels;
    for (let channel = 0; channel < channels; channel += 1) {
      const far = Math.abs(comparedValue(pixels, at, channel) - (corner[channel] ?? 0));
      if (far > tolerance) return true;
    }
    return false;
  };
}

/** The least distances from the edges at which a pixel differs; none differs: undefined. */
function contentOf({ width, height }: Pixels, differs: Differs): Crop | undefined {
  const rowDiffers = (y: number) => {
    for (let x = 0; x < width; x += 1) if (differs(x, y)) return true;
    return false;
  };
  let top = 0;
  while (top < height && !rowDiffers(top)) top += 1;
  if (top === height) return undefined;
  let bottom = height - 1;
  while (!rowDiffers(bottom)) bottom -= 1;
  let [left, right] = [width - 1, 0];
  for (let y = top; y <= bottom; y += 1) {
    for (let x = 0; x < left; x += 1) if (differs(x, y)) left = x;
    for (let x = width - 1; x > right; x -= 1) if (differs(x, y)) right = x;
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** The smallest rectangle around two. */
function joined(a: Crop | undefined, b: Crop | undefined): Crop | undefined {
  if (!a || !b) return a ?? b;
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const width = Math.max(a.x + a.width, b.x + b.width) - x;
  return { x, y, width, height: Math.max(a.y + a.height, b.y + b.height) - y };
}

/**
 * The rectangle of the upright image within its borders of one colour, of all frames together
 * (transformations.trim). An image of one colour is left whole. It holds all pixels in memory, at
 * most 200 MB for an image within the bounds. Rejects with sharp's own errors.
 */
export async function findContent(
  sharp: SharpModule,
  original: Uint8Array,
  tolerance: number,
): Promise<Crop> {
  const { orientation = 1 } = await openFile(sharp, original, true).metadata();
  const { image } = await openServedImage(sharp, original, true);
  const strip = await readPixels(image.toColourspace('srgb'));
  let corner: readonly number[] | undefined;
  let whole = { x: 0, y: 0, width: strip.width, height: strip.height };
  let content: Crop | undefined;
  for (const frame of splitFrames(strip)) {
    const upright = await orientPixels(sharp, frame, orientation);
    whole = { ...whole, width: upright.width, height: upright.height };
    corner ??= Array.from({ length: upright.channels }, (_, at) => comparedValue(upright, 0, at));
    content = joined(content, contentOf(upright, differenceTo(corner, upright, tolerance)));
  }
  return content ?? whole;
}
