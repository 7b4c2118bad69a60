import type { SentFormat } from '../transform/formats.ts';
import { hasTextAt, readUint32Be } from './read-bytes.ts';

const HEIC_BRANDS = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'hevm', 'hevs'];
const AVIF_BRANDS = ['avif', 'avis'];
const GENERIC_BRANDS = ['mif1', 'msf1', 'miaf'];
const MAX_BRANDS = 32;
/** Editors write comments and a document type before the element. */
const SVG_START_BYTES = 4_096;
const XML_START = /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!DOCTYPE svg|(?:[\w-]{1,40}:)?svg[\s>/])/;
const SVG_ELEMENT = /<(?:[\w-]{1,40}:)?svg[\s>/]/;

/**
 * The format by the first bytes, even if it doesn't come in here, so that an error can name it;
 * undefined for others.
 */
export function detectFormat(bytes: Uint8Array): SentFormat | undefined {
  if (hasTextAt(bytes, 0, '\xff\xd8\xff')) return 'jpg';
  if (hasTextAt(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'png';
  if (hasTextAt(bytes, 0, 'RIFF') && hasTextAt(bytes, 8, 'WEBP')) return 'webp';
  if (hasTextAt(bytes, 0, 'GIF87a') || hasTextAt(bytes, 0, 'GIF89a')) return 'gif';
  // the four bytes behind the size are reserved
  if (hasTextAt(bytes, 0, 'BM') && hasTextAt(bytes, 6, '\0\0\0\0')) return 'bmp';
  if (hasTextAt(bytes, 4, 'ftyp')) return detectBrand(bytes);
  return isSvg(bytes) ? 'svg' : undefined;
}

/** XML with an `svg` element near its start. */
function isSvg(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x3c && bytes[0] !== 0xef && (bytes[0] ?? 0x3c) > 0x20) return false;
  const start = Buffer.from(bytes.subarray(0, SVG_START_BYTES)).toString('latin1');
  return XML_START.test(start) && SVG_ELEMENT.test(start);
}

function detectBrand(bytes: Uint8Array): 'avif' | 'heic' | undefined {
  if (hasBrandAt(bytes, 8, AVIF_BRANDS)) return 'avif';
  if (hasBrandAt(bytes, 8, HEIC_BRANDS)) return 'heic';
  // a generic major brand leaves it to the compatible ones (ISO/IEC 23008-12)
  if (!hasBrandAt(bytes, 8, GENERIC_BRANDS)) return undefined;
  if (hasCompatibleBrand(bytes, AVIF_BRANDS)) return 'avif';
  return 'heic';
}

function hasCompatibleBrand(bytes: Uint8Array, brands: readonly string[]): boolean {
  const end = Math.min(readUint32Be(bytes, 0), bytes.length, 16 + 4 * MAX_BRANDS);
  for (let at = 16; at + 4 <= end; at += 4) {
    if (hasBrandAt(bytes, at, brands)) return true;
  }
  return false;
}

function hasBrandAt(bytes: Uint8Array, at: number, brands: readonly string[]): boolean {
  return brands.some((brand) => hasTextAt(bytes, at, brand));
}
