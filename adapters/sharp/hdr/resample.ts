import type { Size } from '../../../core/transform/geometry.ts';
import type { Pixels } from '../pixels.ts';

/** A rectangle between pixels. */
export interface Area extends Size {
  readonly left: number;
  readonly top: number;
}

/** The pixels of a row or column that one of the result is mixed of, from the first on. */
interface Taps {
  readonly first: number;
  readonly shares: readonly number[];
}

/**
 * A triangle around the middle of each pixel of the result: it interpolates where the result is
 * larger, and averages where it is smaller.
 */
function tapsOf(from: number, extent: number, count: number, length: number): Taps[] {
  const step = extent / count;
  const reach = Math.max(1, step);
  const inside = (at: number) => Math.max(0, Math.min(length - 1, at));
  return Array.from({ length: count }, (_, at) => {
    const middle = from + (at + 0.5) * step - 0.5;
    const first = inside(Math.floor(middle - reach) + 1);
    const last = inside(Math.ceil(middle + reach) - 1);
    const weights = Array.from({ length: last - first + 1 }, (_share, tap) =>
      Math.max(0, 1 - Math.abs(first + tap - middle) / reach),
    );
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return { first, shares: sum > 0 ? weights.map((weight) => weight / sum) : [1] };
  });
}

/** Each row of `rows`, reduced or enlarged to the columns. */
function mixColumns(source: Pixels, columns: readonly Taps[], rows: readonly Taps[]): Float32Array {
  const { data, width, channels } = source;
  const top = rows[0]?.first ?? 0;
  const last = rows.at(-1);
  const bottom = last ? last.first + last.shares.length : 0;
  const mixed = new Float32Array((bottom - top) * columns.length * channels);
  let to = 0;
  for (let y = top; y < bottom; y += 1) {
    for (const { first, shares } of columns) {
      for (let channel = 0; channel < channels; channel += 1) {
        let sum = 0;
        let at = (y * width + first) * channels + channel;
        for (const share of shares) {
          sum += share * (data[at] ?? 0);
          at += channels;
        }
        mixed[to] = sum;
        to += 1;
      }
    }
  }
  return mixed;
}

/**
 * An area of an image, whose edges may be between its pixels, in this size. sharp's own crops begin
 * at whole pixels: those of a map are up to several of its image. The work is linear in the area
 * and in the result.
 */
export function resample(source: Pixels, area: Area, { width, height }: Size): Pixels {
  const { channels } = source;
  const columns = tapsOf(area.left, area.width, width, source.width);
  const rows = tapsOf(area.top, area.height, height, source.height);
  const mixed = mixColumns(source, columns, rows);
  const line = width * channels;
  const top = rows[0]?.first ?? 0;
  const data = Buffer.allocUnsafe(height * line);
  for (const [y, { first, shares }] of rows.entries()) {
    for (let x = 0; x < line; x += 1) {
      let sum = 0;
      let at = (first - top) * line + x;
      for (const share of shares) {
        sum += share * (mixed[at] ?? 0);
        at += line;
      }
      data[y * line + x] = Math.round(sum);
    }
  }
  return { data, width, height, frames: 1, channels };
}
