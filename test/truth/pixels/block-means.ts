import { makePixels, type Pixels } from './pixels.ts';

/** The side of a block: two values of chroma, over which a decoder's filter reaches. */
const SIDE = 4;

/** The light of an sRGB value, of 0 to 1 (IEC 61966-2-1). */
const lightOf = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

const sRgbOf = (light: number): number =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;

/** Changes each colour, which is 0 to 1 and not multiplied by alpha, and keeps alpha. */
function mapColours(pixels: Pixels, change: (value: number) => number): Pixels {
  const result = makePixels(pixels.width, pixels.height);
  for (let at = 0; at < result.values.length; at += 4) {
    const alpha = pixels.values[at + 3] ?? 0;
    result.values[at + 3] = alpha;
    for (let i = at; alpha > 0 && i < at + 3; i += 1) {
      result.values[i] = change((pixels.values[i] ?? 0) / alpha) * alpha;
    }
  }
  return result;
}

/** The pixels with amounts of light in place of the values of sRGB. */
export const toLight = (pixels: Pixels): Pixels => mapColours(pixels, lightOf);

/** The pixels with values of sRGB in place of amounts of light. */
export const fromLight = (pixels: Pixels): Pixels => mapColours(pixels, sRgbOf);

/** The mean of each whole block of four by four pixels; undefined without any. */
export function blockMeans(pixels: Pixels): Pixels | undefined {
  const width = Math.floor(pixels.width / SIDE);
  const height = Math.floor(pixels.height / SIDE);
  if (width === 0 || height === 0) return undefined;
  const result = makePixels(width, height);
  for (let y = 0; y < height * SIDE; y += 1) {
    for (let x = 0; x < width * SIDE; x += 1) {
      const from = (y * pixels.width + x) * 4;
      const to = (Math.floor(y / SIDE) * width + Math.floor(x / SIDE)) * 4;
      for (let i = 0; i < 4; i += 1) {
        const share = (pixels.values[from + i] ?? 0) / (SIDE * SIDE);
        result.values[to + i] = (result.values[to + i] ?? 0) + share;
      }
    }
  }
  return result;
}
