import { plainInksProfile } from '../icc/plain-inks-profile.ts';
import { withProfileOfBrowsers } from '../icc/show-as-browsers.ts';
import { checkPartCount, hasTextAt, readByte } from '../read-bytes.ts';
import { joinBytes } from '../write-bytes.ts';
import {
  buildAdobe,
  buildIccSegments,
  collectApplicationData,
  ICC_TEXT,
  noApplicationData,
} from './jpeg-application-data.ts';
import { JPEG_MARKER, type JpegSegment, readJpegSegment } from './jpeg-segment.ts';
import { isFrameMarker } from './read-jpeg-frame.ts';

/** A JPEG as libvips shows it in the colours that browsers see. */
export interface OpenedJpeg {
  readonly bytes: Uint8Array;
  readonly isGrey: boolean;
  readonly hasProfile: boolean;
}

const FIRST_SEGMENT = 2;
const COMPONENTS_AT = 5;
const INKS = 4;
/** The sequence number and the count of a part. */
const PART_HEAD_BYTES = 2;

function isProfilePart(bytes: Uint8Array, { marker, start }: JpegSegment): boolean {
  return marker === JPEG_MARKER.APP2 && hasTextAt(bytes, start, ICC_TEXT);
}

/** The colours that a JPEG states. */
interface JpegColour {
  readonly components: number;
  /** The first part of the profile, a view: its tags stand before its tables. */
  readonly profile: Uint8Array | undefined;
  readonly hasAdobe: boolean;
}

/** The colours of a JPEG, by its header. An ImageFileFault if it can't be walked. */
export function readJpegColour(bytes: Uint8Array): JpegColour {
  const application = noApplicationData();
  let components = 0;
  let profile: Uint8Array | undefined;
  let segment = readJpegSegment(bytes, FIRST_SEGMENT);
  for (let parts = 1; segment.marker !== JPEG_MARKER.SOS; parts += 1) {
    checkPartCount(parts);
    if (segment.marker === JPEG_MARKER.EOI) break;
    if (isFrameMarker(segment.marker)) components = readByte(bytes, segment.start + COMPONENTS_AT);
    else collectApplicationData(application, bytes, segment);
    if (!profile && isProfilePart(bytes, segment)) {
      profile = bytes.subarray(segment.start + ICC_TEXT.length + PART_HEAD_BYTES, segment.end);
    }
    segment = readJpegSegment(bytes, segment.end);
  }
  return { components, profile, hasAdobe: application.adobeTransform !== undefined };
}

/**
 * Opens a stored JPEG's colours. Inks without a profile get the one that browsers assume, and a
 * profile with tables is shown as in browsers. Any other file is answered as it is. An
 * ImageFileFault if it can't be walked.
 */
export function openJpegColour(bytes: Uint8Array): OpenedJpeg {
  const { components, profile, hasAdobe } = readJpegColour(bytes);
  const facts = { isGrey: components === 1, hasProfile: profile !== undefined };
  if (components === INKS && !profile) {
    return { ...facts, hasProfile: true, bytes: withInks(bytes, hasAdobe) };
  }
  return { ...facts, bytes: profile ? withProfileOfBrowsers(bytes, profile) : bytes };
}

/** Browsers read inks as Adobe writes them, inverted, whether the file says so or not. */
function withInks(bytes: Uint8Array, hasAdobe: boolean): Uint8Array {
  return joinBytes([
    bytes.subarray(0, FIRST_SEGMENT),
    ...buildIccSegments(plainInksProfile()),
    ...(hasAdobe ? [] : [buildAdobe(0)]),
    bytes.subarray(FIRST_SEGMENT),
  ]);
}
