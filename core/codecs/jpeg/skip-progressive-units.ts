import { ImageFileFault } from '../image-file.ts';
import { findCode, type HuffmanTable } from './huffman-table.ts';
import type { JpegBand } from './read-jpeg-frame.ts';
import { type ScanBits, truncatedScan } from './scan-bits.ts';

/**
 * The coefficients of a component's blocks that aren't zero by now. Each block has two words of 32
 * bits, in the order of a scan of this component alone.
 */
export type KnownCoefficients = Int32Array;

/** A scan's blocks: the band, the table of each block of a unit, and the known coefficients. */
export interface ProgressiveBlocks {
  readonly band: JpegBand;
  /** One for each block of a unit; undefined where single bits of the first coefficient come. */
  readonly tables: readonly (HuffmanTable | undefined)[];
  /** Of the one component of a scan without first coefficients. */
  readonly known: KnownCoefficients;
}

const WORD = 32;
const MORE_ZEROS = 15;

/** The place in an interval, and the blocks that are still without a code (T.81, G.1.2.2). */
interface Cursor {
  at: number;
  endedBlocks: number;
}

/** Follows so many units from the start of an interval; the bit behind the last. */
export function skipProgressiveUnits(
  bits: ScanBits,
  blocks: ProgressiveBlocks,
  firstUnit: number,
  units: number,
): number {
  const cursor: Cursor = { at: 0, endedBlocks: 0 };
  const { firstCoefficient, highBit } = blocks.band;
  const skip =
    firstCoefficient === 0 ? skipFirst : highBit === 0 ? skipNewCoefficients : skipRefinement;
  for (let unit = firstUnit; unit < firstUnit + units; unit += 1) {
    skip(bits, blocks, cursor, unit);
    if (cursor.at > bits.bits) throw truncatedScan();
  }
  return cursor.at;
}

/** The next bits of an interval, at most 16. */
function peek({ coded }: ScanBits, at: number): number {
  const byte = at >> 3;
  const word = ((coded[byte] ?? 0) << 16) | ((coded[byte + 1] ?? 0) << 8) | (coded[byte + 2] ?? 0);
  return (word >> (8 - (at & 7))) & 0xffff;
}

/** The value of the next code. */
function takeCode(bits: ScanBits, table: HuffmanTable | undefined, cursor: Cursor): number {
  if (!table || cursor.at > bits.bits) throw truncatedScan();
  const code = findCode(table, peek(bits, cursor.at));
  if (code === 0) throw new ImageFileFault('The JPEG has a broken scan.');
  cursor.at += code >> 8;
  return code & 0xff;
}

/** The number of blocks that end here, this one included. */
function takeEndedBlocks(bits: ScanBits, cursor: Cursor, size: number): number {
  const more = size === 0 ? 0 : peek(bits, cursor.at) >> (16 - size);
  cursor.at += size;
  return (1 << size) + more;
}

function skipFirst(bits: ScanBits, { band, tables }: ProgressiveBlocks, cursor: Cursor): void {
  for (const table of tables) {
    const more = band.highBit === 0 ? takeCode(bits, table, cursor) & 0x0f : 1;
    cursor.at += more;
  }
}

const isKnown = (known: KnownCoefficients, unit: number, k: number) =>
  (((known[2 * unit + (k >> 5)] ?? 0) >>> (k & 31)) & 1) === 1;

function markKnown(known: KnownCoefficients, unit: number, k: number): void {
  const at = 2 * unit + (k >> 5);
  known[at] = (known[at] ?? 0) | (1 << (k & 31));
}

function skipNewCoefficients(
  bits: ScanBits,
  { band, tables, known }: ProgressiveBlocks,
  cursor: Cursor,
  unit: number,
): void {
  if (cursor.endedBlocks > 0) {
    cursor.endedBlocks -= 1;
    return;
  }
  for (let k = band.firstCoefficient; k <= band.lastCoefficient; k += 1) {
    const symbol = takeCode(bits, tables[0], cursor);
    const [run, size] = [symbol >> 4, symbol & 0x0f];
    if (size === 0 && run < MORE_ZEROS) {
      cursor.endedBlocks = takeEndedBlocks(bits, cursor, run) - 1;
      return;
    }
    k += run;
    if (size > 0 && k <= band.lastCoefficient) markKnown(known, unit, k);
    cursor.at += size;
  }
}

/** Each known coefficient has a bit more; new ones are between them (T.81, G.1.2.3). */
function skipRefinement(
  bits: ScanBits,
  { band, tables, known }: ProgressiveBlocks,
  cursor: Cursor,
  unit: number,
): void {
  let k = band.firstCoefficient;
  while (cursor.endedBlocks === 0 && k <= band.lastCoefficient) {
    const symbol = takeCode(bits, tables[0], cursor);
    const [run, size] = [symbol >> 4, symbol & 0x0f];
    if (size === 0 && run < MORE_ZEROS) {
      cursor.endedBlocks = takeEndedBlocks(bits, cursor, run);
      break;
    }
    if (size > 0) cursor.at += 1; // its sign
    for (let zeros = run; k <= band.lastCoefficient; k += 1) {
      if (isKnown(known, unit, k)) cursor.at += 1;
      else if (zeros === 0) break;
      else zeros -= 1;
    }
    if (size > 0 && k <= band.lastCoefficient) markKnown(known, unit, k);
    k += 1;
  }
  if (cursor.endedBlocks === 0) return;
  cursor.at += countKnown(known, unit, k, band.lastCoefficient);
  cursor.endedBlocks -= 1;
}

/** The known coefficients from one to another. */
function countKnown(known: KnownCoefficients, unit: number, from: number, to: number): number {
  if (from > to) return 0;
  let count = 0;
  for (const half of [0, 1]) {
    const [first, last] = [Math.max(0, from - half * WORD), Math.min(31, to - half * WORD)];
    if (first > last) continue;
    const mask = (-1 >>> (31 - last)) & (-1 << first);
    count += countBits((known[2 * unit + half] ?? 0) & mask);
  }
  return count;
}

function countBits(word: number): number {
  let left = word;
  let count = 0;
  for (; left !== 0; left &= left - 1) count += 1;
  return count;
}
