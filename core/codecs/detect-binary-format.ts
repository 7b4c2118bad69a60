import type { SentFormat } from '../transform/formats.ts';
import { GENERIC_BRANDS, SENT_FORMAT_NAMES, SENT_FORMATS } from '../transform/sent-formats.ts';

const MAX_BRANDS = 32;
/** The size, `ftyp`, the major brand and its version. */
const BRANDS_AT = 16;
const MAJOR_BRAND_AT = 8;

/** The bytes that decide the format of every file that isn't text. */
export const FIRST_BYTES = BRANDS_AT + 4 * MAX_BRANDS;

/**
 * The format of a file that isn't text, by its first bytes alone; undefined for others. It takes no
 * more than the language itself has: the clients have it too, generated.
 */
export function detectBinaryFormat(bytes: Uint8Array): SentFormat | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, FIRST_BYTES));
  const found = SENT_FORMAT_NAMES.find((format) =>
    SENT_FORMATS[format].signatures.some((signature) =>
      signature.every(([at, text]) => start.startsWith(text, at)),
    ),
  );
  return found ?? (start.startsWith('ftyp', 4) ? detectBrand(start) : undefined);
}

const formatOfBrand = (brand: string) =>
  SENT_FORMAT_NAMES.find((format) => SENT_FORMATS[format].brands.includes(brand));

function detectBrand(start: string): SentFormat | undefined {
  const major = start.slice(MAJOR_BRAND_AT, MAJOR_BRAND_AT + 4);
  if (!GENERIC_BRANDS.includes(major)) return formatOfBrand(major);
  // HEIF names no codec: it is HEIC unless a brand says AVIF
  return listCompatibleBrands(start).some((brand) => formatOfBrand(brand) === 'avif')
    ? 'avif'
    : 'heic';
}

function listCompatibleBrands(start: string): string[] {
  const boxEnd = [0, 1, 2, 3].reduce((size, at) => size * 0x100 + start.charCodeAt(at), 0);
  const count = Math.floor((Math.min(boxEnd, start.length) - BRANDS_AT) / 4);
  return Array.from({ length: Math.max(0, count) }, (_, i) =>
    start.slice(BRANDS_AT + 4 * i, BRANDS_AT + 4 * i + 4),
  );
}
