import { findCode, type HuffmanTable } from './huffman-table.ts';

/**
 * A Huffman table for a walk that needs no coefficient. One look-up gives the length of every
 * symbol that lies wholly in the bits that come next, each with the bits of its coefficient.
 */
export interface SkipTable {
  /** The number of bits that a look-up takes, 1 to 12. */
  readonly width: number;
  /**
   * By these bits: the bits to skip in the lowest five, then seven of the number of coefficients,
   * then `BLOCK_END`. An entry is 0 where the first code is longer.
   */
  readonly entries: Uint16Array;
  readonly table: HuffmanTable;
}

/** The bits that an entry skips, at most 16 of a code and 15 of a coefficient. */
export const SKIPPED_BITS = 0x1f;
/** The place of an entry's number of coefficients. */
export const COUNT_SHIFT = 5;
export const COUNT_MASK = 0x7f;
/** No coefficient of the block follows. */
export const BLOCK_END = 1 << 12;

const SIXTEEN_ZEROS = 0xf0;
const MAX_COUNT = 64;
const CODE_BITS = 16;
/** 8 KB a table, so that those of a scan fit into the processor's first cache. */
const MAX_WIDTH = 12;
/** The bytes of a scan for each entry: a table costs less than the walk that it serves. */
const BYTES_PER_ENTRY = 16;

/** The width of the tables for a scan of so many bytes. */
export function widthFor(bytes: number): number {
  return Math.max(1, Math.min(MAX_WIDTH, Math.floor(Math.log2(bytes / BYTES_PER_ENTRY))));
}

/** The entry of a symbol of the AC table: a run of zeros and one coefficient, or a block's end. */
export function skipOfSymbol(code: number): number {
  const [length, value] = [code >> 8, code & 0xff];
  const size = value & 0x0f;
  const bits = length + size;
  if (size === 0 && value !== SIXTEEN_ZEROS) return BLOCK_END | (1 << COUNT_SHIFT) | bits;
  return (((value >> 4) + 1) << COUNT_SHIFT) | bits;
}

/** Of an AC table. */
export function buildSkipTable(table: HuffmanTable, width: number): SkipTable {
  const first = new Uint16Array(1 << width);
  for (let bits = 0; bits < first.length; bits += 1) {
    const code = findCode(table, bits << (CODE_BITS - width));
    if (code !== 0 && code >> 8 <= width) first[bits] = skipOfSymbol(code);
  }
  const entries = new Uint16Array(first.length);
  for (let bits = 0; bits < first.length; bits += 1)
    entries[bits] = joinSymbols(first, bits, width);
  return { width, entries, table };
}

/** The symbols that these bits hold completely; the first may have bits of its own behind them. */
function joinSymbols(first: Uint16Array, bits: number, width: number): number {
  let joined = first[bits] ?? 0;
  while (joined !== 0 && (joined & BLOCK_END) === 0 && (joined & SKIPPED_BITS) < width) {
    const next = first[(bits << (joined & SKIPPED_BITS)) & (first.length - 1)] ?? 0;
    const skipped = (joined & SKIPPED_BITS) + (next & SKIPPED_BITS);
    const count = (joined >> COUNT_SHIFT) + ((next >> COUNT_SHIFT) & COUNT_MASK);
    if (next === 0 || skipped > width || count > MAX_COUNT) break;
    joined = (next & BLOCK_END) | (count << COUNT_SHIFT) | skipped;
  }
  return joined;
}
