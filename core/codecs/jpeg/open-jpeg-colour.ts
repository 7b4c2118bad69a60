import { plainInksProfile } from '../icc/plain-inks-profile.ts';
import { isShownOtherwise, showAsBrowsers } from '../icc/show-as-browsers.ts';
import { hasTextAt, readByte } from '../read-bytes.ts';
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

/**
 * Opens a stored JPEG's colours. Inks without a profile get the one that browsers assume, and a
 * profile with tables is shown as in browsers. Any other file is answered as it is. An
 * ImageFileFault if it can't be walked.
 */
export function openJpegColour(bytes: Uint8Array): OpenedJpeg {
  const application = noApplicationData();
  let components = 0;
  let first: JpegSegment | undefined;
  let segment = readJpegSegment(bytes, FIRST_SEGMENT);
  for (; segment.marker !== JPEG_MARKER.SOS; segment = readJpegSegment(bytes, segment.end)) {
    if (isFrameMarker(segment.marker)) components = readByte(bytes, segment.start + COMPONENTS_AT);
    else collectApplicationData(application, bytes, segment);
    if (segment.marker === JPEG_MARKER.EOI) break;
    if (!first && isProfilePart(bytes, segment)) first = segment;
  }
  const facts = { isGrey: components === 1, hasProfile: first !== undefined };
  if (components === INKS && !first) {
    const hasAdobe = application.adobeTransform !== undefined;
    return { ...facts, hasProfile: true, bytes: withInks(bytes, hasAdobe) };
  }
  if (!first) return { ...facts, bytes };
  const start = first.start + ICC_TEXT.length + PART_HEAD_BYTES;
  if (!isShownOtherwise(bytes.subarray(start, first.end))) return { ...facts, bytes };
  const copy = Uint8Array.from(bytes);
  showAsBrowsers(copy.subarray(start, first.end));
  return { ...facts, bytes: copy };
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
