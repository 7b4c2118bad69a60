import type { SentFormat, UploadFormat } from '../../transform/formats.ts';
import { detectFormat } from '../detect-format.ts';
import { ImageFileFault } from '../image-file.ts';
import { LOST_PART_NAMES, type LostPart } from '../lost-part.ts';
import { collectBoxLosses } from './box-losses.ts';
import {
  readBoxColour,
  readJpegColour,
  readPngColour,
  readWebpColour,
  type StatedColour,
} from './colour-of-file.ts';
import { collectGifLosses } from './gif-losses.ts';
import { collectJpegLosses } from './jpeg-losses.ts';
import type { Losses } from './metadata-losses.ts';
import { collectPngLosses } from './png-losses.ts';
import { collectWebpLosses } from './webp-losses.ts';
import { isWide } from './wide-gamut.ts';

interface Reader {
  readonly collect: (bytes: Uint8Array, losses: Losses) => void;
  readonly colour: (bytes: Uint8Array) => StatedColour;
}

const NONE: Reader = { collect: () => undefined, colour: () => ({}) };
const BOXES: Reader = { collect: collectBoxLosses, colour: readBoxColour };

const READERS: Readonly<Record<SentFormat, Reader>> = {
  jpg: { collect: collectJpegLosses, colour: readJpegColour },
  png: { collect: collectPngLosses, colour: readPngColour },
  webp: { collect: collectWebpLosses, colour: readWebpColour },
  gif: { collect: collectGifLosses, colour: NONE.colour },
  heic: BOXES,
  avif: BOXES,
  svg: NONE,
  bmp: NONE,
};

/** The result of a reader; the other one where a lenient walk took a file that this one can't. */
function readWithin<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ImageFileFault) return otherwise;
    throw error;
  }
}

const colourOf = (format: SentFormat, bytes: Uint8Array) =>
  readWithin(() => READERS[format].colour(bytes), {});

/** Whether a stored image has colours beyond sRGB, which is what its renditions have. */
export function hasWideGamut(stored: Uint8Array): boolean {
  const format = detectFormat(stored);
  return format !== undefined && isWide(colourOf(format, stored));
}

/**
 * The parts of a sent file that the stored image lacks, by kind and never by content
 * (uploads.lost-parts). Both are valid files; the work is a step for each segment, chunk or box.
 */
export function listLosses(
  sent: { readonly format: SentFormat; readonly bytes: Uint8Array },
  stored: { readonly format: UploadFormat; readonly bytes: Uint8Array },
): LostPart[] {
  const losses: Losses = new Set();
  readWithin(() => READERS[sent.format].collect(sent.bytes, losses), undefined);
  const [before, after] = [sent, stored].map(({ format, bytes }) => colourOf(format, bytes));
  if (before?.profile && !after?.profile) losses.add('colorProfile');
  if (before && after && isWide(before) && !isWide(after)) losses.add('wideGamut');
  return LOST_PART_NAMES.filter((part) => losses.has(part));
}
