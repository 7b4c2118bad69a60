import type { Metadata, Sharp } from 'sharp';
import type { Transformation } from '../../core/transform/transformation.ts';
import { isPaintedFirst, isSheer } from './background.ts';
import { encode, type OriginalTraits } from './encode.ts';
import type { SharpModule } from './load-sharp.ts';
import { mayShrinkFast, openPicture } from './open-picture.ts';
import { orientPixels } from './orient-pixels.ts';
import {
  joinFrames,
  openPixels,
  type Pixels,
  readGreyPixels,
  readPixels,
  splitFrames,
} from './pixels.ts';
import * as steps from './steps.ts';

/** Everything but the encoder, on an upright picture; as few pipelines as sharp's own order of steps allows. */
async function runSteps(
  sharp: SharpModule,
  upright: Sharp,
  asked: Transformation,
  fastShrinkOnLoad: boolean,
): Promise<Sharp> {
  const cropped = steps.crop(upright, asked);
  let picture: Sharp;
  if (isTurned(asked)) {
    // sharp can't crop, turn and resize in one pipeline; and what is resized first shrinks on load
    const resized = steps.resizeBeforeTurn(cropped, asked, fastShrinkOnLoad);
    const pixels = await readPixels(steps.mirror(resized, asked));
    const turned = steps.turnMirrored(openPixels(sharp, pixels), asked);
    picture = steps.resize(turned, asked, fastShrinkOnLoad);
  } else picture = steps.resize(cropped, asked, fastShrinkOnLoad);
  picture = [steps.pad, steps.grayscale, steps.blur, steps.sharpen].reduce(
    (made, step) => step(made, asked),
    picture,
  );
  if (needsPaintPass(asked)) picture = openPixels(sharp, await readMade(sharp, picture, asked));
  return steps.paint(picture, asked);
}

function readMade(sharp: SharpModule, picture: Sharp, asked: Transformation): Promise<Pixels> {
  return asked.isGrayscale ? readGreyPixels(sharp, picture) : readPixels(picture);
}

function isTurned({ turn, isMirrored }: Transformation): boolean {
  return turn !== 0 || isMirrored;
}

function needsPaintPass(asked: Transformation): boolean {
  const { background } = asked;
  if (background === undefined || isPaintedFirst(asked)) return false;
  // a sheer background is composited, which comes last in sharp: only the colour that grayscale took out is missing
  return isSheer(background) ? asked.isGrayscale : true;
}

/** Whether sharp's roll of frames, one below the other, would show in the result. */
function needsFrames(asked: Transformation, { orientation = 1 }: Metadata): boolean {
  const bleeds = asked.blur > 0 || asked.sharpen > 0;
  return orientation > 1 || bleeds || isTurned(asked) || needsPaintPass(asked);
}

async function renderEachFrame(
  sharp: SharpModule,
  original: Uint8Array,
  asked: Transformation,
  { orientation = 1 }: Metadata,
): Promise<Sharp> {
  const roll = await readPixels(openPicture(sharp, original, true));
  const made: Pixels[] = [];
  for (const frame of splitFrames(roll)) {
    const upright = await orientPixels(sharp, frame, orientation);
    const picture = await runSteps(sharp, openPixels(sharp, upright), asked, false);
    made.push(await readMade(sharp, picture, asked));
  }
  return openPixels(sharp, joinFrames(made));
}

async function renderAnimation(
  sharp: SharpModule,
  original: Uint8Array,
  asked: Transformation,
): Promise<Sharp> {
  const roll = openPicture(sharp, original, true);
  const facts = await roll.metadata();
  const picture = needsFrames(asked, facts)
    ? await renderEachFrame(sharp, original, asked, facts)
    : await runSteps(sharp, roll, asked, mayShrinkFast(original));
  return encode(picture, asked, facts);
}

async function renderStill(
  sharp: SharpModule,
  original: Uint8Array,
  asked: Transformation,
): Promise<Sharp> {
  const picture = openPicture(sharp, original, false).autoOrient();
  // only PNG's encoder asks how the original was encoded
  const traits: OriginalTraits = asked.format === 'png' ? await picture.metadata() : {};
  const made = await runSteps(sharp, picture, asked, mayShrinkFast(original));
  return encode(made, asked, traits);
}

/** The rendition's bytes, by the steps and in the order of CONTRACT C6.3; rejects with sharp's own errors. */
export async function render(
  sharp: SharpModule,
  original: Uint8Array,
  asked: Transformation,
): Promise<Uint8Array> {
  const make = asked.isAnimated ? renderAnimation : renderStill;
  return (await make(sharp, original, asked)).toBuffer();
}
