import { uprightSize } from '../../core/codecs/image-file.ts';
import { readHeader } from '../../core/codecs/read-header.ts';
import { UnfitContentError } from '../../core/ports/images/image-engine.ts';
import { findPriceFault } from '../../core/transform/price/bound-price.ts';
import { type OpenedTraits, WORST_TRAITS } from '../../core/transform/price/pixel-counts.ts';
import type { OriginalFacts, Transformation } from '../../core/transform/transformation.ts';
import type { SharpModule } from './load/load-sharp.ts';
import { isDecodedHere, openFile } from './open-served-image.ts';

/** The size that an overlay's file has; its ID doesn't change the price. */
function overlayFacts(file: Uint8Array | undefined) {
  if (!file) return null;
  const { width, height } = readHeader(file);
  return { imageId: 'img_' as const, generation: 0, width, height };
}

/** The facts of files that a price needs, from their headers. */
function factsOf(file: Uint8Array, overlays: readonly Uint8Array[]): OriginalFacts {
  const header = readHeader(file);
  const { format, frames, hasAlpha } = header;
  const [first, second] = overlays.map(overlayFacts);
  const watermark = second ? { parameters: {}, facts: second } : null;
  return { format, ...uprightSize(header), frames, hasAlpha, overlay: first ?? null, watermark };
}

async function readTraits(sharp: SharpModule, file: Uint8Array): Promise<OpenedTraits> {
  const { isPalette = false, space, depth } = await openFile(sharp, file, false).metadata();
  return {
    isPalette,
    isCmyk: space === 'cmyk',
    isDeep: depth === 'ushort',
    isMisread: isDecodedHere(file),
  };
}

/**
 * Throws an UnfitContentError before a pixel is decoded if a trait of the file makes the rendition
 * too dear (security.bounded-price). Only the file tells these traits: a palette, four inks, 16
 * bits a channel, a GIF that libvips misreads.
 */
export async function refuseDear(
  sharp: SharpModule,
  file: Uint8Array,
  requested: Transformation,
  overlays: readonly Uint8Array[],
): Promise<void> {
  const original = factsOf(file, overlays);
  if (!findPriceFault({ original, requested, traits: WORST_TRAITS })) return;
  const fault = findPriceFault({ original, requested, traits: await readTraits(sharp, file) });
  if (fault) throw new UnfitContentError(fault);
}
