import { detectFormat } from './detect-format.ts';
import { MAX_ICC_BYTES } from './icc/rebuild-icc-profile.ts';
import { buildIccSegments } from './jpeg/jpeg-application-data.ts';
import { buildProfileChunk } from './png/png-colour.ts';
import { joinBytes } from './write-bytes.ts';

const JPEG_START = 2;
/** The signature and the header. */
const PNG_START = 33;

/**
 * A JPEG or PNG without a colour profile, with this one; unchanged without one, or if it is too
 * large. The profile is not validated: a rebuild of the result does that.
 */
export function insertProfile(image: Uint8Array, profile: Uint8Array | undefined): Uint8Array {
  if (!profile || profile.length > MAX_ICC_BYTES) return image;
  const isJpeg = detectFormat(image) === 'jpg';
  const start = isJpeg ? JPEG_START : PNG_START;
  const parts = isJpeg ? buildIccSegments(profile) : [buildProfileChunk(profile)];
  return joinBytes([image.subarray(0, start), ...parts, image.subarray(start)]);
}
