import type { Sharp } from 'sharp';
import type { Transformation } from '../../core/transform/transformation.ts';
import { encode } from './encode.ts';
import type { SharpModule } from './load/load-sharp.ts';
import { isDecodedHere, openFile, openServedImage } from './open-served-image.ts';
import { orientPixels } from './orient-pixels.ts';
import type { Layer } from './paint-overlay.ts';
import { joinFrames, openPixels, type Pixels, readPixels, splitFrames } from './pixels.ts';
import { hasChoiceOfQuality, withQuality } from './quality/choose-quality.ts';
import { needsFrames, readResult, runSteps } from './run-steps.ts';

async function renderEachFrame(
  sharp: SharpModule,
  original: Uint8Array,
  requested: Transformation,
  orientation: number,
  layers: readonly Layer[],
): Promise<Sharp> {
  const { image: opened } = await openServedImage(sharp, original, true);
  const strip = await readPixels(opened);
  const results: Pixels[] = [];
  for (const frame of splitFrames(strip)) {
    const orient = async () => openPixels(sharp, await orientPixels(sharp, frame, orientation));
    const context = { sharp, fastShrinkOnLoad: false, orient, layers };
    const one = { image: openPixels(sharp, frame), isColouredGrey: false };
    const image = await runSteps(one, requested, context);
    results.push(await readResult(sharp, image, requested));
  }
  return openPixels(sharp, joinFrames(results));
}

/** The pixels of the first frame's result, if they choose the quality of all frames. */
async function readFirstFrame(
  sharp: SharpModule,
  original: Uint8Array,
  requested: Transformation,
  layers: readonly Layer[],
): Promise<Pixels | undefined> {
  if (!hasChoiceOfQuality(requested)) return undefined;
  const image = await runSteps(await openServedImage(sharp, original, false), requested, {
    sharp,
    fastShrinkOnLoad: true, // no animation is a JPEG
    orient: (opened) => opened.autoOrient(),
    layers,
  });
  return readResult(sharp, image, requested);
}

/** All frames of an animation with their delays and loop, ready to be written. */
export async function renderAnimation(
  sharp: SharpModule,
  original: Uint8Array,
  requested: Transformation,
  layers: readonly Layer[],
): Promise<Sharp> {
  const firstFrame = await readFirstFrame(sharp, original, requested, layers);
  const facts = await openFile(sharp, original, true).metadata();
  const { orientation = 1 } = facts;
  const isApart = orientation > 1 || needsFrames(requested) || isDecodedHere(original);
  const image = isApart
    ? await renderEachFrame(sharp, original, requested, orientation, layers)
    : await runSteps(await openServedImage(sharp, original, true), requested, {
        sharp,
        fastShrinkOnLoad: true, // no animation is a JPEG
        orient: (opened) => opened, // upright already
        layers,
      });
  return encode(image, withQuality(requested, firstFrame), facts);
}
