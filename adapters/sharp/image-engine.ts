import {
  BrokenImageError,
  type ImageEngine,
  UnfitContentError,
} from '../../core/ports/images/image-engine.ts';
import { decodeHeic } from '../heif/decode-heic.ts';
import { findHeif } from '../heif/find-heif.ts';
import { convertHeic } from './convert-heic.ts';
import { inputFormatsOf, loadSharp, type SharpModule } from './load-sharp.ts';
import { readPlaceholder } from './placeholder.ts';
import { proveWhole } from './prove-whole.ts';
import { reencode } from './reencode.ts';
import { render } from './render.ts';

/**
 * Finds the cause of an error: sharp's errors have no codes, so the image is decoded separately.
 * Throws BrokenImageError if that fails too, else the original error.
 */
async function validateImage<T>(
  sharp: SharpModule,
  image: Uint8Array,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof UnfitContentError) throw cause;
    await proveWhole(sharp, image);
    throw cause;
  }
}

/**
 * The engine over sharp, which is loaded here and nowhere else; its settings apply to the whole
 * process. HEIC comes in where its decoder is installed and permitted.
 */
export async function createSharpEngine(hasHeic = true): Promise<ImageEngine> {
  const sharp = await loadSharp();
  const heif = hasHeic ? findHeif() : undefined;
  return {
    proveWhole: (image) => proveWhole(sharp, image),
    render: (original, transformation) =>
      validateImage(sharp, original, render(sharp, original, transformation)),
    reencode: (image, format) => validateImage(sharp, image, reencode(sharp, image, format)),
    placeholder: (image) => readPlaceholder(sharp, image),
    convertHeic: async (image, traits) => {
      if (!heif) throw new BrokenImageError('no decoder of HEIC is installed');
      return convertHeic(sharp, await decodeHeic(heif, image), traits);
    },
    inputFormats: [...inputFormatsOf(sharp), ...(heif ? (['heic'] as const) : [])],
  };
}
