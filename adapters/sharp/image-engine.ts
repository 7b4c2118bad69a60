import type { ImageEngine } from '../../core/ports/images/image-engine.ts';
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
    await proveWhole(sharp, image);
    throw cause;
  }
}

/** The engine over sharp, loaded here and nowhere else; its settings apply to the whole process. */
export async function createSharpEngine(): Promise<ImageEngine> {
  const sharp = await loadSharp();
  return {
    proveWhole: (image) => proveWhole(sharp, image),
    render: (original, transformation) =>
      validateImage(sharp, original, render(sharp, original, transformation)),
    reencode: (image, format) => validateImage(sharp, image, reencode(sharp, image, format)),
    placeholder: (image) => validateImage(sharp, image, readPlaceholder(sharp, image)),
    inputFormats: inputFormatsOf(sharp),
  };
}
