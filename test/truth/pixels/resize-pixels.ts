import { makePixels, type Pixels } from './pixels.ts';

/** Lobes on each side of Lanczos' window. */
const LOBES = 3;

function lanczos(x: number): number {
  if (x === 0) return 1;
  if (Math.abs(x) >= LOBES) return 0;
  const angle = Math.PI * x;
  return (LOBES * Math.sin(angle) * Math.sin(angle / LOBES)) / (angle * angle);
}

/** The source pixels of an output pixel, and their shares, which add up to 1. */
interface Taps {
  readonly at: readonly number[];
  readonly shares: readonly number[];
}

function tapsOf(at: number, from: number, to: number): Taps {
  const scale = Math.max(1, from / to);
  const centre = ((at + 0.5) * from) / to - 0.5;
  const first = Math.ceil(centre - LOBES * scale);
  const count = Math.floor(centre + LOBES * scale) - first + 1;
  const places = Array.from({ length: count }, (_, i) => first + i);
  const weights = places.map((place) => lanczos((place - centre) / scale));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return {
    at: places.map((place) => Math.min(from - 1, Math.max(0, place))),
    shares: weights.map((weight) => weight / sum),
  };
}

/** Lines of an image: their number, and the values from a pixel and from a line to the next. */
interface Lines {
  readonly values: Float32Array;
  readonly step: number;
  readonly stride: number;
}

function resizeLine(taps: readonly Taps[], source: Lines, result: Lines, line: number): void {
  for (const [to, { at, shares }] of taps.entries()) {
    let red = 0;
    let green = 0;
    let blue = 0;
    let alpha = 0;
    for (let i = 0; i < at.length; i += 1) {
      const share = shares[i] ?? 0;
      const from = line * source.stride + (at[i] ?? 0) * source.step;
      red += share * (source.values[from] ?? 0);
      green += share * (source.values[from + 1] ?? 0);
      blue += share * (source.values[from + 2] ?? 0);
      alpha += share * (source.values[from + 3] ?? 0);
    }
    const place = line * result.stride + to * result.step;
    result.values[place] = red;
    result.values[place + 1] = green;
    result.values[place + 2] = blue;
    result.values[place + 3] = alpha;
  }
}

function resizeLines(count: number, taps: readonly Taps[], source: Lines, result: Lines): void {
  for (let line = 0; line < count; line += 1) resizeLine(taps, source, result, line);
}

const allTaps = (from: number, to: number) =>
  Array.from({ length: to }, (_, at) => tapsOf(at, from, to));

function clamp({ values }: Pixels): void {
  for (let at = 0; at < values.length; at += 4) {
    const alpha = Math.min(255, Math.max(0, values[at + 3] ?? 0));
    values[at + 3] = alpha;
    for (let i = at; i < at + 3; i += 1) values[i] = Math.min(alpha, Math.max(0, values[i] ?? 0));
  }
}

/** The image at another size, by Lanczos' filter; both sides have at least one pixel. */
export function resizePixels(pixels: Pixels, width: number, height: number): Pixels {
  if (pixels.width === width && pixels.height === height) return pixels;
  const narrow = makePixels(width, pixels.height);
  resizeLines(
    pixels.height,
    allTaps(pixels.width, width),
    { values: pixels.values, step: 4, stride: pixels.width * 4 },
    { values: narrow.values, step: 4, stride: width * 4 },
  );
  const result = makePixels(width, height);
  const columns = { step: width * 4, stride: 4 };
  resizeLines(
    width,
    allTaps(pixels.height, height),
    { values: narrow.values, ...columns },
    { values: result.values, ...columns },
  );
  clamp(result);
  return result;
}
