import type { Sharp } from 'sharp';
import { STEPS, type StepName, type Transformation } from '../../core/transform/transformation.ts';
import { isSheer } from './background.ts';
import type { SharpModule } from './load/load-sharp.ts';
import type { ServedImage } from './open-served-image.ts';
import type { PaintedEffect } from './painted-effects.ts';
import { openPixels, type Pixels, readGreyPixels, readPixels } from './pixels.ts';
import type { Step, StepContext } from './step.ts';
import { EFFECTS, PIXEL_STEPS } from './steps.ts';

type AnyPaint = PaintedEffect<keyof Transformation>;
type AnyStep = Step<keyof Transformation> | AnyPaint;
type PixelStepName = keyof typeof PIXEL_STEPS;

const ORDER = (Object.keys(STEPS) as StepName[]).filter(
  (name): name is PixelStepName => name in PIXEL_STEPS,
);

function requestedSteps(requested: Transformation): AnyStep[] {
  const steps: Readonly<Record<PixelStepName, AnyStep>> = PIXEL_STEPS;
  return ORDER.map((name) => steps[name]).filter((step) => step.isRequested(requested));
}

function requestedEffects(requested: Transformation) {
  return Object.values(EFFECTS).filter((effect) => effect.isRequested(requested));
}

function isOpaque(background: string | undefined): background is string {
  return background !== undefined && !isSheer(background);
}

/**
 * Whether the background may be painted before the effects, as sharp does within one pipeline, with
 * the same result as after them (transformations.order).
 */
function isPaintedFirst(requested: Transformation): boolean {
  const { background } = requested;
  if (!isOpaque(background)) return false;
  return requestedEffects(requested).every((effect) => effect.mayFollowPaint(background));
}

/**
 * Whether frames must be processed separately. sharp works on a strip of frames, one below the
 * other, and respects them when it crops, resizes and extends. A resize mixes 5 % of the neighbour
 * into a frame's first and last row, at half the cost of frame by frame (measured). But sharp
 * turns, blurs and sharpens the strip as one image.
 */
export function needsFrames(requested: Transformation): boolean {
  const isPaintedLast = isOpaque(requested.background) && !isPaintedFirst(requested);
  return isPaintedLast || requestedSteps(requested).some((step) => step.needsFrames);
}

/** The pixels after the steps. */
export function readResult(
  sharp: SharpModule,
  image: Sharp,
  requested: Transformation,
): Promise<Pixels> {
  const isGrey = requestedEffects(requested).some(({ leavesGrey }) => leavesGrey);
  return isGrey ? readGreyPixels(sharp, image) : readPixels(image);
}

function hasOwnPipeline(step: AnyStep): boolean {
  return 'hasOwnPipeline' in step && step.hasOwnPipeline === true;
}

function isPaint(step: AnyStep | undefined): step is AnyPaint {
  return step !== undefined && 'paint' in step;
}

/** The painted effects that follow one another, at the first of them. */
function paintsFrom(steps: readonly AnyStep[], first: number): AnyPaint[] {
  if (isPaint(steps[first - 1])) return [];
  const end = steps.findIndex((step, at) => at > first && !isPaint(step));
  return steps.slice(first, end < 0 ? undefined : end).filter(isPaint);
}

/** Alters the pixels of the pipeline: three channels, or four where they have or need alpha. */
async function paint(
  sharp: SharpModule,
  image: Sharp,
  requested: Transformation,
  needsAlpha: boolean,
  alter: (pixels: Pixels) => void,
): Promise<Sharp> {
  const withAlpha = (opened: Sharp) => (needsAlpha ? opened.ensureAlpha() : opened);
  let pixels = await readResult(sharp, withAlpha(image), requested);
  if (pixels.channels < 3) {
    pixels = await readPixels(withAlpha(openPixels(sharp, pixels).toColourspace('srgb')));
  }
  alter(pixels);
  return openPixels(sharp, pixels);
}

/** The input of the steps that the requested ones don't decide. */
export type Opening = Pick<StepContext, 'sharp' | 'fastShrinkOnLoad' | 'orient' | 'layers'>;

/**
 * Every step but the encoder, in the order of STEPS, on the opened image; in as few pipelines as
 * sharp's own order of steps allows.
 */
export async function runSteps(
  { image: opened, isColouredGrey }: ServedImage,
  requested: Transformation,
  { sharp, fastShrinkOnLoad, orient, layers }: Opening,
): Promise<Sharp> {
  const context: StepContext = {
    sharp,
    fastShrinkOnLoad,
    isColouredGrey,
    orient,
    isPaintedFirst: isPaintedFirst(requested),
    hasMixingEffect: requestedEffects(requested).some(({ mixesNeighbours }) => mixesNeighbours),
    finish: async (image) => openPixels(sharp, await readResult(sharp, image, requested)),
    layers,
    paint: (image, alter) => paint(sharp, image, requested, false, alter),
  };
  const steps = requestedSteps(requested);
  let image = opened;
  for (const [at, step] of steps.entries()) {
    if (isPaint(step)) {
      const paints = paintsFrom(steps, at);
      if (paints.length === 0) continue;
      const needsAlpha = paints.some((one) => one.needsAlpha);
      image = await paint(sharp, image, requested, needsAlpha, (pixels) => {
        for (const one of paints) one.paint(pixels, requested);
      });
      continue;
    }
    const isAlone = hasOwnPipeline(step);
    if (isAlone) image = await context.finish(image);
    image = await step.run(image, requested, context);
    if (isAlone) image = await context.finish(image);
  }
  return image;
}
