import { ImageFileFault, type ImageHeader } from '../image-file.ts';
import { MAX_COLOURS } from '../palette.ts';
import { checkPartCount } from '../read-bytes.ts';
import {
  collectAncillary,
  isKeptAncillary,
  noAncillaryData,
  type PngAncillaryData,
} from './png-ancillary-data.ts';
import {
  FIRST_CHUNK,
  hasRightCrc,
  type PngChunk,
  readCheckedData,
  readPngChunk,
} from './read-png-chunk.ts';
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
    const palette = readCheckedData(bytes, chunk);
    ancillary.hasSeenPalette = true;
    // otherwise a palette is only a suggestion for old screens (PNG third edition, 11.2.2)
    if (header.colourType === 3) ancillary.palette = wholeColours(palette, ancillary);
  } else if (isKeptAncillary(chunk.type)) {
    if (!hasRightCrc(bytes, chunk)) return;
    const data = bytes.subarray(chunk.dataStart, chunk.dataEnd);
    collectAncillary(ancillary, header, chunk.type, data);
  }
}

/** The colours of a palette, without a part of one at its end. */
function wholeColours(palette: Uint8Array, ancillary: PngAncillaryData): Uint8Array {
  const colours = Math.floor(palette.length / 3);
  if (colours === 0 || colours > MAX_COLOURS || ancillary.palette) {
    throw new ImageFileFault('The PNG palette is broken.');
  }
  return palette.subarray(0, 3 * colours);
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
