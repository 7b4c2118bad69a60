import type { Sharp } from 'sharp';
import type { Transformation } from '../../core/transform/transformation.ts';
import { encode, type OriginalTraits } from './encode.ts';
import type { SharpModule } from './load-sharp.ts';
import { mayShrinkFast, openPicture } from './open-picture.ts';
import { renderAnimation } from './render-animation.ts';
import { runSteps } from './run-steps.ts';

async function renderStill(
  sharp: SharpModule,
  original: Uint8Array,
  asked: Transformation,
): Promise<Sharp> {
  const picture = openPicture(sharp, original, false).autoOrient();
  // PNG's encoder alone asks how the original was encoded
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
