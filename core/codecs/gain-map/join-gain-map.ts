import { buildJpegSegment, JPEG_MARKER } from '../jpeg/jpeg-segment.ts';
import { endOfHead, insertBehindHead } from '../jpeg/visit-segments.ts';
import { TIFF_VERSION } from '../tiff.ts';
import { joinBytes, textBytes, uint16Be, uint32Be } from '../write-bytes.ts';
import type { XmpPart } from '../xmp-packet.ts';
import { type GainMap, MPF_TEXT } from './gain-map.ts';
import { buildIsoMark, buildIsoNumbers } from './iso-numbers.ts';
import { buildXmpList, buildXmpNumbers } from './xmp-numbers.ts';

const TYPE = { long: 4, undefined: 7 } as const;
/** CIPA DC-007, 5.2.3: the image that is shown, and one of no listed kind. */
const PRIMARY = 0x030000;
const OTHER = 0;
const HEAD_BYTES = 8;
const ENTRIES = 3;
const DIRECTORY_BYTES = 2 + ENTRIES * 12 + 4;
const SEGMENT_HEAD_BYTES = 4;

/** The payload of an MPF block for two images; the second begins so far behind the block's head. */
function buildMpf(firstBytes: number, secondBytes: number, secondAt: number): Uint8Array {
  const entry = (tag: number, type: number, count: number, value: readonly number[]) => [
    ...uint16Be(tag),
    ...uint16Be(type),
    ...uint32Be(count),
    ...value,
  ];
  const image = (kind: number, size: number, offset: number) =>
    [kind, size, offset, 0].flatMap(uint32Be);
  return Uint8Array.from([
    ...textBytes(`${MPF_TEXT}MM`),
    ...uint16Be(TIFF_VERSION),
    ...uint32Be(HEAD_BYTES),
    ...uint16Be(ENTRIES),
    ...entry(0xb000, TYPE.undefined, 4, textBytes('0100')),
    ...entry(0xb001, TYPE.long, 1, uint32Be(2)),
    ...entry(0xb002, TYPE.undefined, 32, uint32Be(HEAD_BYTES + DIRECTORY_BYTES)),
    ...uint32Be(0), // no further directory
    ...image(PRIMARY, firstBytes, 0),
    ...image(OTHER, secondBytes, secondAt),
  ]);
}

/**
 * One file of a JPEG and its gain map, as Ultra HDR 1.0 and ISO 21496-1 mark them. The numbers are
 * written here, and nothing is copied but both images' own bytes. `more` is stated in the packet of
 * the first.
 */
export function joinGainMap(
  jpeg: Uint8Array,
  { bytes, numbers }: GainMap,
  more: readonly XmpPart[] = [],
): Uint8Array {
  const map = insertBehindHead(bytes, [
    buildJpegSegment(JPEG_MARKER.APP1, buildXmpNumbers(numbers)),
    buildJpegSegment(JPEG_MARKER.APP2, buildIsoNumbers(numbers)),
  ]);
  const marks = [
    buildJpegSegment(JPEG_MARKER.APP1, buildXmpList(map.length, more)),
    buildJpegSegment(JPEG_MARKER.APP2, buildIsoMark()),
  ];
  const mpfBytes = SEGMENT_HEAD_BYTES + buildMpf(0, 0, 0).length;
  const marksBytes = marks.reduce((sum, { length }) => sum + length, 0);
  const firstBytes = jpeg.length + marksBytes + mpfBytes;
  const headAt = endOfHead(jpeg) + marksBytes + SEGMENT_HEAD_BYTES + MPF_TEXT.length;
  const mpf = buildMpf(firstBytes, map.length, firstBytes - headAt);
  const first = insertBehindHead(jpeg, [...marks, buildJpegSegment(JPEG_MARKER.APP2, mpf)]);
  return joinBytes([first, map]);
}
