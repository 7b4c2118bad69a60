import { detectFormat } from './detect-format.ts';
import { endProgressiveScans } from './jpeg/rebuild-jpeg.ts';
import { endPngData } from './png/end-png-data.ts';
import { shortenWebpData } from './webp/shorten-webp-data.ts';

/**
 * A rebuilt image whose compressed data end with the last pixel, as far as that can be determined
 * without a decoder.
 */
export async function endCodedData(bytes: Uint8Array): Promise<Uint8Array> {
  return detectFormat(bytes) === 'png' ? endPngData(bytes) : bytes;
}

/**
 * A rebuilt image that its decoder refuses, without the bytes that the decoder alone notices:
 * those behind a progressive scan. Undefined if there are none.
 */
export function mendCodedData(bytes: Uint8Array): Uint8Array | undefined {
  if (detectFormat(bytes) !== 'jpg') return undefined;
  const mended = endProgressiveScans(bytes);
  return mended && mended.length < bytes.length ? mended : undefined;
}

/**
 * A rebuilt image's variants, each with one coded part 16 bytes shorter, as separate stills. If one
 * decodes completely, its part carries bytes that no pixel needs: only the decoder knows the end of
 * a WebP's coded pixels. Empty for the other formats, whose data end exactly.
 */
export function* shortenCodedData(bytes: Uint8Array): Generator<Uint8Array> {
  if (detectFormat(bytes) === 'webp') yield* shortenWebpData(bytes);
}
