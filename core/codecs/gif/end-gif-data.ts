import { readByte } from '../read-bytes.ts';

/** The number of codes, of at most 12 bits. */
export const MAX_CODES = 4096; // of at most 12 bits (GIF89a, appendix F)
const MAX_SUB_BLOCK = 255;
// the pixels of each code; one for all frames, since a file can have 100,000, and an entry is
// written before it is read
const lengths = new Uint32Array(MAX_CODES);

/**
 * A frame's image data (its code size and its sub-blocks) without the bytes behind its last pixel
 * or its end code, which decoders ignore. Truncated or damaged data are returned unchanged, and the
 * decoder reports them. Marks with a 1 the colours that the pixels name.
 */
export function endGifData(data: Uint8Array, pixels: number, usedColours: Uint8Array): Uint8Array {
  const codes = joinSubBlocks(data);
  const used = countUsedBytes(codes, readByte(data, 0), pixels, usedColours);
  if (used === undefined || used >= codes.length) return data;
  return buildSubBlocks(readByte(data, 0), codes.subarray(0, used));
}

/** The bytes of a frame's sub-blocks, behind the code size. */
export function joinSubBlocks(data: Uint8Array): Uint8Array {
  const joined = new Uint8Array(data.length);
  let length = 0;
  for (let at = 1, size = readByte(data, at); size > 0; size = readByte(data, at)) {
    joined.set(data.subarray(at + 1, at + 1 + size), length);
    length += size;
    at += size + 1;
  }
  return joined.subarray(0, length);
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
  private bit = 0;

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

// LZW of GIF89a, appendix F, keeping only the number of pixels of an entry. An entry consists of
// earlier pixels, so each colour first has its own code
function countUsedBytes(
  codes: Uint8Array,
  codeSize: number,
  pixels: number,
  usedColours: Uint8Array,
): number | undefined {
  const clear = 1 << codeSize;
  const reader = new CodeReader(codes);
  let size = codeSize + 1;
  let next = clear + 2;
  let previous = 0; // the pixels of the code before, 0 after a clear code
  for (let seen = 0; ; ) {
    const code = reader.read(size);
    if (code === undefined) return undefined;
    if (code === clear + 1) return reader.usedBytes();
    if (seen >= pixels) return reader.usedBytes(); // one code more than needed, harmless
    if (code === clear) {
      size = codeSize + 1;
      next = clear + 2;
      previous = 0;
      continue;
    }
    if (code > next || (code === next && previous === 0)) return undefined;
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
