import { ImageFileFault, type ImageHeader } from '../image-file.ts';
import { checkPartCount } from '../read-bytes.ts';
import {
  collectApplicationData,
  type JpegApplicationData,
  noApplicationData,
} from './jpeg-application-data.ts';
import { JPEG_MARKER, type JpegSegment, readJpegSegment } from './jpeg-segment.ts';
import { collectTables, noPendingTables, type PendingJpegTables } from './pending-jpeg-tables.ts';
import { isFrameMarker, type JpegFrame, readJpegFrame } from './read-jpeg-frame.ts';

/** The data before the first scan. */
export interface JpegPreamble {
  readonly header: ImageHeader;
  readonly frame: JpegFrame;
  readonly frameSegment: JpegSegment;
  readonly application: JpegApplicationData;
  readonly tables: PendingJpegTables;
  readonly firstScan: JpegSegment;
}

const FIRST_SEGMENT = 2;

/** A JPEG's facts before its first scan. */
export function readJpegHeader(bytes: Uint8Array): ImageHeader {
  return readJpegPreamble(bytes).header;
}

/** Walks a JPEG up to its first scan header. */
export function readJpegPreamble(bytes: Uint8Array): JpegPreamble {
  const application = noApplicationData();
  const tables = noPendingTables();
  let frameSegment: JpegSegment | undefined;
  let segment = readJpegSegment(bytes, FIRST_SEGMENT);
  for (let parts = 1; segment.marker !== JPEG_MARKER.SOS; parts += 1) {
    checkPartCount(parts);
    refuseBeforeScan(segment.marker);
    if (isFrameMarker(segment.marker)) {
      if (frameSegment) throw new ImageFileFault('The JPEG has two frames.');
      frameSegment = segment;
    } else if (!collectTables(tables, bytes, segment)) {
      collectApplicationData(application, bytes, segment);
    }
    segment = readJpegSegment(bytes, segment.end);
  }
  if (!frameSegment) throw new ImageFileFault('The JPEG has a scan before its frame header.');
  const frame = readJpegFrame(bytes, frameSegment);
  const header = headerOf(frame, application);
  return { header, frame, frameSegment, application, tables, firstScan: segment };
}

/** An ImageFileFault for markers of the hierarchical process, and for a height after the scan. */
export function refuseUnsupported(marker: number): void {
  if (marker === JPEG_MARKER.DNL || marker === JPEG_MARKER.DHP || marker === JPEG_MARKER.EXP) {
    throw new ImageFileFault('The JPEG process is not supported.');
  }
}

function refuseBeforeScan(marker: number): void {
  refuseUnsupported(marker);
  if (marker === JPEG_MARKER.EOI) throw new ImageFileFault('The JPEG has no scan.');
}

function headerOf(frame: JpegFrame, application: JpegApplicationData): ImageHeader {
  return {
    format: 'jpg',
    width: frame.width,
    height: frame.height,
    frames: 1,
    hasAlpha: false,
    orientation: application.orientation ?? 1,
  };
}
