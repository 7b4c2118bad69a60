import { deflateSync, inflateSync } from 'node:zlib';
import { MAX_ICC_BYTES } from '../icc/rebuild-icc-profile.ts';
import { joinBytes, textBytes } from '../write-bytes.ts';

const DEFLATE = 0;

/**
 * The profile in the data of an `iCCP` chunk, not yet validated; undefined where no profile of at
 * most 1 MB comes out. A few KB can inflate to 100 MB: the limit holds while inflating.
 */
export function inflatePngProfile(data: Uint8Array): Uint8Array | undefined {
  const nameEnd = data.indexOf(0);
  if (nameEnd < 1 || data[nameEnd + 1] !== DEFLATE) return undefined;
  try {
    return inflateSync(data.subarray(nameEnd + 2), { maxOutputLength: MAX_ICC_BYTES });
  } catch {
    return undefined;
  }
}

/** The data of an `iCCP` chunk with a fixed name. */
export function deflatePngProfile(profile: Uint8Array): Uint8Array {
  return joinBytes([Uint8Array.of(...textBytes('icc'), 0, DEFLATE), deflateSync(profile)]);
}
