import { makePixels, type Pixels } from './pixels.ts';

/** The luma of JPEG (ITU-T T.871, 7) of the pixel whose values begin there. */
export const lumaAt = (values: Float32Array, at: number): number =>
  0.299 * (values[at] ?? 0) + 0.587 * (values[at + 1] ?? 0) + 0.114 * (values[at + 2] ?? 0);

/** The shares of red, green and blue in the light of a pixel (ITU-R BT.709), for linear values. */
const lightAt = (values: Float32Array, at: number): number =>
  0.2126 * (values[at] ?? 0) + 0.7152 * (values[at + 1] ?? 0) + 0.0722 * (values[at + 2] ?? 0);

/** The luma of each pixel in place of its colours. */
export const greyOf = (pixels: Pixels): Pixels => mixColours(pixels, lumaAt);

/** The light of each pixel in place of its colours, which are amounts of light. */
export const greyOfLight = (pixels: Pixels): Pixels => mixColours(pixels, lightAt);

function mixColours(pixels: Pixels, mixAt: typeof lumaAt): Pixels {
  const result = makePixels(pixels.width, pixels.height);
  for (let at = 0; at < result.values.length; at += 4) {
    const mixed = mixAt(pixels.values, at);
    for (let i = at; i < at + 3; i += 1) result.values[i] = mixed;
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

/** The chroma of the block of a pixel and of those beside it, by their places in a plane. */
interface Plane {
  readonly blue: Float32Array;
  readonly red: Float32Array;
  readonly columns: number;
  readonly rows: number;
}

function planeOf(pixels: Pixels): Plane {
  const [columns, rows] = [Math.ceil(pixels.width / 2), Math.ceil(pixels.height / 2)];
  const blue = new Float32Array(columns * rows);
  const red = new Float32Array(columns * rows);
  for (let at = 0; at < blue.length; at += 1) {
    const [left, top] = [2 * (at % columns), 2 * Math.floor(at / columns)];
    [blue[at] = 0, red[at] = 0] = chromaOf(pixels, blockAt(pixels, left, top));
  }
  return { blue, red, columns, rows };
}

/** The block of a pixel counts three times as much as the next one, in each direction. */
function spreadAt({ blue, red, columns, rows }: Plane, x: number, y: number) {
  const [column, row] = [x >> 1, y >> 1];
  const beside = Math.min(columns - 1, Math.max(0, column + (x % 2 === 0 ? -1 : 1)));
  const below = Math.min(rows - 1, Math.max(0, row + (y % 2 === 0 ? -1 : 1)));
  const spread = (plane: Float32Array) => {
    const valueAt = (one: number, other: number) => plane[other * columns + one] ?? 0;
    const [near, next] = [row, below].map((at) => 3 * valueAt(column, at) + valueAt(beside, at));
    return (3 * (near ?? 0) + (next ?? 0)) / 16;
  };
  return [spread(blue), spread(red)] as const;
}

/**
 * An image with the luma of each pixel, and chroma of half the size as a decoder makes it larger.
 * libjpeg and libwebp take nine parts of the own block, and three, three and one of the next.
 */
export function spreadChroma(pixels: Pixels): Pixels {
  const { width, height } = pixels;
  const result = makePixels(width, height);
  const plane = planeOf(pixels);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      writePixel(pixels, result, (y * width + x) * 4, spreadAt(plane, x, y));
    }
  }
  return result;
}
