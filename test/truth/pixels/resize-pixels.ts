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
function weightsOf(at: number, from: number, to: number): readonly [number, number][] {
  const scale = Math.max(1, from / to);
  const centre = ((at + 0.5) * from) / to - 0.5;
  const weights: [number, number][] = [];
  for (let i = Math.ceil(centre - LOBES * scale); i <= centre + LOBES * scale; i += 1) {
    const weight = lanczos((i - centre) / scale);
    if (weight !== 0) weights.push([Math.min(from - 1, Math.max(0, i)), weight]);
  }
  const sum = weights.reduce((total, [, weight]) => total + weight, 0);
  return weights.map(([i, weight]) => [i, weight / sum]);
}

/** Pixels of one line lie `step` values apart, its next line begins `stride` values further. */
interface Lines {
  readonly count: number;
  readonly step: number;
  readonly stride: number;
}

function resizeLines(
  source: Float32Array,
  result: Float32Array,
  [from, to]: readonly [number, number],
  read: Lines,
  write: Lines,
): void {
  for (let at = 0; at < to; at += 1) {
    const weights = weightsOf(at, from, to);
    for (let line = 0; line < read.count; line += 1) {
      for (let channel = 0; channel < 4; channel += 1) {
        let sum = 0;
        for (const [i, weight] of weights) {
          sum += weight * (source[line * read.stride + i * read.step + channel] ?? 0);
        }
        result[line * write.stride + at * write.step + channel] = sum;
      }
    }
  }
}

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
  const rows = { count: pixels.height, step: 4 };
  resizeLines(
    pixels.values,
    narrow.values,
    [pixels.width, width],
    { ...rows, stride: pixels.width * 4 },
    { ...rows, stride: width * 4 },
  );
  const result = makePixels(width, height);
  const columns = { count: width, step: width * 4, stride: 4 };
  resizeLines(narrow.values, result.values, [pixels.height, height], columns, columns);
  clamp(result);
  return result;
}
