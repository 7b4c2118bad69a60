import type { Sharp } from 'sharp';
import { type EffectName, type FieldOf, hasEffect } from '../../core/transform/effects.ts';
import { innerCorner, type Size } from '../../core/transform/geometry.ts';
import type { NamedPosition } from '../../core/transform/parameters.ts';
import type { Pad } from '../../core/transform/shape.ts';
import type { StepName, Transformation } from '../../core/transform/transformation.ts';
import { isGrey, isSheer, readColor, TRANSPARENT } from './background.ts';
import { angleOfMirrored } from './orient-pixels.ts';
import { paintLayer } from './paint-overlay.ts';
import { PAINTED_EFFECTS, type PaintedEffect } from './painted-effects.ts';
import { openPixels, readPixels } from './pixels.ts';
import type { Effect, Fields, Step, StepContext } from './step.ts';

function step<Name extends keyof Transformation = never>(parts: Step<Name>): Step<Name> {
  return parts;
}

/**
 * An effect from finished pixels to finished pixels, frame by frame: correct for every operation of
 * sharp.
 */
function effect<Name extends EffectName>(
  name: Name,
  run: Step<FieldOf<Name>>['run'],
): Effect<FieldOf<Name>> {
  return {
    isRequested: (requested) => hasEffect(name, requested),
    run,
    needsFrames: true,
    hasOwnPipeline: true,
    mixesNeighbours: true,
    leavesGrey: true,
    mayFollowPaint: () => false,
  };
}

/**
 * An effect in the pipeline of the steps before it: correct only if sharp's own order has the same
 * result, which the tests compare.
 */
function joinedEffect<Name extends EffectName>(
  name: Name,
  parts: Omit<Effect<FieldOf<Name>>, 'isRequested' | 'needsFrames' | 'hasOwnPipeline'>,
): Effect<FieldOf<Name>> {
  return {
    ...effect(name, parts.run),
    ...parts,
    needsFrames: parts.mixesNeighbours,
    hasOwnPipeline: false,
  };
}

const orient = step({
  isRequested: () => true,
  run: (image, _, context) => context.orient(image),
  needsFrames: false, // a strip that isn't upright is split where it is opened
});

const crop = step<'crop'>({
  isRequested: ({ crop: area }) => area !== undefined,
  run(image, { crop: area }) {
    if (!area) return image;
    const { x, y, width, height } = area;
    return image.extract({ left: x, top: y, width, height });
  },
  needsFrames: false,
});

function beforeTurn({ width, height }: Size, { turn: angle }: Fields<'turn'>): Size {
  return angle % 180 === 0 ? { width, height } : { width: height, height: width };
}

/**
 * Resizes an image before its turn, in its own direction: to the requested size, or to the size
 * that `cover` crops.
 */
function resizeBeforeTurn(
  image: Sharp,
  requested: Fields<'resize' | 'turn'>,
  { fastShrinkOnLoad }: StepContext,
): Sharp {
  const { resize: to } = requested;
  const { width, height } = beforeTurn(to.how === 'contain' ? to.inner : to.size, requested);
  const fit = to.how === 'cover' ? 'outside' : 'fill';
  return image.resize(width, height, { fit, fastShrinkOnLoad });
}

const turn = step<'turn' | 'isMirrored' | 'resize'>({
  isRequested: ({ turn: angle, isMirrored }) => angle !== 0 || isMirrored,
  async run(image, requested, context) {
    // sharp can't crop, turn and resize in one pipeline; and an early resize shrinks on load
    const resized = resizeBeforeTurn(image, requested, context);
    const pixels = await readPixels(resized.flop(requested.isMirrored));
    return openPixels(context.sharp, pixels).rotate(angleOfMirrored(requested));
  },
  needsFrames: true,
});

/** sharp's spelling: `centre`, `left top`; the areas of interest are its own words. */
function wordOf(position: NamedPosition): string {
  if (position === 'center') return 'centre';
  return position.replace(/^(top|bottom)-(left|right)$/, '$2 $1');
}

/**
 * Resizes to the requested size, or to the inner size of `contain`; crops the excess of an image
 * that is already turned.
 */
function resizeToFit(
  image: Sharp,
  { resize: to, position, place }: Fields<'resize' | 'position' | 'place'>,
  { fastShrinkOnLoad }: StepContext,
): Sharp {
  const { width, height } = to.how === 'contain' ? to.inner : to.size;
  if (to.how === 'cover' && place) {
    const { scaled, left, top } = place;
    return image
      .resize(scaled.width, scaled.height, { fit: 'fill', fastShrinkOnLoad })
      .extract({ left, top, width, height });
  }
  if (to.how !== 'cover') return image.resize(width, height, { fit: 'fill', fastShrinkOnLoad });
  return image.resize(width, height, {
    fit: 'cover',
    position: wordOf(position),
    fastShrinkOnLoad,
  });
}

