import { detectFormat } from './detect-format.ts';
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
 * A rebuilt picture's variants, each with one coded part 16 bytes shorter, as stills of their own.
 * One that decodes as a whole shows that its part carries bytes which no pixel needs: where a
 * WebP's coded pixels end is known to the decoder alone. Nothing for the other formats, whose data
 * are ended exactly.
 */
export function* shortenCodedData(bytes: Uint8Array): Generator<Uint8Array> {
  if (detectFormat(bytes) === 'webp') yield* shortenWebpData(bytes);
}
