import { hasTextAt, readUint32Be } from './read-bytes.ts';

/** As in an ICC header's data colour space field, its space included (ICC.1:2022, 7.2.6). */
export type IccColourSpace = 'GRAY' | 'RGB ' | 'CMYK';

/** CONTRACT C4.5: a colour profile stays up to 1 MB. */
export const MAX_ICC_BYTES = 1_048_576;

const HEADER_BYTES = 128;
const TAG_ENTRY_BYTES = 12;

/**
 * The profile, cut to the size it states, or undefined where it isn't one for this colour space.
 */
export function checkIccProfile(
  bytes: Uint8Array,
  colourSpace: IccColourSpace,
): Uint8Array | undefined {
  if (bytes.length < HEADER_BYTES + 4) return undefined;
  const size = readUint32Be(bytes, 0);
  if (size < HEADER_BYTES + 4 || size > bytes.length || size > MAX_ICC_BYTES) return undefined;
  if (!hasTextAt(bytes, 36, 'acsp') || !hasTextAt(bytes, 16, colourSpace)) return undefined;
  const profile = bytes.subarray(0, size);
  return hasTagsWithin(profile) ? profile : undefined;
}

function hasTagsWithin(profile: Uint8Array): boolean {
  const count = readUint32Be(profile, HEADER_BYTES);
  const tagsStart = HEADER_BYTES + 4 + count * TAG_ENTRY_BYTES;
  if (count === 0 || tagsStart > profile.length) return false;
  for (let at = HEADER_BYTES + 4; at < tagsStart; at += TAG_ENTRY_BYTES) {
    const start = readUint32Be(profile, at + 4);
    if (start < tagsStart || start + readUint32Be(profile, at + 8) > profile.length) return false;
  }
  return true;
}
