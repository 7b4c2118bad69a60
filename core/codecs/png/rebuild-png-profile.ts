import { deflateSync, inflateSync } from 'node:zlib';
import { MAX_ICC_BYTES, rebuildIccProfile } from '../icc/rebuild-icc-profile.ts';
import { joinBytes, textBytes } from '../write-bytes.ts';
import type { PngColourType } from './read-png-image-header.ts';

const MAX_NAME_BYTES = 79;
const DEFLATE = 0;

/**
 * An iCCP chunk's data with a fixed name, or undefined unless it holds a profile of at most 1 MB.
 */
export function rebuildPngProfile(
  data: Uint8Array,
  colourType: PngColourType,
): Uint8Array | undefined {
  const nameEnd = data.indexOf(0);
  if (nameEnd < 1 || nameEnd > MAX_NAME_BYTES || data[nameEnd + 1] !== DEFLATE) return undefined;
  const inflated = inflateWithin(data.subarray(nameEnd + 2));
  const isGrey = colourType === 0 || colourType === 4;
  const profile = inflated && rebuildIccProfile(inflated, isGrey ? 'GRAY' : 'RGB ');
  if (!profile) return undefined;
  return joinBytes([Uint8Array.of(...textBytes('icc'), 0, DEFLATE), deflateSync(profile)]);
}

// a profile of a few KB can inflate to 100 MB: the limit applies while inflating
function inflateWithin(compressed: Uint8Array): Uint8Array | undefined {
  try {
    return inflateSync(compressed, { maxOutputLength: MAX_ICC_BYTES });
  } catch {
    return undefined;
  }
}
