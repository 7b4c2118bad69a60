import { ImageFileFault } from '../image-file.ts';
import { readByte, readUint16Be } from '../read-bytes.ts';
import { uint16Be } from '../write-bytes.ts';

/** A marker and the bounds of its payload (without the length field). */
export interface JpegSegment {
  readonly marker: number;
  readonly start: number;
  readonly end: number;
}

/** The second byte of the markers that the walk knows by name (ITU-T T.81, table B.1). */
export const JPEG_MARKER = {
  SOF0: 0xc0,
  DHT: 0xc4,
  DAC: 0xcc,
  RST0: 0xd0,
  SOI: 0xd8,
  EOI: 0xd9,
  SOS: 0xda,
  DQT: 0xdb,
  DNL: 0xdc,
  DRI: 0xdd,
  DHP: 0xde,
  EXP: 0xdf,
  APP0: 0xe0,
  APP1: 0xe1,
  APP2: 0xe2,
  APP14: 0xee,
  COM: 0xfe,
} as const;

const TEM = 0x01;
const RESERVED_END = 0xc0;
const NEAR_BYTES = 16;
const CUT = 'The JPEG ends before its end marker.';

/**
 * The next segment at or after a place; fill bytes and stray bytes before it are skipped, as
 * libjpeg does.
 */
export function readJpegSegment(bytes: Uint8Array, from: number): JpegSegment {
  let at = from;
  for (;;) {
    at = skipFill(bytes, findMark(bytes, at));
    if (at >= bytes.length) throw new ImageFileFault(CUT);
    const marker = readByte(bytes, at);
    at += 1;
    if (marker === JPEG_MARKER.EOI) return { marker, start: at, end: at };
    if (!isIgnorable(marker)) return withPayload(bytes, marker, at);
  }
}

/**
 * The end of the entropy-coded data that begins at a place: where the next marker begins, or the
 * file ends.
 */
export function findScanEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; ; ) {
    const marked = findMark(bytes, at);
    at = skipFill(bytes, marked);
    const code = bytes[at];
    if (code === undefined || (code !== 0 && !isRestart(code))) return marked;
    at += 1;
  }
}

function withPayload(bytes: Uint8Array, marker: number, at: number): JpegSegment {
  if (marker < RESERVED_END) throw new ImageFileFault('The JPEG has a reserved marker.');
  if (marker === JPEG_MARKER.SOI) throw new ImageFileFault('The JPEG has a second start marker.');
  const length = readUint16Be(bytes, at);
  // decoders skip the length field of a segment that they don't need, and no byte more
  if (length < 2 && isSkipped(marker)) return { marker, start: at + 2, end: at + 2 };
  if (length < 2) throw new ImageFileFault('A JPEG segment is shorter than its length field.');
  if (at + length > bytes.length) throw new ImageFileFault(CUT);
  return { marker, start: at + 2, end: at + length };
}

// near marks byte by byte, far ones natively. A native call for each of millions of marks is slow,
// and so is a loop over the 25 MB between a few
function findMark(bytes: Uint8Array, from: number): number {
  const near = Math.min(from + NEAR_BYTES, bytes.length);
  for (let at = from; at < near; at += 1) {
    if (bytes[at] === 0xff) return at;
  }
  const marked = bytes.indexOf(0xff, near);
  return marked < 0 ? bytes.length : marked;
}

function skipFill(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0xff) at += 1;
  return at;
}

// outside of a scan, a stuffed zero, a restart marker or TEM has no meaning (T.81, B.1.1.3)
function isIgnorable(code: number): boolean {
  return code === 0 || code === TEM || isRestart(code);
}

function isRestart(code: number): boolean {
  return code >= JPEG_MARKER.RST0 && code < JPEG_MARKER.SOI;
}

function isSkipped(marker: number): boolean {
  return marker >= JPEG_MARKER.APP0 && marker <= JPEG_MARKER.COM;
}

/** A marker segment: the marker, the length field and the payload (at most 65,533 bytes). */
export function buildJpegSegment(marker: number, payload: Uint8Array): Uint8Array {
  const segment = new Uint8Array(payload.length + 4);
  segment.set([0xff, marker, ...uint16Be(payload.length + 2)]);
  segment.set(payload, 4);
  return segment;
}
