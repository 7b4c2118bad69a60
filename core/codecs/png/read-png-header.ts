import { ImageFileFault, type ImageHeader } from '../image-file.ts';
import { checkPartCount } from '../read-bytes.ts';
import {
  collectAncillary,
  isKeptAncillary,
  noAncillaryData,
  type PngAncillaryData,
} from './png-ancillary-data.ts';
import { FIRST_CHUNK, type PngChunk, readCheckedData, readPngChunk } from './read-png-chunk.ts';
import { type PngImageHeader, readPngImageHeader } from './read-png-image-header.ts';

/** The data before the pixels. */
export interface PngPreamble {
  readonly header: ImageHeader;
  readonly imageHeader: Uint8Array;
  readonly ancillary: PngAncillaryData;
  readonly firstData: PngChunk;
}

/** A PNG's facts before its pixels. */
export function readPngHeader(bytes: Uint8Array): ImageHeader {
  return readPngPreamble(bytes).header;
}

/** Walks a PNG up to its first IDAT. */
export function readPngPreamble(bytes: Uint8Array): PngPreamble {
  const first = readPngChunk(bytes, FIRST_CHUNK);
  if (first.type !== 'IHDR') throw new ImageFileFault('The PNG has no header.');
  const imageHeader = readCheckedData(bytes, first);
  const parsed = readPngImageHeader(imageHeader);
  const ancillary = noAncillaryData();
  let chunk = readPngChunk(bytes, first.end);
  for (let parts = 1; chunk.type !== 'IDAT'; parts += 1) {
    checkPartCount(parts);
    collectChunk(bytes, chunk, parsed, ancillary);
    chunk = readPngChunk(bytes, chunk.end);
  }
  if (parsed.colourType === 3 && !ancillary.palette)
    throw new ImageFileFault('The PNG has no palette.');
  return { header: headerOf(parsed, ancillary), imageHeader, ancillary, firstData: chunk };
}

function collectChunk(
  bytes: Uint8Array,
  chunk: PngChunk,
  header: PngImageHeader,
  ancillary: PngAncillaryData,
): void {
  if (chunk.type === 'IHDR') throw new ImageFileFault('The PNG has two headers.');
  if (chunk.type === 'IEND') throw new ImageFileFault('The PNG has no image data.');
  if (chunk.type === 'PLTE') {
    const palette = readPalette(bytes, chunk, ancillary);
    // otherwise a palette is only a suggestion for old screens (PNG third edition, 11.2.2)
    if (header.colourType === 3) ancillary.palette = palette;
  } else if (isKeptAncillary(chunk.type)) {
    collectAncillary(ancillary, header, chunk.type, readKeptData(bytes, chunk));
  }
}

// libpng doesn't mind the CRC of a profile: its own compression has a checksum
function readKeptData(bytes: Uint8Array, chunk: PngChunk): Uint8Array {
  const { type, dataStart, dataEnd } = chunk;
  return type === 'iCCP' ? bytes.subarray(dataStart, dataEnd) : readCheckedData(bytes, chunk);
}

function readPalette(bytes: Uint8Array, chunk: PngChunk, ancillary: PngAncillaryData): Uint8Array {
  const palette = readCheckedData(bytes, chunk);
  const isWhole = palette.length > 0 && palette.length % 3 === 0 && palette.length <= 3 * 256;
  if (!isWhole || ancillary.palette) throw new ImageFileFault('The PNG palette is broken.');
  return palette;
}

function headerOf(header: PngImageHeader, ancillary: PngAncillaryData): ImageHeader {
  return {
    format: 'png',
    width: header.width,
    height: header.height,
    frames: 1,
    hasAlpha: header.colourType >= 4 || ancillary.transparency !== undefined,
    orientation: ancillary.orientation ?? 1,
  };
}
