import { checkPartCount, hasTextAt } from '../read-bytes.ts';
import { joinBytes } from '../write-bytes.ts';
import { JPEG_MARKER, type JpegSegment, readJpegSegment } from './jpeg-segment.ts';

const START_BYTES = 2;

/**
 * Visits the segments before the first scan of the JPEG that begins here, without a view of the
 * pixels behind it. An ImageFileFault if they can't be walked.
 */
export function visitSegments(
  bytes: Uint8Array,
  start: number,
  visit: (segment: JpegSegment) => void,
): void {
  let segment = readJpegSegment(bytes, start + START_BYTES);
  for (let parts = 1; segment.marker !== JPEG_MARKER.SOS; parts += 1) {
    if (segment.marker === JPEG_MARKER.EOI) return;
    checkPartCount(parts);
    visit(segment);
    segment = readJpegSegment(bytes, segment.end);
  }
}

/** The bytes of a segment behind the text that marks them; undefined for another text. */
export function payloadOf(
  bytes: Uint8Array,
  { start, end }: JpegSegment,
  text: string,
): Uint8Array | undefined {
  const isMarked = end - start >= text.length && hasTextAt(bytes, start, text);
  return isMarked ? bytes.subarray(start + text.length, end) : undefined;
}

/** The end of the APP0 and APP1 segments, JFIF and EXIF, with which a rebuilt JPEG begins. */
export function endOfHead(jpeg: Uint8Array): number {
  let end = START_BYTES;
  let isHead = true;
  visitSegments(jpeg, 0, (segment) => {
    isHead &&= segment.marker === JPEG_MARKER.APP0 || segment.marker === JPEG_MARKER.APP1;
    if (isHead) end = segment.end;
  });
  return end;
}

/** A JPEG with more segments, behind its JFIF and EXIF, which stand first by their standards. */
export function insertBehindHead(jpeg: Uint8Array, segments: readonly Uint8Array[]): Uint8Array {
  const at = endOfHead(jpeg);
  return joinBytes([jpeg.subarray(0, at), ...segments, jpeg.subarray(at)]);
}
