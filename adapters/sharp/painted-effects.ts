import { type EffectName, type FieldOf, hasEffect } from '../../core/transform/effects.ts';
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

/** An effect of THE table, which needs no alpha. */
function byFormula<Name extends EffectName>(
  name: Name,
  paint: PaintedEffect<FieldOf<Name>>['paint'],
): PaintedEffect<FieldOf<Name>> {
  const isRequested = (requested: Fields<FieldOf<Name>>) => hasEffect(name, requested);
  return paintedEffect({ isRequested, needsAlpha: false, paint });
}

/** The effects of our own formulas. */
export const PAINTED_EFFECTS = {
  brightness: byFormula('brightness', paintBrightness),
  contrast: byFormula('contrast', paintContrast),
  gamma: byFormula('gamma', paintGamma),
  saturation: byFormula('saturation', paintSaturation),
  hue: byFormula('hue', paintHue),
  tint: byFormula('tint', paintTint),
  negate: byFormula('negate', paintNegative),
  pixelate: byFormula('pixelate', paintBlocks),
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
