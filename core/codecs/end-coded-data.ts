import { detectFormat } from './detect-format.ts';
import { endPngData } from './png/end-png-data.ts';

/**
 * A rebuilt image whose compressed data end with the last pixel, as far as that can be determined
 * without a decoder.
 */
export async function endCodedData(bytes: Uint8Array): Promise<Uint8Array> {
  return detectFormat(bytes) === 'png' ? endPngData(bytes) : bytes;
}
