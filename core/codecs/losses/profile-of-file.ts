import type { SentFormat } from '../../transform/formats.ts';
import { readBmpProfile } from '../bmp/bmp-profile.ts';
import { profileOf } from '../boxes/profile-of-codes.ts';
import { FULL_BOX_BYTES, listFileBoxes, listMediaBoxes, theBox } from '../boxes/read-box.ts';
import { readPrimaryId, readProperties } from '../boxes/read-properties.ts';
import { embedded, type StatedProfile } from '../icc/stated-profile.ts';
import { readJpegColour } from '../jpeg/open-jpeg-colour.ts';
import { readPngProfile } from '../png/png-colour.ts';
import { readWebpProfile } from '../webp/open-webp-colour.ts';

/** Of the primary image of a HEIC or AVIF. */
function readBoxProfile(bytes: Uint8Array): StatedProfile | undefined {
  const { start, end } = theBox(listFileBoxes(bytes), 'meta');
  const meta = listMediaBoxes(bytes, start + FULL_BOX_BYTES, end);
  return profileOf(readProperties(bytes, meta).get(readPrimaryId(bytes, meta)) ?? []);
}

const NONE = () => undefined;

/**
 * The colours that a file of each format states, by the reader that opens or converts it. Each
 * throws an ImageFileFault for a file that can't be walked.
 */
export const PROFILE_READERS: Readonly<
  Record<SentFormat, (bytes: Uint8Array) => StatedProfile | undefined>
> = {
  jpg: (bytes) => embedded(readJpegColour(bytes).profile),
  png: readPngProfile,
  webp: (bytes) => embedded(readWebpProfile(bytes)),
  gif: NONE,
  heic: readBoxProfile,
  avif: readBoxProfile,
  svg: NONE,
  bmp: (bytes) => embedded(readBmpProfile(bytes)),
};
