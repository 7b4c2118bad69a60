import { isClear } from './background.ts';
import type { Size } from './geometry.ts';
import type { Parameters } from './parameters.ts';
import { scaleLength } from './ratio.ts';

/** The outline of a result; with neither it is the whole rectangle. */
export interface Outline {
  /** Of the corners, in pixels of the result: at most half of its shorter side, 0 for none. */
  readonly radius: number;
  /** Only the largest circle in the middle is left; of a square, `radius` says the same. */
  readonly isCircle: boolean;
}

/** The margins around a resized image, in pixels of the result. */
export interface Pad {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** A border within the edges of a result. */
export interface Border {
  /** Pixels of the result, 1 to half of its shorter side. */
  readonly width: number;
  /** Six or eight hex digits. */
  readonly color: string;
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
  const radius = scaleLength(parameters.radius ?? 0, densityOf(parameters));
  return { radius: Math.min(half, radius), isCircle: false };
}

/** The margins of `pad`, undefined for none (transformations.pad). */
export function resolvePad(parameters: Parameters): Pad | undefined {
  if (parameters.pad === undefined) return undefined;
  const density = densityOf(parameters);
  const sides = parameters.pad.split(',').map((side) => scaleLength(Number(side), density));
  const [top = 0, right = top, bottom = top, left = right] = sides;
  return Math.max(...sides) > 0 ? { top, right, bottom, left } : undefined;
}

/** A size with its margins. */
export function paddedSize({ width, height }: Size, pad: Pad | undefined): Size {
  if (!pad) return { width, height };
  return { width: width + pad.left + pad.right, height: height + pad.top + pad.bottom };
}

/** The border of a result of this size, undefined for none (transformations.border). */
export function resolveBorder(size: Size, parameters: Parameters): Border | undefined {
  const [text, color = ''] = parameters.border?.split(',') ?? [];
  const width = scaleLength(Number(text ?? 0), densityOf(parameters));
  if (width === 0 || isClear(color)) return undefined;
  return { width: Math.min(width, Math.ceil(Math.min(size.width, size.height) / 2)), color };
}
