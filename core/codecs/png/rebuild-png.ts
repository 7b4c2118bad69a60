import { buildOrientation } from '../exif-orientation.ts';
import { type CheckHeader, ImageFileFault, type RebuiltImage } from '../image-file.ts';
import { checkPartCount } from '../read-bytes.ts';
import { joinBytes } from '../write-bytes.ts';
import type { PngAncillaryData } from './png-ancillary-data.ts';
import { refusePngInHdr } from './png-colour.ts';
import {
  buildPngChunk,
  FIRST_CHUNK,
  isCutChunk,
  type PngChunk,
  readCheckedData,
  readPngChunk,
} from './read-png-chunk.ts';
import { readPngPreamble } from './read-png-header.ts';

const NO_DATA = new Uint8Array(0);

/**
 * A PNG from its header, palette, transparency, colour chunks, orientation and pixels; an APNG
 * becomes its default image.
 */
export function rebuildPng(bytes: Uint8Array, checkHeader: CheckHeader): RebuiltImage {
  const preamble = readPngPreamble(bytes);
  checkHeader(preamble.header);
  refusePngInHdr(preamble.ancillary.colour);
  const parts = [
    bytes.subarray(0, FIRST_CHUNK),
    buildPngChunk('IHDR', preamble.imageHeader),
    ...buildAncillary(preamble.ancillary),
    ...collectImageData(bytes, preamble.firstData),
    buildPngChunk('IEND', NO_DATA),
  ];
  return { bytes: joinBytes(parts), header: preamble.header };
}

// the order of PNG third edition, 5.6: colour before PLTE before tRNS
function buildAncillary(kept: PngAncillaryData): Uint8Array[] {
  const orientation = kept.orientation ?? 1;
  const colour = [...kept.colour].filter(([type]) => type !== 'gAMA' || !kept.hasVoidGamma);
  return [
    ...colour.map(([type, data]) => buildPngChunk(type, data)),
    // without "Exif\0\0", and before IDAT: libpng finds it nowhere else
    ...(orientation > 1 ? [buildPngChunk('eXIf', buildOrientation(orientation))] : []),
    ...(kept.palette ? [buildPngChunk('PLTE', kept.palette)] : []),
    ...(kept.transparency ? [buildPngChunk('tRNS', kept.transparency)] : []),
  ];
}

/**
 * Whole IDAT chunks, their CRCs checked, up to a well-formed IEND. If the file ends earlier, behind
 * image data, they are those before: `endPngData` knows whether the pixels are complete.
 */
function collectImageData(bytes: Uint8Array, first: PngChunk): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let chunk: PngChunk | undefined = first;
  for (; chunk?.type === 'IDAT'; chunk = readLaterChunk(bytes, chunk)) {
    checkPartCount(parts.length + 1);
    readCheckedData(bytes, chunk);
    parts.push(bytes.subarray(chunk.start, chunk.end));
  }
  for (let parts = 1; chunk && chunk.type !== 'IEND'; parts += 1) {
    checkPartCount(parts);
    if (chunk.type < 'a') throw new ImageFileFault('The PNG has a chunk out of order.');
    chunk = readLaterChunk(bytes, chunk);
  }
  if (chunk && readCheckedData(bytes, chunk).length > 0)
    throw new ImageFileFault('The PNG end chunk is broken.');
  return parts;
}

function readLaterChunk(bytes: Uint8Array, { end }: PngChunk): PngChunk | undefined {
  return isCutChunk(bytes, end) ? undefined : readPngChunk(bytes, end);
}
