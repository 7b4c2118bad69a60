import type { Transformation } from '../../core/transform/transformation.ts';
import { paintBlocks } from './paint/blocks.ts';
import { paintBorder } from './paint/border.ts';
import {
  paintBrightness,
  paintContrast,
  paintGamma,
  paintHue,
  paintNegative,
  paintSaturation,
  paintTint,
} from './paint/colours.ts';
import { paintShape } from './paint/shape.ts';
import type { Pixels } from './pixels.ts';
import type { Effect, Fields } from './step.ts';

/** An effect by our own formula, on pixels in memory. */
export interface PaintedEffect<Name extends keyof Transformation>
  extends Pick<
    Effect<Name>,
    'isRequested' | 'needsFrames' | 'mixesNeighbours' | 'leavesGrey' | 'mayFollowPaint'
  > {
  readonly needsAlpha: boolean;
  readonly paint: (pixels: Pixels, requested: Fields<Name>) => void;
}

/**
 * An effect by our own formula: it alters the pixels of every frame in place, four channels if
 * it needs alpha. Its neighbours share one reading of the pixels.
 */
function paintedEffect<Name extends keyof Transformation>(
  parts: Pick<PaintedEffect<Name>, 'isRequested' | 'needsAlpha' | 'paint'>,
): PaintedEffect<Name> {
  return {
    ...parts,
    needsFrames: false,
    mixesNeighbours: false,
    leavesGrey: false,
    mayFollowPaint: () => false,
  };
}

/** The effects of our own formulas. */
export const PAINTED_EFFECTS = {
  brightness: paintedEffect<'brightness'>({
    isRequested: ({ brightness: percent }) => percent !== 100,
    needsAlpha: false,
    paint: paintBrightness,
  }),
  contrast: paintedEffect<'contrast'>({
    isRequested: ({ contrast: percent }) => percent !== 100,
    needsAlpha: false,
    paint: paintContrast,
  }),
  gamma: paintedEffect<'gamma'>({
    isRequested: ({ gamma: exponent }) => exponent !== 1,
    needsAlpha: false,
    paint: paintGamma,
  }),
  saturation: paintedEffect<'saturation'>({
    isRequested: ({ saturation: percent }) => percent !== 100,
    needsAlpha: false,
    paint: paintSaturation,
  }),
  hue: paintedEffect<'hue'>({
    isRequested: ({ hue: degrees }) => degrees !== 0,
    needsAlpha: false,
    paint: paintHue,
  }),
  tint: paintedEffect<'tint'>({
    isRequested: ({ tint: color }) => color !== undefined,
    needsAlpha: false,
    paint: paintTint,
  }),
  negate: paintedEffect<'isNegated'>({
    isRequested: ({ isNegated }) => isNegated,
    needsAlpha: false,
    paint: paintNegative,
  }),
  pixelate: paintedEffect<'pixelate'>({
    isRequested: ({ pixelate: side }) => side > 1,
    needsAlpha: false,
    paint: paintBlocks,
  }),
  border: paintedEffect<'border' | 'radius' | 'isCircle'>({
    isRequested: ({ border }) => border !== undefined,
    needsAlpha: false,
    paint: paintBorder,
  }),
  shape: paintedEffect<'radius' | 'isCircle'>({
    isRequested: ({ radius, isCircle }) => radius > 0 || isCircle,
    needsAlpha: true,
    paint: paintShape,
  }),
};
