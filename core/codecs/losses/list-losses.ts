import type { SentFormat, UploadFormat } from '../../transform/formats.ts';
import { detectFormat } from '../detect-format.ts';
import { findGainMap } from '../gain-map/find-gain-map.ts';
import type { StatedProfile } from '../icc/stated-profile.ts';
import { ImageFileFault } from '../image-file.ts';
import { LOST_PART_NAMES, type LostPart } from '../lost-part.ts';
import { hasTextAt } from '../read-bytes.ts';
import { collectBoxLosses } from './box-losses.ts';
import { collectGifLosses } from './gif-losses.ts';
import { collectJpegLosses } from './jpeg-losses.ts';
import { Losses, type MetadataBlocks } from './metadata-losses.ts';
import { collectPngLosses } from './png-losses.ts';
import { PROFILE_READERS } from './profile-of-file.ts';
import { collectWebpLosses } from './webp-losses.ts';
import { isWide } from './wide-gamut.ts';

const NONE = () => undefined;
const NO_BYTES = new Uint8Array(0);

const COLLECTORS: Readonly<Record<SentFormat, (bytes: Uint8Array, losses: Losses) => void>> = {
  jpg: collectJpegLosses,
  png: collectPngLosses,
  webp: collectWebpLosses,
  gif: collectGifLosses,
  heic: collectBoxLosses,
  avif: collectBoxLosses,
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

const profileOf = (format: SentFormat, bytes: Uint8Array) =>
  readWithin(() => PROFILE_READERS[format](bytes), undefined);

/** Grey keeps the curve of a profile of three colours, and has none of them. */
const isOfGrey = (profile: StatedProfile | undefined) =>
  profile !== undefined && hasTextAt(profile.bytes, 16, 'GRAY');
const isWideFile = (profile: StatedProfile | undefined) => isWide(profile?.bytes ?? NO_BYTES);

/** Whether a stored image has colours beyond sRGB, which is what its renditions have. */
export function hasWideGamut(stored: Uint8Array): boolean {
  const format = detectFormat(stored);
  return format !== undefined && isWideFile(profileOf(format, stored));
}

/** One file and its format. */
interface FileOfFormat {
  readonly format: SentFormat;
  readonly bytes: Uint8Array;
}

function collectLosses({ format, bytes }: FileOfFormat): Losses {
  const losses = new Losses();
  readWithin(() => COLLECTORS[format](bytes, losses), undefined);
  return losses;
}

/** The blocks of metadata in a valid file, which are cut out of it and not read. */
export function listMetadataBlocks(file: FileOfFormat): MetadataBlocks {
  return collectLosses(file).blocks;
}

const hasGainMap = ({ format, bytes }: FileOfFormat) =>
  format === 'jpg' && readWithin(() => findGainMap(bytes), undefined) !== undefined;

/**
 * The parts of a sent file that the stored image lacks, by kind and never by content
 * (uploads.lost-parts). Both are valid files; the work is a step for each segment, chunk or box.
 */
export function listLosses(
  sent: FileOfFormat,
  stored: { readonly format: UploadFormat; readonly bytes: Uint8Array },
): LostPart[] {
  const losses = collectLosses(sent);
  if (hasGainMap(stored)) losses.delete('gainMap');
  const [before, after] = [sent, stored].map(({ format, bytes }) => profileOf(format, bytes));
  if (before?.isEmbedded && !after) losses.add('colorProfile');
  if (isWideFile(before) && !isWideFile(after) && !isOfGrey(after)) losses.add('wideGamut');
  return LOST_PART_NAMES.filter((part) => losses.has(part));
}
