import { openTiff, TIFF_VERSION } from '../tiff.ts';
import { decodeText } from './decode-text.ts';
import { joinNames, type StatedCredit } from './stated-credit.ts';

/** Tags of the first directory (EXIF 2.32, 4.6.4). */
const ARTIST = 0x013b;
const COPYRIGHT = 0x8298;
/** ASCII, and the UTF-8 of EXIF 3.0. */
const TEXT_TYPES = [2, 129];
const MAX_ENTRIES = 1_000;
/** A value of so few bytes stands in its entry. */
const INLINE_BYTES = 4;

/** The texts of a tag, each ended by a NUL: a copyright may have a second one, of the editor. */
function readTexts(block: Uint8Array, tag: number): string | undefined {
  const tiff = openTiff(block);
  if (tiff?.version !== TIFF_VERSION) return undefined;
  for (const at of tiff.listEntries(tiff.first, MAX_ENTRIES)) {
    if (tiff.read16(at) !== tag || !TEXT_TYPES.includes(tiff.read16(at + 2))) continue;
    const length = tiff.read32(at + 4);
    const start = length > INLINE_BYTES ? tiff.read32(at + 8) : at + 8;
    return joinNames(decodeText(block.subarray(start, start + length)).split('\0'));
  }
  return undefined;
}

/** The credit of an EXIF block. */
export function readExifCredit(block: Uint8Array): StatedCredit {
  return { creator: readTexts(block, ARTIST), copyright: readTexts(block, COPYRIGHT) };
}
