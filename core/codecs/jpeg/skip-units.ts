import { ImageFileFault } from '../image-file.ts';
import { findCode, type HuffmanTable } from './huffman-table.ts';
import { type ScanBits, truncatedScan } from './scan-bits.ts';
import {
  BLOCK_END,
  COUNT_MASK,
  COUNT_SHIFT,
  SKIPPED_BITS,
  type SkipTable,
  skipOfSymbol,
} from './skip-table.ts';

/** The tables of one block's first coefficient and of the others. */
export interface BlockTables {
  readonly dc: HuffmanTable;
  readonly ac: SkipTable;
}

const COEFFICIENTS = 64;
const WORD_BITS = 24;

/**
 * Follows so many minimum coded units from the start of an interval; the bit behind the last. An
 * ImageFileFault if no code fits, or the interval ends before. Locals and one function, since this
 * loop is most of an upload's work in JavaScript: 80 ms for 12 megapixels by an object's fields.
 */
export function skipUnits(bits: ScanBits, blocks: readonly BlockTables[], units: number): number {
  let at = 0;
  for (let unit = 0; unit < units; unit += 1) {
    for (const tables of blocks) at = skipBlock(bits, tables, at);
  }
  return at;
}

function skipBlock(bits: ScanBits, { dc, ac }: BlockTables, from: number): number {
  const { coded } = bits;
  const { entries, width } = ac;
  const mask = entries.length - 1;
  const shift = WORD_BITS - width;
  const first = readCode(bits, dc, from);
  let at = from + (first >> 8) + (first & 0x0f);
  for (let k = 1; k < COEFFICIENTS; ) {
    const byte = at >> 3;
    const word =
      ((coded[byte] ?? 0) << 16) | ((coded[byte + 1] ?? 0) << 8) | (coded[byte + 2] ?? 0);
    let skip = entries[(word >> (shift - (at & 7))) & mask] ?? 0;
    if (skip === 0 || k + ((skip >> COUNT_SHIFT) & COUNT_MASK) > COEFFICIENTS) {
      skip = skipOfSymbol(readCode(bits, ac.table, at)); // a long code, or the end of a full block
    }
    at += skip & SKIPPED_BITS;
    if ((skip & BLOCK_END) !== 0) break;
    k += (skip >> COUNT_SHIFT) & COUNT_MASK;
  }
  if (at > bits.bits) throw truncatedScan();
  return at;
}

/** The code at a bit, as `findCode` gives it. */
function readCode({ coded, bits }: ScanBits, table: HuffmanTable, at: number): number {
  if (at > bits) throw truncatedScan();
  const byte = at >> 3;
  const word = ((coded[byte] ?? 0) << 16) | ((coded[byte + 1] ?? 0) << 8) | (coded[byte + 2] ?? 0);
  const code = findCode(table, (word >> (8 - (at & 7))) & 0xffff);
  if (code === 0) throw new ImageFileFault('The JPEG has a broken scan.');
  return code;
}
