import type { Size } from './geometry.ts';
import type { Parameters } from './parameters.ts';

/** The outline of a result; with neither it is the whole rectangle. */
export interface Outline {
  /** Of the corners, in pixels of the result: at most half of its shorter side, 0 for none. */
  readonly radius: number;
  /** Only the largest circle in the middle is left; of a square, `radius` says the same. */
  readonly isCircle: boolean;
}

/** The factor of `dpr`, which has no effect without a side (transformations.fit). */
function densityOf({ width, height, dpr = 1 }: Parameters): number {
  return width === undefined && height === undefined ? 1 : dpr;
}

/** The outline of `radius` and `mask` for a result of this size (transformations.shape). */
export function resolveOutline(size: Size, parameters: Parameters): Outline {
  const half = Math.min(size.width, size.height) / 2;
  if (parameters.mask === 'circle') {
    const isSquare = size.width === size.height;
    return { radius: isSquare ? half : 0, isCircle: !isSquare };
  }
  const radius = Math.round((parameters.radius ?? 0) * densityOf(parameters));
  return { radius: Math.min(half, radius), isCircle: false };
}
