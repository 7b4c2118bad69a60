import {
  CAMERA_CURVES,
  profileOfColours,
  readCurve,
  readPrimaries,
  refuseHdr,
  SRGB_CURVE,
  SRGB_PRIMARIES,
} from '../icc/colour-codes.ts';
import { embedded, ofCodes, type StatedProfile } from '../icc/stated-profile.ts';
import { readUint16Be } from '../read-bytes.ts';
import { findCodes, findProfile, type MediaProperty } from './read-properties.ts';

/** Derived from the primaries (H.273, 8.3): Chromium shows such an image as sRGB. */
const MATRIX_OF_PRIMARIES = 12;

/**
 * The colour profile that an `nclx` property stands for; undefined for sRGB, and without such a
 * property. A code that browsers don't know counts as sRGB's. An ImageFileFault for HDR.
 */
function profileOfCodes(properties: readonly MediaProperty[]): Uint8Array | undefined {
  const codes = findCodes(properties);
  if (!codes) return undefined;
  const primaries = readUint16Be(codes, 4);
  const transfer = readUint16Be(codes, 6);
  refuseHdr({ primaries, transfer });
  if (readUint16Be(codes, 8) === MATRIX_OF_PRIMARIES) return undefined;
  return profileOfColours(
    readPrimaries(primaries) ?? SRGB_PRIMARIES,
    readCurve(transfer, CAMERA_CURVES.avif) ?? SRGB_CURVE,
  );
}

/** The colour profile of an image, embedded or by its codes; undefined for sRGB. */
export function profileOf(properties: readonly MediaProperty[]): StatedProfile | undefined {
  return embedded(findProfile(properties)) ?? ofCodes(profileOfCodes(properties));
}
