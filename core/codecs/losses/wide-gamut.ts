import { hasTextAt, readUint32Be } from '../read-bytes.ts';
import type { StatedColour } from './colour-of-file.ts';

type Point = readonly [x: number, y: number];
type Triangle = readonly [red: Point, green: Point, blue: Point];

/** The primaries of sRGB (IEC 61966-2-1), and the same for the white of ICC profiles, D50. */
const SRGB: Triangle = [
  [0.64, 0.33],
  [0.3, 0.6],
  [0.15, 0.06],
];
const SRGB_OF_PROFILES: Triangle = [
  [0.6484, 0.3309],
  [0.3212, 0.5978],
  [0.1559, 0.066],
];
/** Beyond the rounding of writers, and of the primaries of old television. */
const TOLERANCE = 0.015;

/** ITU-T H.273, table 2: film, BT.2020, XYZ, and the two of P3. */
const WIDE_PRIMARIES = [8, 9, 10, 11, 12];

function isOutside([x, y]: Point, triangle: Triangle): boolean {
  return triangle.some(([ax, ay], at) => {
    const [bx, by] = triangle[(at + 1) % 3] as Point;
    const cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    return cross / Math.hypot(bx - ax, by - ay) < -TOLERANCE;
  });
}

const TAGS_AT = 128;
const TAG_BYTES = 12;
const MAX_TAGS = 100;
const PRIMARY_TAGS = ['rXYZ', 'gXYZ', 'bXYZ'];

/** ICC.1:2022, 4.6: signed, with 16 bits behind the point. */
const readFixed = (bytes: Uint8Array, at: number) => (readUint32Be(bytes, at) | 0) / 0x10000;

/** The chromaticities of a profile's primaries; none where they are in tables. */
function primariesOf(profile: Uint8Array): Point[] {
  if (profile.length < TAGS_AT + 4) return [];
  const count = Math.min(readUint32Be(profile, TAGS_AT), MAX_TAGS);
  const found: Point[] = [];
  for (let tag = 0; tag < count; tag += 1) {
    const at = TAGS_AT + 4 + tag * TAG_BYTES;
    if (at + TAG_BYTES > profile.length) break;
    if (!PRIMARY_TAGS.some((name) => hasTextAt(profile, at, name))) continue;
    const value = readUint32Be(profile, at + 4);
    if (value + 20 > profile.length || !hasTextAt(profile, value, 'XYZ ')) continue;
    const [x, y, z] = [8, 12, 16].map((place) => readFixed(profile, value + place));
    const sum = (x ?? 0) + (y ?? 0) + (z ?? 0);
    if (sum > 0) found.push([(x ?? 0) / sum, (y ?? 0) / sum]);
  }
  return found;
}

const WHITE_BYTES = 8;

function primariesOfChunk(chunk: Uint8Array): Point[] {
  if (chunk.length < WHITE_BYTES + 24) return [];
  const read = (at: number) => readUint32Be(chunk, WHITE_BYTES + at) / 100_000;
  return [0, 8, 16].map((at) => [read(at), read(at + 4)]);
}

/** Whether colours beyond those of sRGB can be stated, by the primaries. */
export function isWide({ profile, primaries, chromaticities }: StatedColour): boolean {
  if (primaries !== undefined) return WIDE_PRIMARIES.includes(primaries);
  if (profile) return primariesOf(profile).some((point) => isOutside(point, SRGB_OF_PROFILES));
  if (!chromaticities) return false;
  return primariesOfChunk(chromaticities).some((point) => isOutside(point, SRGB));
}
