import { detectFormat } from '../../core/codecs/detect-format.ts';
import { readHeader } from '../../core/codecs/read-header.ts';
import { BrokenImageError } from '../../core/ports/images/image-engine.ts';
import type { SharpModule } from './load/load-sharp.ts';
import { openFile } from './open-served-image.ts';

/** The result of a decode of the image; throws BrokenImageError if the image is not whole. */
export async function asProof<T>(image: Uint8Array, decode: () => Promise<T>): Promise<T> {
  try {
    const result = await decode();
    // libnsgif shows the existing part of a truncated GIF without an error: the walk to its trailer
    // throws
    if (detectFormat(image) === 'gif') readHeader(image);
    return result;
  } catch (cause) {
    throw new BrokenImageError('the image cannot be decoded', { cause });
  }
}

/**
 * Decodes all frames of the image once; throws BrokenImageError if that fails. The decoder
 * shrinks while it reads. That skips no coefficient and holds 50 megapixels of WebP in 5 MiB
 * instead of 390 for whole pixels.
 */
export async function decodeFully(sharp: SharpModule, image: Uint8Array): Promise<void> {
  const small = () => openFile(sharp, image, true).resize(8, 8, { fit: 'fill' });
  await asProof(image, () => small().raw().toBuffer());
}
