import type { Sharp } from 'sharp';
import type { Transformation } from '../../core/transform/transformation.ts';
import { isPaintedFirst, isSheer } from './background.ts';
import type { SharpModule } from './load-sharp.ts';
import { openPixels, type Pixels, readGreyPixels, readPixels } from './pixels.ts';
import * as steps from './steps.ts';

/** Whether a turn or a mirror is asked. */
export function isTurned({ turn, isMirrored }: Transformation): boolean {
  return turn !== 0 || isMirrored;
}

/** sharp decides before `extend` adds transparency whether its effects heed it: else they would draw black out of it. */
function needsPassAfterPad(asked: Transformation): boolean {
  const hasEffect = asked.blur > 0 || asked.sharpen > 0;
  return asked.resize.how === 'contain' && hasEffect && !isPaintedFirst(asked);
}

/** Whether the background needs a pipeline of its own, behind that of the effects: a sheer one is composited after them anyway. */
export function needsPassBeforePaint(asked: Transformation): boolean {
  const { background } = asked;
  return background !== undefined && !isSheer(background) && !isPaintedFirst(asked);
}

/** The pixels that the steps come to. */
export function readMade(sharp: SharpModule, made: Sharp, asked: Transformation): Promise<Pixels> {
  return asked.isGrayscale ? readGreyPixels(sharp, made) : readPixels(made);
}

async function turnAndResize(
  sharp: SharpModule,
  upright: Sharp,
  asked: Transformation,
  fastShrinkOnLoad: boolean,
): Promise<Sharp> {
  const cropped = steps.crop(upright, asked);
  if (!isTurned(asked)) return steps.resize(cropped, asked, fastShrinkOnLoad);
  // sharp can't crop, turn and resize in one pipeline; and what is resized first shrinks on load
  const resized = steps.resizeBeforeTurn(cropped, asked, fastShrinkOnLoad);
  const pixels = await readPixels(steps.mirror(resized, asked));
  const turned = steps.turnMirrored(openPixels(sharp, pixels), asked);
  return steps.resize(turned, asked, fastShrinkOnLoad); // of `cover`, the cut that is left
}

/** Everything but the encoder, on an upright picture; in as few pipelines as sharp's own order of steps allows. */
export async function runSteps(
  sharp: SharpModule,
  upright: Sharp,
  asked: Transformation,
  fastShrinkOnLoad: boolean,
): Promise<Sharp> {
  const resized = await turnAndResize(sharp, upright, asked, fastShrinkOnLoad);
  let picture = steps.pad(resized, asked);
  if (needsPassAfterPad(asked)) picture = openPixels(sharp, await readPixels(picture));
  picture = steps.sharpen(steps.blur(steps.grayscale(picture, asked), asked), asked);
  if (needsPassBeforePaint(asked)) {
    picture = openPixels(sharp, await readMade(sharp, picture, asked));
  }
  return steps.paint(picture, asked);
}
