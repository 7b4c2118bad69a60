import { makePixels, type Pixels } from './pixels.ts';

/** The luma of JPEG (ITU-T T.871, 7) of the pixel whose values begin there. */
export const lumaAt = (values: Float32Array, at: number): number =>
  0.299 * (values[at] ?? 0) + 0.587 * (values[at + 1] ?? 0) + 0.114 * (values[at + 2] ?? 0);

/** The luma of each pixel in place of its colours. */
export function greyOf(pixels: Pixels): Pixels {
  const result = makePixels(pixels.width, pixels.height);
  for (let at = 0; at < result.values.length; at += 4) {
    const luma = lumaAt(pixels.values, at);
    for (let i = at; i < at + 3; i += 1) result.values[i] = luma;
    result.values[at + 3] = pixels.values[at + 3] ?? 0;
  }
  return result;
}

/** The pixels of two columns and two rows, as far as the image has them. */
function blockAt({ width, height }: Pixels, left: number, top: number): readonly number[] {
  const places: number[] = [];
  for (let y = top; y < Math.min(top + 2, height); y += 1) {
    for (let x = left; x < Math.min(left + 2, width); x += 1) places.push((y * width + x) * 4);
  }
  return places;
}

/** The means of blue minus luma and of red minus luma, where alpha is the weight. */
function chromaOf({ values }: Pixels, places: readonly number[]): readonly [number, number] {
  let blue = 0;
  let red = 0;
  let alpha = 0;
  for (const at of places) {
    const luma = lumaAt(values, at);
    blue += (values[at + 2] ?? 0) - luma;
    red += (values[at] ?? 0) - luma;
    alpha += (values[at + 3] ?? 0) / 255;
  }
  return alpha === 0 ? [0, 0] : [blue / alpha, red / alpha];
}

/** An image with the luma of each pixel, and one chroma of each block of two by two pixels. */
export function halveChroma(pixels: Pixels): Pixels {
  const result = makePixels(pixels.width, pixels.height);
  for (let top = 0; top < pixels.height; top += 2) {
    for (let left = 0; left < pixels.width; left += 2) {
      const places = blockAt(pixels, left, top);
      const [blue, red] = chromaOf(pixels, places);
      for (const at of places) writePixel(pixels, result, at, [blue, red]);
    }
  }
  return result;
}

function writePixel(
  { values }: Pixels,
  result: Pixels,
  at: number,
  [blue, red]: readonly [number, number],
): void {
  const alpha = values[at + 3] ?? 0;
  const luma = lumaAt(values, at);
  const share = alpha / 255;
  const green = -(0.299 * red + 0.114 * blue) / 0.587;
  for (const [i, chroma] of [red, green, blue].entries()) {
    result.values[at + i] = Math.min(alpha, Math.max(0, luma + chroma * share));
  }
  result.values[at + 3] = alpha;
}