const NO_MARGINS: Pad = { top: 0, right: 0, bottom: 0, left: 0 };

/** The margins with which `contain` puts the inner image into its box. */
function marginsOfBox({
  resize: to,
  position,
  place,
}: Fields<'resize' | 'position' | 'place'>): Pad {
  if (to.how !== 'contain') return NO_MARGINS;
  const { left, top } = innerCorner(to, position, place);
  const right = to.size.width - to.inner.width - left;
  return { left, right, top, bottom: to.size.height - to.inner.height - top };
}

function hasMargins({ resize: to, pad }: Fields<'resize' | 'pad'>): boolean {
  return to.how === 'contain' || pad !== undefined;
}

/** Adds the margins of `contain` and of `pad`: sharp extends once in a pipeline. */
function addMargins(
  image: Sharp,
  requested: Fields<'resize' | 'pad' | 'position' | 'place' | 'background'>,
  { isPaintedFirst }: StepContext,
): Sharp {
  if (!hasMargins(requested)) return image;
  const { pad = NO_MARGINS, background } = requested;
  const inner = marginsOfBox(requested);
  return image.extend({
    left: inner.left + pad.left,
    right: inner.right + pad.right,
    top: inner.top + pad.top,
    bottom: inner.bottom + pad.bottom,
    background: background && isPaintedFirst ? readColor(background) : TRANSPARENT,
  });
}

const resize = step<'resize' | 'pad' | 'position' | 'place' | 'background'>({
  isRequested: () => true, // the size is exact, whatever rounding came before
  async run(image, requested, context) {
    const { background: color } = requested;
    // sharp would paint the background of a grey image in grey
    const isTinted = color && !isGrey(color) && !context.isColouredGrey;
    const opened = isTinted ? image.pipelineColourspace('srgb') : image;
    const fitted = resizeToFit(opened, requested, context);
    // sharp states the size of an extracted part without the margins that follow in its pipeline
    const isPartPadded = requested.resize.how === 'cover' && requested.place && requested.pad;
    const settled = isPartPadded ? openPixels(context.sharp, await readPixels(fitted)) : fitted;
    const padded = addMargins(settled, requested, context);
    // sharp decides before `extend` adds transparency whether its effects respect it: otherwise
    // they would draw black from it
    const isUnsettled = hasMargins(requested) && !context.isPaintedFirst;
    if (!isUnsettled || !context.hasMixingEffect) return padded;
    return openPixels(context.sharp, await readPixels(padded));
  },
  needsFrames: false,
});

const grayscale = joinedEffect('grayscale', {
  run: (image) => image.grayscale(),
  mixesNeighbours: false,
  leavesGrey: true,
  mayFollowPaint: isGrey, // it would remove the background's colour
});

const blur = joinedEffect('blur', {
  run: (image, { blur: sigma }) => image.blur(sigma),
  mixesNeighbours: true,
  leavesGrey: false,
  mayFollowPaint: () => true, // it mixes the same either way
});

const sharpen = joinedEffect('sharpen', {
  run: (image, { sharpen: sigma }) => image.sharpen({ sigma }),
  mixesNeighbours: true,
  leavesGrey: false,
  mayFollowPaint: () => false, // it would sharpen the background's edge
});

const background = step<'background'>({
  isRequested: ({ background: color }) => color !== undefined,
  async run(image, { background: color }, context) {
    if (color === undefined) return image;
    const layer = readColor(color);
    if (isSheer(color)) {
      const tile = { width: 1, height: 1, channels: 4 as const, background: layer };
      const under = { input: { create: tile }, tile: true, blend: 'dest-over' as const };
      return image.ensureAlpha().composite([under]); // sharp composites after the effects
    }
    const under = context.isPaintedFirst ? image : await context.finish(image);
    return under.flatten({ background: layer });
  },
  needsFrames: false, // except the pass of run-steps.ts
});

const overlay = step<'overlays'>({
  isRequested: ({ overlays }) => overlays.length > 0,
  run: (image, _, { layers, paint }) =>
    paint(image, (pixels) => {
      for (const layer of layers) paintLayer(pixels, layer);
    }),
  needsFrames: false,
});

type PixelEffectName = EffectName | 'border' | 'shape';

/**
 * A step of STEPS that is neither here nor below doesn't compile; nor does one that is here and not
 * in STEPS.
 */
export const EFFECTS = {
  ...PAINTED_EFFECTS,
  grayscale,
  blur,
  sharpen,
} satisfies Record<
  PixelEffectName,
  Effect<keyof Transformation> | PaintedEffect<keyof Transformation>
>;

/** Every step but the last, whose settings are in encode.ts, and trim, which render.ts resolves. */
export const PIXEL_STEPS = {
  orient,
  crop,
  turn,
  resize,
  ...EFFECTS,
  background,
  overlay,
} satisfies Record<
  Exclude<StepName, 'trim' | 'encode'>,
  Step<keyof Transformation> | PaintedEffect<keyof Transformation>
>;
