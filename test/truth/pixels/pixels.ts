/** Pixels whose red, green and blue are multiplied by alpha; each value is 0 to 255. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Four values a pixel, row by row. */
  readonly values: Float32Array;
}

/** Room for an image of this size, all clear. */
export function makePixels(width: number, height: number): Pixels {
  return { width, height, values: new Float32Array(width * height * 4) };
}

/** The pixels of plain bytes, whose colours are not multiplied. */
export function premultiply(width: number, height: number, bytes: Uint8ClampedArray): Pixels {
  const pixels = makePixels(width, height);
  const { values } = pixels;
  for (let at = 0; at < values.length; at += 4) {
    const alpha = bytes[at + 3] ?? 0;
    for (let i = at; i < at + 3; i += 1) values[i] = ((bytes[i] ?? 0) * alpha) / 255;
    values[at + 3] = alpha;
  }
  return pixels;
}

/** The pixels over a plain background of red, green and blue. */
export function flatten(pixels: Pixels, [red, green, blue]: readonly number[]): Pixels {
  const result = makePixels(pixels.width, pixels.height);
  const { values } = result;
  for (let at = 0; at < values.length; at += 4) {
    const clear = 1 - (pixels.values[at + 3] ?? 0) / 255;
    values[at] = (pixels.values[at] ?? 0) + (red ?? 0) * clear;
    values[at + 1] = (pixels.values[at + 1] ?? 0) + (green ?? 0) * clear;
    values[at + 2] = (pixels.values[at + 2] ?? 0) + (blue ?? 0) * clear;
    values[at + 3] = 255;
  }
  return result;
}

/** The pixels with an alpha of one bit: each is clear, or opaque in its own colour. */
export function withBitAlpha(pixels: Pixels): Pixels {
  const result = makePixels(pixels.width, pixels.height);
  for (let at = 0; at < result.values.length; at += 4) {
    const alpha = pixels.values[at + 3] ?? 0;
    if (alpha < 127.5) continue;
    for (let i = at; i < at + 4; i += 1) {
      result.values[i] = ((pixels.values[i] ?? 0) * 255) / alpha;
    }
  }
  return result;
}

/** A rectangle of an image, in pixels. */
export interface Region {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The pixels of a region. */
export function cropPixels(pixels: Pixels, { left, top, width, height }: Region): Pixels {
  const result = makePixels(width, height);
  for (let y = 0; y < height; y += 1) {
    const from = ((top + y) * pixels.width + left) * 4;
    result.values.set(pixels.values.subarray(from, from + width * 4), y * width * 4);
  }
  return result;
}

/** The eight orientations of EXIF: whether rows and columns are swapped, and the mirrored axes. */
const ORIENTATIONS = [false, true].flatMap((swaps) =>
  [false, true].flatMap((flop) => [false, true].map((flip) => ({ swaps, flop, flip }))),
);

/** The image in each of the other seven orientations. */
export function* turnPixels(pixels: Pixels): Generator<Pixels> {
  for (const { swaps, flop, flip } of ORIENTATIONS.slice(1)) {
    const width = swaps ? pixels.height : pixels.width;
    const height = swaps ? pixels.width : pixels.height;
    const result = makePixels(width, height);
    for (let at = 0; at < width * height; at += 1) {
      const column = flop ? width - 1 - (at % width) : at % width;
      const row = flip ? height - 1 - Math.floor(at / width) : Math.floor(at / width);
      const from = (swaps ? column * pixels.width + row : row * pixels.width + column) * 4;
      for (let i = 0; i < 4; i += 1) result.values[at * 4 + i] = pixels.values[from + i] ?? 0;
    }
    yield result;
  }
}
