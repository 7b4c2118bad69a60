import type { Transformation } from '../../../core/transform/transformation.ts';
import type { Pixels } from '../pixels.ts';

/** The share of a pixel that a circle covers, by the distance of their centres. */
export function coverage(across: number, down: number, radius: number): number {
  return Math.min(1, Math.max(0, radius + 0.5 - Math.sqrt(across * across + down * down)));
}

/** A place and its mirror image; the middle is its own. */
export function mirrored(at: number, length: number): number[] {
  const other = length - 1 - at;
  return at === other ? [at] : [at, other];
}

/** Multiplies the alpha of the pixels outside the outline (transformations.shape). */
export function paintShape(
  { data, width, height, frames }: Pixels,
  { radius, isCircle }: Pick<Transformation, 'radius' | 'isCircle'>,
): void {
  const round = isCircle ? Math.min(width, height) / 2 : radius;
  // the distance from the edges to the centre of the corner's circle
  const [reachX, reachY] = isCircle ? [width / 2, height / 2] : [radius, radius];
  for (let y = 0; y < reachY; y += 1) {
    const rows = mirrored(y, height);
    for (let x = 0; x < reachX; x += 1) {
      const down = Math.max(0, reachY - y - 0.5);
      const covered = coverage(Math.max(0, reachX - x - 0.5), down, round);
      if (covered === 1) continue;
      const columns = mirrored(x, width);
      for (let frame = 0; frame < frames; frame += 1) {
        for (const row of rows) {
          for (const column of columns) {
            const alpha = ((frame * height + row) * width + column) * 4 + 3;
            data[alpha] = Math.round((data[alpha] ?? 0) * covered);
          }
        }
      }
    }
  }
}
