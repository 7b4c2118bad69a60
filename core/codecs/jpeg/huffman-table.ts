import { ImageFileFault } from '../image-file.ts';
import { readByte } from '../read-bytes.ts';

/**
 * A DHT table prepared for look-ups (ITU-T T.81, annex C). Some 300 numbers for any table: building
 * one costs about the length of its definition.
 */
export interface HuffmanTable {
  /**
   * For each eight bits that may come next: the code's length in the upper byte, its value in the
   * lower; 0 for longer codes.
   */
  readonly short: Uint16Array;
  /** By length: the first 16 bits with which no code of this length or a shorter one begins. */
  readonly ends: Uint32Array;
  /** By length: the offset from a code to the place of its value. */
  readonly shifts: Int32Array;
  readonly values: Uint8Array;
}

const MAX_CODE_BITS = 16;
const SHORT_BITS = 8;
const FIRST_VALUE = 1 + MAX_CODE_BITS;

/**
 * The table of a definition as in the segment, its slot first; an ImageFileFault if its codes don't
 * fit into 16 bits.
 */
export function buildHuffmanTable(definition: Uint8Array): HuffmanTable {
  const short = new Uint16Array(1 << SHORT_BITS);
  const ends = new Uint32Array(MAX_CODE_BITS + 1);
  const shifts = new Int32Array(MAX_CODE_BITS + 1);
  let code = 0;
  let place = 0;
  for (let length = 1; length <= MAX_CODE_BITS; length += 1) {
    const count = readByte(definition, length);
    shifts[length] = place - code;
    if (code + count > 1 << length) throw new ImageFileFault('A JPEG table is broken.');
    if (length <= SHORT_BITS) fillShort(short, definition, { length, count, code, place });
    code += count;
    place += count;
    ends[length] = code << (MAX_CODE_BITS - length);
    code <<= 1;
  }
  return { short, ends, shifts, values: definition.subarray(FIRST_VALUE, FIRST_VALUE + place) };
}

/**
 * The length and the value of the code that these 16 bits begin with, as in `short`; 0 for no code.
 */
export function findCode({ short, ends, shifts, values }: HuffmanTable, bits: number): number {
  const entry = short[bits >> (MAX_CODE_BITS - SHORT_BITS)] ?? 0;
  if (entry !== 0) return entry;
  for (let length = SHORT_BITS + 1; length <= MAX_CODE_BITS; length += 1) {
    if (bits >= (ends[length] ?? 0)) continue;
    const place = (bits >> (MAX_CODE_BITS - length)) + (shifts[length] ?? 0);
    return (length << 8) | (values[place] ?? 0);
  }
  return 0;
}

interface Codes {
  readonly length: number;
  readonly count: number;
  readonly code: number;
  readonly place: number;
}

function fillShort(
  short: Uint16Array,
  definition: Uint8Array,
  { length, count, code, place }: Codes,
): void {
  const width = 1 << (SHORT_BITS - length);
  for (let i = 0; i < count; i += 1) {
    const value = readByte(definition, FIRST_VALUE + place + i);
    short.fill((length << 8) | value, (code + i) * width, (code + i + 1) * width);
  }
}
