import type { Transformation } from '../../../core/transform/transformation.ts';
import type { Pixels } from '../pixels.ts';

/** The values of a rectangle's mean colour; colours count by their alpha. */
function meanOf(pixels: Pixels, left: number, top: number, right: number, end: number): number[] {
  const { data, width, channels } = pixels;
  let [red, green, blue, alpha] = [0, 0, 0, 0];
  for (let y = top; y < end; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = (y * width + x) * channels;
      const weight = channels === 4 ? (data[at + 3] ?? 0) : 255;
      red += (data[at] ?? 0) * weight;
      green += (data[at + 1] ?? 0) * weight;
      blue += (data[at + 2] ?? 0) * weight;
      alpha += weight;
    }
  }
  const colour = [red, green, blue].map((sum) => Math.round(sum / Math.max(1, alpha)));
  return [...colour, Math.round(alpha / ((right - left) * (end - top)))];
}

/** Gives every block its mean colour; the first is in the upper left corner of each frame. */
export function paintBlocks(
  pixels: Pixels,
  { pixelate: side }: Pick<Transformation, 'pixelate'>,
): void {
  const { data, width, height, frames, channels } = pixels;
  for (let top = 0; top < height * frames; top = nextTop(top, side, height)) {
    const end = nextTop(top, side, height);
    for (let left = 0; left < width; left += side) {
      const right = Math.min(width, left + side);
      const mean = meanOf(pixels, left, top, right, end);
      for (let y = top; y < end; y += 1) {
        for (let x = left; x < right; x += 1) {
          for (let one = 0; one < channels; one += 1) {
            data[(y * width + x) * channels + one] = mean[one] ?? 0;
          }
        }
      }
    }
  }
}

/** The row below a block, which ends with its frame. */
function nextTop(top: number, side: number, height: number): number {
  return Math.min(top + side, (Math.floor(top / height) + 1) * height);
}
