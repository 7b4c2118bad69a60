import type { ImageEngine } from '../../core/ports/images/image-engine.ts';
import { inputFormatsOf, loadSharp, type SharpModule } from './load-sharp.ts';
import { proveWhole } from './prove-whole.ts';
import { reencode } from './reencode.ts';
import { render } from './render.ts';

/**
 * Finds the cause of an error: sharp's errors have no codes, so the image is decoded separately.
 * Throws BrokenPictureError if that fails too, else the original error.
 */
async function validateImage<T>(
  sharp: SharpModule,
  picture: Uint8Array,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    await proveWhole(sharp, picture);
    throw cause;
  }
}

/** The engine over sharp, loaded here and nowhere else; its settings apply to the whole process. */
export async function createSharpEngine(): Promise<ImageEngine> {
  const sharp = await loadSharp();
  return {
    proveWhole: (picture) => proveWhole(sharp, picture),
    render: (original, transformation) =>
      validateImage(sharp, original, render(sharp, original, transformation)),
    reencode: (picture, format) => validateImage(sharp, picture, reencode(sharp, picture, format)),
    inputFormats: inputFormatsOf(sharp),
  };
}
