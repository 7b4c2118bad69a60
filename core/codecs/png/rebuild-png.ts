import { buildOrientation } from '../exif-orientation.ts';
import type { CheckHeader, RebuiltImage } from '../image-file.ts';
import { checkPartCount } from '../read-bytes.ts';
import { joinBytes } from '../write-bytes.ts';
import type { PngAncillaryData } from './png-ancillary-data.ts';
import { refusePngInHdr } from './png-colour.ts';
import {
  buildPngChunk,
  FIRST_CHUNK,
  hasRightCrc,
  isPngChunkAt,
  type PngChunk,
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
 * The IDAT chunks up to the first other one. Browsers read no further, so nothing behind them
 * matters: neither a missing end chunk, nor a broken or unknown one. A wrong CRC is mended,
 * since the compressed data have a checksum too. `endPngData` knows whether the pixels are whole.
 */
function collectImageData(bytes: Uint8Array, first: PngChunk): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let chunk = first;
  for (;;) {
    checkPartCount(parts.length + 1);
    const { start, dataStart, dataEnd, end } = chunk;
    const isRight = hasRightCrc(bytes, chunk);
    parts.push(
      isRight
        ? bytes.subarray(start, end)
        : buildPngChunk('IDAT', bytes.subarray(dataStart, dataEnd)),
    );
    if (!isPngChunkAt(bytes, end, 'IDAT')) return parts;
    chunk = readPngChunk(bytes, end);
  }
}
