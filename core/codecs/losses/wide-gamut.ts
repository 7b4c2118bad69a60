import { buildColourProfile } from '../icc/build-colour-profile.ts';
import { SRGB_CURVE, SRGB_PRIMARIES } from '../icc/colour-codes.ts';
import { listIccTags } from '../icc/list-icc-tags.ts';
import { hasTextAt, readUint32Be } from '../read-bytes.ts';

type Point = readonly [x: number, y: number];

/** Beyond the rounding of writers, and of the primaries of old television. */
const TOLERANCE = 0.015;

/** Whether a point lies outside of a triangle, whose corners turn to the left. */
function isOutside([x, y]: Point, triangle: readonly Point[]): boolean {
  return triangle.some(([ax, ay], at) => {
    const [bx, by] = triangle[(at + 1) % 3] as Point;
    const cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    return cross / Math.hypot(bx - ax, by - ay) < -TOLERANCE;
  });
}

const PRIMARY_TAGS = ['rXYZ', 'gXYZ', 'bXYZ'];
const XYZ_BYTES = 20;

/** ICC.1:2022, 4.6: signed, with 16 bits behind the point. */
const readFixed = (bytes: Uint8Array, at: number) => (readUint32Be(bytes, at) | 0) / 0x10000;

/** The chromaticities of a profile's primaries, under its white; none where they are in tables. */
function primariesOf(profile: Uint8Array): Point[] {
  const tags = listIccTags(profile);
  return PRIMARY_TAGS.flatMap((name): Point[] => {
    const tag = tags.find((at) => hasTextAt(profile, at, name));
    const value = tag === undefined ? profile.length : readUint32Be(profile, tag + 4);
    if (value + XYZ_BYTES > profile.length || !hasTextAt(profile, value, 'XYZ ')) return [];
    const [x, y, z] = [8, 12, 16].map((place) => readFixed(profile, value + place));
    const sum = (x ?? 0) + (y ?? 0) + (z ?? 0);
    return sum > 0 ? [[(x ?? 0) / sum, (y ?? 0) / sum]] : [];
  });
}

/** sRGB under the white of every profile. */
const SRGB = primariesOf(buildColourProfile(SRGB_PRIMARIES, SRGB_CURVE) ?? new Uint8Array(0));

/** Whether colours beyond those of sRGB can be stated, by the primaries of a profile. */
export function isWide(profile: Uint8Array): boolean {
  return primariesOf(profile).some((point) => isOutside(point, SRGB));
}
