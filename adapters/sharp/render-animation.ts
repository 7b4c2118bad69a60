import type { Metadata, Sharp } from 'sharp';
import type { Transformation } from '../../core/transform/transformation.ts';
import { encode } from './encode.ts';
import type { SharpModule } from './load-sharp.ts';
import { mayShrinkFast, openPicture } from './open-picture.ts';
import { orientPixels } from './orient-pixels.ts';
import { joinFrames, openPixels, type Pixels, readPixels, splitFrames } from './pixels.ts';
import { isTurned, needsPassBeforePaint, readMade, runSteps } from './run-steps.ts';

/**
 * Whether frames have to be taken apart. sharp works on a roll of them, one below the other, and knows of its frames
 * when it crops, resizes and extends (a resize mixes 5 % of the neighbour into a frame's first and last row, at half
 * the cost of frame by frame: measured), but turns, blurs and sharpens the roll as if it were one picture.
 */
function needsFrames(asked: Transformation, { orientation = 1 }: Metadata): boolean {
  const isSmeared = asked.blur > 0 || asked.sharpen > 0;
  return isSmeared || isTurned(asked) || needsPassBeforePaint(asked) || orientation > 1;
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

/** All frames of an animation with their delays and loop, ready to be written. */
export async function renderAnimation(
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
