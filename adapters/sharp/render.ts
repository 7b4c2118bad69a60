import type { Sharp } from 'sharp';
import { UnfitContentError } from '../../core/ports/images/image-engine.ts';
import {
  isTransformationFault,
  resolveTrimmed,
  type Transformation,
} from '../../core/transform/transformation.ts';
import { chooseChroma } from './choose-chroma.ts';
import { encode, type OriginalTraits } from './encode.ts';
import { findContent } from './find-content.ts';
import type { SharpModule } from './load-sharp.ts';
import { mayShrinkFast, openServedImage } from './open-served-image.ts';
import { type Layer, readLayers } from './paint-overlay.ts';
import { openPixels } from './pixels.ts';
import { renderAnimation } from './render-animation.ts';
import { readResult, runSteps } from './run-steps.ts';

async function renderStill(
  sharp: SharpModule,
  original: Uint8Array,
  requested: Transformation,
  layers: readonly Layer[],
): Promise<Sharp> {
  const image = openServedImage(sharp, original, false);
  // only PNG's encoder needs the encoding of the original
  const traits: OriginalTraits = requested.format === 'png' ? await image.metadata() : {};
  const result = await runSteps(image, requested, {
    sharp,
    fastShrinkOnLoad: mayShrinkFast(original),
    orient: (opened) => opened.autoOrient(),
    layers,
  });
  if (requested.format !== 'jpg') return encode(result, requested, traits);
  const pixels = await readResult(sharp, result, requested);
  return encode(openPixels(sharp, pixels), requested, { chroma: chooseChroma(pixels) });
}

/** The transformation of the content, if the borders are to be trimmed. */
async function trimmed(
  sharp: SharpModule,
  original: Uint8Array,
  requested: Transformation,
): Promise<Transformation> {
  const { trim, format } = requested;
  if (!trim) return requested;
  const content = await findContent(sharp, original, trim.tolerance);
  const result = resolveTrimmed(trim, format, content);
  if (isTransformationFault(result)) throw new UnfitContentError(result);
  return result;
}

/**
 * The rendition's bytes, by the steps and in the order of STEPS. `overlays` has the originals of
 * its overlays, in their order. Rejects with sharp's own errors, or an UnfitContentError.
 */
export async function render(
  sharp: SharpModule,
  original: Uint8Array,
  requested: Transformation,
  overlays: readonly Uint8Array[],
): Promise<Uint8Array> {
  const resolved = await trimmed(sharp, original, requested);
  const layers = await readLayers(sharp, resolved.overlays, overlays);
  const make = resolved.isAnimated ? renderAnimation : renderStill;
  return (await make(sharp, original, resolved, layers)).toBuffer();
}
