import { DISPLAY_P3_PROFILE } from '../icc/display-p3-profile.ts';
import { ImageFileFault } from '../image-file.ts';
import { hasTextAt, readUint16Be } from '../read-bytes.ts';
import { findProfile, type MediaProperty } from './read-properties.ts';

/** Of ITU-T H.273, 8.1 and 8.2. */
const PRIMARIES = { displayP3: 12 } as const;
const TRANSFERS_OF_HDR = [16, 18]; // PQ and HLG

/**
 * The colour profile that an `nclx` property stands for; undefined for those of sRGB, and without
 * such a property. An ImageFileFault for HDR, whose pixels would look washed out.
 */
function profileOfCodes(properties: readonly MediaProperty[]): Uint8Array | undefined {
  const codes = properties.find(
    ({ type, content }) => type === 'colr' && hasTextAt(content, 0, 'nclx'),
  );
  if (!codes) return undefined;
  if (TRANSFERS_OF_HDR.includes(readUint16Be(codes.content, 6))) {
    throw new ImageFileFault('The image is in HDR (PQ or HLG): export it in SDR.');
  }
  const isDisplayP3 = readUint16Be(codes.content, 4) === PRIMARIES.displayP3;
  return isDisplayP3 ? DISPLAY_P3_PROFILE : undefined;
}

/** The colour profile of an image, embedded or by its codes; undefined for sRGB. */
export function profileOf(properties: readonly MediaProperty[]): Uint8Array | undefined {
  return findProfile(properties) ?? profileOfCodes(properties);
}
