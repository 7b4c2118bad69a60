import { readUint32Le } from '../read-bytes.ts';

const FILE_HEADER_BYTES = 14;
const V5_BYTES = 124;
const SPACE_AT = 70;
const PROFILE_AT = 126;
/** `MBED` as a number. */
const EMBEDDED = 0x4d424544;

/**
 * The colour profile in a BMP, not yet validated; undefined without one. Only an embedded profile
 * of `BITMAPV5HEADER` counts: browsers ignore the end points and the gamma of calibrated colours.
 */
export function readBmpProfile(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes.length < FILE_HEADER_BYTES + V5_BYTES) return undefined;
  const isVersion5 = readUint32Le(bytes, FILE_HEADER_BYTES) === V5_BYTES;
  if (!isVersion5 || readUint32Le(bytes, SPACE_AT) !== EMBEDDED) return undefined;
  const start = FILE_HEADER_BYTES + readUint32Le(bytes, PROFILE_AT);
  const size = readUint32Le(bytes, PROFILE_AT + 4);
  return size > 0 && start + size <= bytes.length ? bytes.subarray(start, start + size) : undefined;
}
