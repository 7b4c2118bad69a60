import type { Sharp } from 'sharp';
import { STEPS, type StepName, type Transformation } from '../../core/transform/transformation.ts';
import { isSheer } from './background.ts';
import type { SharpModule } from './load-sharp.ts';
import { openPixels, type Pixels, readGreyPixels, readPixels } from './pixels.ts';
import { EFFECTS, type Effect, PIXEL_STEPS, type Step, type StepContext } from './steps.ts';

type AnyStep = Step<keyof Transformation>;
type PixelStepName = keyof typeof PIXEL_STEPS;

const ORDER = (Object.keys(STEPS) as StepName[]).filter((name) => name !== 'encode');

function requestedSteps(requested: Transformation): AnyStep[] {
  const steps: Readonly<Record<PixelStepName, AnyStep>> = PIXEL_STEPS;
  return ORDER.map((name) => steps[name]).filter((step) => step.isRequested(requested));
}

function requestedEffects(requested: Transformation): Effect<keyof Transformation>[] {
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
 * Whether frames must be processed separately. sharp works on a roll of frames, one below the
 * other, and respects them when it crops, resizes and extends. A resize mixes 5 % of the neighbour
 * into a frame's first and last row, at half the cost of frame by frame (measured). But sharp
 * turns, blurs and sharpens the roll as one image.
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

/**
 * Every step but the encoder, in the order of STEPS, on the opened image; in as few pipelines as
 * sharp's own order of steps allows.
 */
export async function runSteps(
  opened: Sharp,
  requested: Transformation,
  { sharp, fastShrinkOnLoad, orient }: Pick<StepContext, 'sharp' | 'fastShrinkOnLoad' | 'orient'>,
): Promise<Sharp> {
  const context: StepContext = {
    sharp,
    fastShrinkOnLoad,
    orient,
    isPaintedFirst: isPaintedFirst(requested),
    hasMixingEffect: requestedEffects(requested).some(({ mixesNeighbours }) => mixesNeighbours),
    finish: async (image) => openPixels(sharp, await readResult(sharp, image, requested)),
  };
  let image = opened;
  for (const step of requestedSteps(requested)) {
    const isAlone = hasOwnPipeline(step);
    if (isAlone) image = await context.finish(image);
    image = await step.run(image, requested, context);
    if (isAlone) image = await context.finish(image);
  }
  return image;
}
