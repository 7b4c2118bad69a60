import { type CheckHeader, ImageFileFault, type RebuiltImage } from '../image-file.ts';
import { checkPartCount, readSlice } from '../read-bytes.ts';
import { joinBytes } from '../write-bytes.ts';
import {
  buildApplicationSegments,
  type JpegApplicationData,
  noApplicationData,
} from './jpeg-application-data.ts';
import {
  buildJpegSegment,
  findScanEnd,
  JPEG_MARKER,
  type JpegSegment,
  readJpegSegment,
} from './jpeg-segment.ts';
import { collectTables, takeEntropyTables, takeQuantization } from './pending-jpeg-tables.ts';
import { isFrameMarker, readJpegScan } from './read-jpeg-frame.ts';
import { type JpegPreamble, readJpegPreamble, refuseUnsupported } from './read-jpeg-header.ts';
import {
  isAllSent,
  listNewComponents,
  noScanProgress,
  noteScan,
  type ScanProgress,
} from './scan-progress.ts';
import { bringIntoForce, noTablesInForce, type TablesInForce } from './tables-in-force.ts';
import {
  newProgressiveWalk,
  type ProgressiveWalk,
  takeProgressiveData,
} from './take-progressive-data.ts';
import { takeScanData } from './take-scan-data.ts';
import { addUsualTables } from './usual-tables.ts';

// each scan costs a pass over all pixels, for a few bytes (LJT-01-003 in libjpeg-turbo's report
// "Two Issues with the JPEG Standard", 2016). No real use is known for more (Red Hat bug 1344214)
const MAX_SCANS = 100;
/** The first and last coefficient, and no approximation (T.81, B.2.3). */
const WHOLE_BAND = [0, 63, 0];

interface ScanState {
  readonly inForce: TablesInForce;
  readonly progress: ScanProgress;
  /** Undefined: a progressive scan keeps the bytes behind its last block. */
  readonly walk: ProgressiveWalk | undefined;
}

/** A JPEG from its frame, scans and the tables that they use, orientation and colour profile. */
export function rebuildJpeg(bytes: Uint8Array, checkHeader: CheckHeader): RebuiltImage {
  return rebuild(bytes, checkHeader, undefined);
}

/**
 * The same without orientation and profile: a map's values are no colours, and it is turned as its
 * image is.
 */
export function rebuildJpegPixels(bytes: Uint8Array, checkHeader: CheckHeader): RebuiltImage {
  return rebuild(bytes, checkHeader, undefined, ({ adobeTransform }) => ({
    ...noApplicationData(),
    adobeTransform,
  }));
}

/**
 * A progressive JPEG whose scans end with their last block; undefined for other JPEGs, or if a scan
 * can't be followed. Each block of each scan is visited.
 */
export function endProgressiveScans(bytes: Uint8Array): Uint8Array | undefined {
  try {
    if (readJpegPreamble(bytes).frame.isSequential) return undefined;
    return rebuild(bytes, () => undefined, newProgressiveWalk()).bytes;
  } catch (error) {
    if (error instanceof ImageFileFault) return undefined;
    throw error;
  }
}

function rebuild(
  bytes: Uint8Array,
  checkHeader: CheckHeader,
  walk: ProgressiveWalk | undefined,
  keep: (data: JpegApplicationData) => JpegApplicationData = (data) => data,
): RebuiltImage {
  const preamble = readJpegPreamble(bytes);
  checkHeader(preamble.header);
  const parts = [
    Uint8Array.of(0xff, JPEG_MARKER.SOI),
    ...buildApplicationSegments(keep(preamble.application), preamble.frame.components.length),
    ...collectScans(bytes, preamble, walk),
    Uint8Array.of(0xff, JPEG_MARKER.EOI),
  ];
  return { bytes: joinBytes(parts), header: preamble.header };
}

function collectScans(
  bytes: Uint8Array,
  preamble: JpegPreamble,
  walk: ProgressiveWalk | undefined,
): Uint8Array[] {
  const parts: Uint8Array[] = [];
  const { frame, tables } = preamble;
  const state = { inForce: noTablesInForce(), progress: noScanProgress(frame), walk };
  if (frame.isSequential) addUsualTables(tables);
  let scans = 0;
  let segment = preamble.firstScan;
  for (let segments = 1; segment.marker !== JPEG_MARKER.EOI; segments += 1) {
    checkPartCount(segments);
    let next = segment.end;
    if (segment.marker === JPEG_MARKER.SOS) {
      scans += 1;
      if (scans > MAX_SCANS) throw new ImageFileFault('The JPEG has too many scans.');
      next = findScanEnd(bytes, segment.end);
      for (const part of buildScan(bytes, preamble, segment, next, state)) parts.push(part);
    } else {
      takeBetweenScans(bytes, preamble, segment);
    }
    const later = readLaterSegment(bytes, next, state.progress);
    if (!later) break;
    segment = later;
  }
  return parts;
}

/**
 * The next segment. If every coefficient was sent, undefined stands for another image, for garbage
 * and for the end of the file. Decoders show an image whose end marker alone is missing, and the
 * rebuilt file has one.
 */
function readLaterSegment(
  bytes: Uint8Array,
  from: number,
  progress: ScanProgress,
): JpegSegment | undefined {
  try {
    return readJpegSegment(bytes, from);
  } catch (error) {
    if (error instanceof ImageFileFault && isAllSent(progress)) return undefined;
    throw error;
  }
}

function takeBetweenScans(bytes: Uint8Array, preamble: JpegPreamble, segment: JpegSegment): void {
  // the height is in the frame already, and decoders ignore another one
  if (segment.marker === JPEG_MARKER.DNL) return;
  refuseUnsupported(segment.marker);
  if (isFrameMarker(segment.marker)) throw new ImageFileFault('The JPEG has two frames.');
  collectTables(preamble.tables, bytes, segment);
}

// quantization tables before the frame header, the others before the scan, as libjpeg writes them
function buildScan(
  bytes: Uint8Array,
  preamble: JpegPreamble,
  segment: JpegSegment,
  end: number,
  { inForce, progress, walk }: ScanState,
): Uint8Array[] {
  const { frame, frameSegment, tables } = preamble;
  const scan = readJpegScan(bytes, segment, frame);
  const isFirst = segment === preamble.firstScan;
  const data = bytes.subarray(segment.end, end);
  const newComponents = listNewComponents(progress, scan);
  noteScan(progress, scan);
  bringIntoForce(inForce, tables, scan.entropySlots);
  return [
    ...takeQuantization(tables, newComponents),
    ...(isFirst ? [copySegment(bytes, frameSegment)] : []),
    ...takeEntropyTables(tables, scan),
    frame.isSequential ? copySequentialScan(bytes, segment) : copySegment(bytes, segment),
    // libjpeg warns about stray bytes after a progressive scan: then its scans are followed, too
    frame.isSequential
      ? takeScanData(data, frame, scan, inForce)
      : walk
        ? takeProgressiveData(data, frame, scan, inForce, walk)
        : data,
  ];
}

/** A scan header with the one band that a sequential scan has: decoders ignore another one. */
function copySequentialScan(bytes: Uint8Array, { marker, start, end }: JpegSegment): Uint8Array {
  const payload = Uint8Array.from(readSlice(bytes, start, end));
  payload.set(WHOLE_BAND, payload.length - WHOLE_BAND.length);
  return buildJpegSegment(marker, payload);
}

function copySegment(bytes: Uint8Array, { marker, start, end }: JpegSegment): Uint8Array {
  return buildJpegSegment(marker, readSlice(bytes, start, end));
}
