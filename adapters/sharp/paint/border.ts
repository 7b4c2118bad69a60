import type { Transformation } from '../../../core/transform/transformation.ts';
import { readColor } from '../background.ts';
import type { Pixels } from '../pixels.ts';
import { layOver } from './lay-over.ts';
import { coverage, mirrored } from './shape.ts';

type Requested = Pick<Transformation, 'border' | 'radius' | 'isCircle'>;

/**
 * Paints the border, of three channels or four, in every frame: on all that lies outside the
 * outline made smaller by its width (transformations.border).
 */
export function paintBorder(pixels: Pixels, { border, radius, isCircle }: Requested): void {
  if (!border) return;
  const { width, height, frames, channels } = pixels;
  const { r, g, b, alpha } = readColor(border.color);
  const round = isCircle ? Math.min(width, height) / 2 : radius;
  const [reachX, reachY] = isCircle ? [width / 2, height / 2] : [radius, radius];
  const inside = (x: number, y: number) => {
    const isCorner = x < reachX && y < reachY && round > border.width;
    if (isCorner) return coverage(reachX - x - 0.5, reachY - y - 0.5, round - border.width);
    return !isCircle && x >= border.width && y >= border.width ? 1 : 0;
  };
  const deepest = Math.max(border.width, isCircle ? width / 2 : radius);
  for (let y = 0; y < height / 2; y += 1) {
    const rows = mirrored(y, height);
    const end = Math.min(width / 2, y < border.width ? width / 2 : deepest);
    for (let x = 0; x < end; x += 1) {
      const opacity = (1 - inside(x, y)) * alpha;
      if (opacity === 0) continue;
      const columns = mirrored(x, width);
      for (let frame = 0; frame < frames; frame += 1) {
        for (const row of rows) {
          for (const column of columns) {
            const at = ((frame * height + row) * width + column) * channels;
            layOver(pixels, at, r, g, b, opacity);
          }
        }
      }
    }
  }
}
