import { buildOrientation, readOrientation } from '../exif-orientation.ts';
import { MAX_ICC_BYTES, rebuildIccProfile } from '../icc/rebuild-icc-profile.ts';
import type { IccColourSpace } from '../icc/rebuild-icc-tag.ts';
import { hasTextAt, readByte } from '../read-bytes.ts';
import { joinBytes, textBytes, uint16Be } from '../write-bytes.ts';
import { buildJpegSegment, JPEG_MARKER, type JpegSegment } from './jpeg-segment.ts';

/** How an APP2 segment with a part of a colour profile begins (ICC.1:2022, annex B). */
export const ICC_TEXT = 'ICC_PROFILE\0';
/** How an APP1 segment with an XMP packet begins (XMP, part 3, 1.1.3). */
export const XMP_TEXT = 'http://ns.adobe.com/xap/1.0/\0';

const MAX_PART_BYTES = 65_533 - ICC_TEXT.length - 2;

/**
 * The profile from its parts (sequence number, count, bytes), or undefined unless each is there
 * once.
 */
function joinIccParts(parts: readonly Uint8Array[]): Uint8Array | undefined {
  const count = parts[0]?.[1];
  // a whole one: browsers take the first of several
  if (count === 1 && parts[0]?.[0] === 1) return parts[0].subarray(2);
  if (count === undefined || count !== parts.length) return undefined;
  const ordered: Uint8Array[] = [];
  for (const part of parts) {
    const index = (part[0] ?? 0) - 1;
    if (part[1] !== count || index < 0 || index >= count || ordered[index]) return undefined;
    ordered[index] = part.subarray(2);
  }
  const total = ordered.reduce((sum, part) => sum + part.length, 0);
  // bytes after the profile's own end are cut later; so far beyond the limit there's no need to
  // copy
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

/** The kept parts of the APPn segments before the first scan, where decoders read them. */
export interface JpegApplicationData {
  hasJfif: boolean;
  adobeTransform: number | undefined;
  orientation: number | undefined;
  readonly iccParts: Uint8Array[];
}

const JFIF_TEXT = 'JFIF\0';
const EXIF_TEXT = 'Exif\0\0';
// browsers don't mind the last byte, and take a segment without a block for none
const EXIF_NAME = EXIF_TEXT.slice(0, -1);
const ADOBE_TEXT = 'Adobe';
const COLOUR_SPACES: Record<number, IccColourSpace> = { 1: 'GRAY', 3: 'RGB ', 4: 'CMYK' };

/** Nothing seen yet. */
export function noApplicationData(): JpegApplicationData {
  return { hasJfif: false, adobeTransform: undefined, orientation: undefined, iccParts: [] };
}

/** Keeps the allowed parts of a segment; it ignores any other. */
export function collectApplicationData(
  data: JpegApplicationData,
  bytes: Uint8Array,
  segment: JpegSegment,
): void {
  const { marker, start, end } = segment;
  if (marker === JPEG_MARKER.APP0 && beginsWith(bytes, segment, JFIF_TEXT, 14)) {
    data.hasJfif = true;
  } else if (marker === JPEG_MARKER.APP1 && beginsWith(bytes, segment, EXIF_NAME, 7)) {
    // the first, in browsers as in libvips
    data.orientation ??= readOrientation(bytes.subarray(start + EXIF_TEXT.length, end));
  } else if (marker === JPEG_MARKER.APP2 && beginsWith(bytes, segment, ICC_TEXT)) {
    data.iccParts.push(bytes.subarray(start + ICC_TEXT.length, end));
  } else if (marker === JPEG_MARKER.APP14 && beginsWith(bytes, segment, ADOBE_TEXT, 12)) {
    data.adobeTransform = readByte(bytes, start + 11); // libjpeg takes the last
  }
}

/** The kept data as newly built segments, in the usual order of writers. */
export function buildApplicationSegments(
  data: JpegApplicationData,
  componentCount: number,
): Uint8Array[] {
  const orientation = data.orientation ?? 1;
  const colourSpace = COLOUR_SPACES[componentCount];
  const joined = joinIccParts(data.iccParts);
  const profile = joined && colourSpace ? rebuildIccProfile(joined, colourSpace) : undefined;
  return [
    ...(data.hasJfif ? [buildJfif()] : []),
    ...(orientation > 1 ? [buildExif(orientation)] : []),
    ...(profile ? buildIccSegments(profile) : []),
    ...buildTransform(data.adobeTransform, componentCount),
  ];
}

/** Decoders warn about another transform, and then take the one of Adobe's own files. */
function buildTransform(transform: number | undefined, componentCount: number): Uint8Array[] {
  if (transform === undefined) return [];
  const usual = componentCount === 4 ? 2 : 1;
  return [buildAdobe(transform > 0 && componentCount > 1 ? usual : transform)];
}

function beginsWith(
  bytes: Uint8Array,
  { start, end }: JpegSegment,
  text: string,
  minBytes = text.length,
): boolean {
  return end - start >= minBytes && hasTextAt(bytes, start, text);
}

// version 1.01, square pixels, no thumbnail (ITU-T T.871)
function buildJfif(): Uint8Array {
  const payload = Uint8Array.of(
    ...textBytes(JFIF_TEXT),
    1,
    1,
    0,
    ...uint16Be(1),
    ...uint16Be(1),
    0,
    0,
  );
  return buildJpegSegment(JPEG_MARKER.APP0, payload);
}

function buildExif(orientation: number): Uint8Array {
  const text = Uint8Array.from(textBytes(EXIF_TEXT));
  return buildJpegSegment(JPEG_MARKER.APP1, joinBytes([text, buildOrientation(orientation)]));
}

/** An APP14 segment as of libjpeg: version 100, no flags. Decoders mind the transform alone. */
export function buildAdobe(transform: number): Uint8Array {
  const payload = Uint8Array.of(...textBytes(ADOBE_TEXT), ...uint16Be(100), 0, 0, 0, 0, transform);
  return buildJpegSegment(JPEG_MARKER.APP14, payload);
}
