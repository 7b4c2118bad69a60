import { MAX_ICC_BYTES } from '../icc/rebuild-icc-profile.ts';
import { joinBytes, textBytes } from '../write-bytes.ts';
import { buildJpegSegment } from './build-jpeg-segment.ts';
import { JPEG_MARKER } from './read-jpeg-segment.ts';

/** How an APP2 segment with a part of a colour profile begins (ICC.1:2022, annex B). */
export const ICC_TEXT = 'ICC_PROFILE\0';

const MAX_PART_BYTES = 65_533 - ICC_TEXT.length - 2;

/**
 * The profile from its parts (sequence number, count, bytes), or undefined unless each occurs once.
 */
export function joinIccParts(parts: readonly Uint8Array[]): Uint8Array | undefined {
  const count = parts[0]?.[1];
  if (count === undefined || count !== parts.length) return undefined;
  const ordered: Uint8Array[] = [];
  for (const part of parts) {
    const index = (part[0] ?? 0) - 1;
    if (part[1] !== count || index < 0 || index >= count || ordered[index]) return undefined;
    ordered[index] = part.subarray(2);
  }
  const total = ordered.reduce((sum, part) => sum + part.length, 0);
  // bytes after the profile's own end are cut later; a profile so far beyond the limit need not be
  // copied
  return total > 2 * MAX_ICC_BYTES ? undefined : joinBytes(ordered);
}

/** A profile as the fewest APP2 segments. */
export function buildIccSegments(profile: Uint8Array): Uint8Array[] {
  const count = Math.ceil(profile.length / MAX_PART_BYTES);
  return Array.from({ length: count }, (_, i) => {
    const part = profile.subarray(i * MAX_PART_BYTES, (i + 1) * MAX_PART_BYTES);
    const head = Uint8Array.of(...textBytes(ICC_TEXT), i + 1, count);
    return buildJpegSegment(JPEG_MARKER.APP2, joinBytes([head, part]));
  });
}
