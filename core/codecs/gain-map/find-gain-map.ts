import { ImageFileFault } from '../image-file.ts';
import { XMP_TEXT } from '../jpeg/jpeg-application-data.ts';
import { JPEG_MARKER } from '../jpeg/jpeg-segment.ts';
import { payloadOf, visitSegments } from '../jpeg/visit-segments.ts';
import { type GainMapNumbers, ISO_GAIN_MAP, MPF_TEXT } from './gain-map.ts';
import { readIsoNumbers } from './iso-numbers.ts';
import { listMpfImages } from './mpf-images.ts';
import { readXmpNumbers } from './xmp-numbers.ts';

/** A gain map as it is in a file: a JPEG with whatever its writer put into it. */
export interface FoundGainMap {
  /** The place of its first byte in the file. */
  readonly start: number;
  readonly bytes: Uint8Array;
  readonly numbers: GainMapNumbers;
}

/** The starts of the images behind the first in a JPEG, by its MPF block. */
function listImagesBehind(bytes: Uint8Array): number[] {
  let starts: number[] | undefined;
  visitSegments(bytes, 0, (segment) => {
    if (starts || segment.marker !== JPEG_MARKER.APP2) return;
    if (!payloadOf(bytes, segment, MPF_TEXT)) return;
    starts = listMpfImages(bytes, segment.start + MPF_TEXT.length, segment.end);
  });
  return starts ?? [];
}

/** The numbers of the JPEG that begins here, those of ISO 21496-1 first; undefined for none. */
function readNumbers(bytes: Uint8Array, start: number): GainMapNumbers | undefined {
  let iso: Uint8Array | undefined;
  let xmp: Uint8Array | undefined;
  visitSegments(bytes, start, (segment) => {
    if (segment.marker === JPEG_MARKER.APP2) iso ??= payloadOf(bytes, segment, ISO_GAIN_MAP);
    if (segment.marker === JPEG_MARKER.APP1) xmp ??= payloadOf(bytes, segment, XMP_TEXT);
  });
  if (iso) return readIsoNumbers(iso);
  return xmp && readXmpNumbers(xmp);
}

/**
 * The gain map of a JPEG, by its header and those of at most 16 images behind it; undefined for
 * none. An ImageFileFault if there is one that can't be kept.
 */
export function findGainMap(bytes: Uint8Array): FoundGainMap | undefined {
  for (const start of listImagesBehind(bytes)) {
    const numbers = readNumbers(bytes, start);
    if (numbers) return { start, bytes: bytes.subarray(start), numbers };
  }
  return undefined;
}

/** A stored JPEG without its gain map; the very same bytes if it has none, or is no JPEG. */
export function withoutGainMap(stored: Uint8Array): Uint8Array {
  if (stored[0] !== 0xff || stored[1] !== JPEG_MARKER.SOI) return stored;
  try {
    const [start] = listImagesBehind(stored);
    return start === undefined ? stored : stored.subarray(0, start);
  } catch (fault) {
    if (fault instanceof ImageFileFault) return stored;
    throw fault;
  }
}
