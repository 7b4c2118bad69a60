import { MAX_COLOURS } from '../palette.ts';
import { readByte } from '../read-bytes.ts';

/** The number of codes, of at most 12 bits. */
export const MAX_CODES = 4096; // of at most 12 bits (GIF89a, appendix F)
const MAX_SUB_BLOCK = 255;
// the pixels of each code; one for all frames, since a file can have 100,000, and an entry is
// written before it is read
const lengths = new Uint32Array(MAX_CODES);

/**
 * A frame's image data (its code size and its sub-blocks) without the bytes behind its last pixel
 * or its end code, which decoders ignore. A missing end code is added, since libnsgif doesn't paint
 * the last pixel without one. Truncated or damaged data are returned unchanged, and the decoder
 * reports them. Marks with a 1 the colours that the pixels name.
 */
export function endGifData(data: Uint8Array, pixels: number, usedColours: Uint8Array): Uint8Array {
  const codeSize = readByte(data, 0);
  const { codes, isClosed } = joinSubBlocks(data);
  const { bytes, seen, open } = countUsedBytes(codes, codeSize, pixels, usedColours);
  if (open && seen >= pixels) {
    return buildSubBlocks(codeSize, addEndCode(codes, (1 << codeSize) + 1, open));
  }
  if (isClosed && (bytes === undefined || bytes >= codes.length)) return data;
  return buildSubBlocks(codeSize, codes.subarray(0, bytes));
}

/** The codes with one more, at the place where none was left. */
function addEndCode(codes: Uint8Array, code: number, { bit, size }: OpenEnd): Uint8Array {
  const from = bit >> 3;
  const ended = new Uint8Array(Math.ceil((bit + size) / 8));
  ended.set(codes.subarray(0, from));
  const before = (codes[from] ?? 0) & ((1 << (bit & 7)) - 1);
  const last = before | (code << (bit & 7));
  for (let at = from; at < ended.length; at += 1) ended[at] = last >> (8 * (at - from));
  return ended;
}

/** Whether image data hold so many pixels, even if the sub-blocks are cut. */
export function hasAllPixels(data: Uint8Array, pixels: number): boolean {
  const colours = new Uint8Array(MAX_COLOURS);
  const { seen } = countUsedBytes(joinSubBlocks(data).codes, readByte(data, 0), pixels, colours);
  return seen >= pixels;
}

interface JoinedCodes {
  readonly codes: Uint8Array;
  /** The data end with their last, empty sub-block. */
  readonly isClosed: boolean;
}

/** The codes of a frame's sub-blocks, behind the code size. */
export function joinSubBlocks(data: Uint8Array): JoinedCodes {
  const joined = new Uint8Array(data.length);
  let length = 0;
  let at = 1;
  for (let size = data[at] ?? 0; size > 0; size = data[at] ?? 0) {
    const block = data.subarray(at + 1, at + 1 + size);
    joined.set(block, length);
    length += block.length;
    at += size + 1;
  }
  return { codes: joined.subarray(0, length), isClosed: at < data.length };
}

function buildSubBlocks(codeSize: number, codes: Uint8Array): Uint8Array {
  const blocks = Math.ceil(codes.length / MAX_SUB_BLOCK);
  const built = new Uint8Array(codes.length + blocks + 2);
  built[0] = codeSize;
  for (let block = 0; block < blocks; block += 1) {
    const part = codes.subarray(block * MAX_SUB_BLOCK, (block + 1) * MAX_SUB_BLOCK);
    const at = 1 + block * (MAX_SUB_BLOCK + 1);
    built[at] = part.length;
    built.set(part, at + 1);
  }
  return built;
}

/** Reads codes of a growing number of bits, the lowest first. */
export class CodeReader {
  private readonly codes: Uint8Array;
  bit = 0;

  constructor(codes: Uint8Array) {
    this.codes = codes;
  }

  read(size: number): number | undefined {
    const at = this.bit >> 3;
    if (this.bit + size > this.codes.length * 8) return undefined;
    const three =
      (this.codes[at] ?? 0) | ((this.codes[at + 1] ?? 0) << 8) | ((this.codes[at + 2] ?? 0) << 16);
    const code = (three >> (this.bit & 7)) & ((1 << size) - 1);
    this.bit += size;
    return code;
  }

  usedBytes(): number {
    return Math.ceil(this.bit / 8);
  }
}

/** The bit behind the last code, and the number of bits of the next one. */
interface OpenEnd {
  readonly bit: number;
  readonly size: number;
}

interface UsedCodes {
  /** Undefined without an end code, or if one is damaged. */
  readonly bytes: number | undefined;
  /** Where the codes end without an end code. */
  readonly open?: OpenEnd;
  /** The number of pixels of the readable codes. */
  readonly seen: number;
}

// LZW of GIF89a, appendix F, keeping only the number of pixels of an entry. An entry consists of
// earlier pixels, so each colour first has its own code
function countUsedBytes(
  codes: Uint8Array,
  codeSize: number,
  pixels: number,
  usedColours: Uint8Array,
): UsedCodes {
  const clear = 1 << codeSize;
  const reader = new CodeReader(codes);
  let size = codeSize + 1;
  let next = clear + 2;
  let previous = 0; // the pixels of the code before, 0 after a clear code
  for (let seen = 0; ; ) {
    const code = reader.read(size);
    if (code === undefined) return { bytes: undefined, seen, open: { bit: reader.bit, size } };
    const used = { bytes: reader.usedBytes(), seen };
    if (code === clear + 1) return used;
    if (seen >= pixels) return used; // one code more than needed, harmless
    if (code === clear) {
      size = codeSize + 1;
      next = clear + 2;
      previous = 0;
      continue;
    }
    if (code > next || (code === next && previous === 0)) return { bytes: undefined, seen };
    if (previous > 0 && next < MAX_CODES) {
      lengths[next] = previous + 1;
      next += 1;
      if (next === 1 << size && size < 12) size += 1;
    }
    if (code < clear) usedColours[code] = 1;
    previous = code < clear ? 1 : (lengths[code] ?? 0);
    seen += previous;
  }
}
