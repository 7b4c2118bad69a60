import type { SentFormat } from '../transform/formats.ts';
import { hasTextAt, readUint32Be } from './read-bytes.ts';
import { isSvg } from './svg/decode-svg.ts';

const HEIC_BRANDS = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'hevm', 'hevs'];
const AVIF_BRANDS = ['avif', 'avis'];
const GENERIC_BRANDS = ['mif1', 'msf1', 'miaf'];
const MAX_BRANDS = 32;
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
