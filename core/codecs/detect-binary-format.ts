import type { SentFormat } from '../transform/formats.ts';
import { GENERIC_BRANDS, SENT_FORMAT_NAMES, SENT_FORMATS } from '../transform/sent-formats.ts';

const MAX_BRANDS = 32;
/** The size, `ftyp`, the major brand and its version. */
const BRANDS_AT = 16;
const MAJOR_BRAND_AT = 8;
/** In place of a size that has 64 bits. */
const LONG_SIZE = 1;
const LONG_SIZE_BYTES = 8;

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
  // a size of 64 bits stands behind the name (ISO/IEC 14496-12, 4.2)
  const isLong = numberAt(start, 0) === LONG_SIZE;
  const majorAt = isLong ? MAJOR_BRAND_AT + LONG_SIZE_BYTES : MAJOR_BRAND_AT;
  const major = start.slice(majorAt, majorAt + 4);
  if (!GENERIC_BRANDS.includes(major)) return formatOfBrand(major);
  const end = isLong ? numberAt(start, 8) * 2 ** 32 + numberAt(start, 12) : numberAt(start, 0);
  // HEIF names no codec: it is HEIC unless a brand says AVIF
  const brands = listBrands(start, majorAt + BRANDS_AT - MAJOR_BRAND_AT, end);
  const isAvif = brands.some((brand) => formatOfBrand(brand) === 'avif');
  return isAvif ? 'avif' : 'heic';
}

const numberAt = (start: string, from: number) =>
  [0, 1, 2, 3].reduce((number, at) => number * 0x100 + start.charCodeAt(from + at), 0);

function listBrands(start: string, from: number, end: number): string[] {
  const count = Math.floor((Math.min(end, start.length) - from) / 4);
  return Array.from({ length: Math.max(0, count) }, (_, i) =>
    start.slice(from + 4 * i, from + 4 * i + 4),
  );
}
