/** The cases that an encoder met: a test asks whether its images reach their purpose. */
export interface LzwReach {
  /** Bits of a code. */
  readonly sizes: Set<number>;
  clears: number;
  /** Codes that were written while all 4,096 entries were in use. */
  codesWithFullTable: number;
}

export interface LzwOptions {
  /** Bits of a colour, 2 to 8. */
  readonly codeSize: number;
  /** Whether the table is cleared when it is full; else it stays as it is. */
  readonly isClearedWhenFull: boolean;
  /** A clear code after so many codes besides. */
  readonly clearEvery?: number;
  readonly hasEndCode?: boolean;
}

const MAX_CODES = 4096;

/** LZW of GIF89a, appendix F, for the pixels of one frame. */
export function compressLzw(
  pixels: Uint8Array,
  {
    codeSize,
    isClearedWhenFull,
    clearEvery = Number.POSITIVE_INFINITY,
    hasEndCode = true,
  }: LzwOptions,
  reach: LzwReach,
): Uint8Array {
  const clear = 1 << codeSize;
  const bytes: number[] = [];
  let [waiting, bits] = [0, 0];
  let size = codeSize + 1;
  let table = new Map<number, number>();
  let next = clear + 2;
  let sinceClear = 0;
  const write = (code: number) => {
    reach.sizes.add(size);
    if (next === MAX_CODES && code !== clear) reach.codesWithFullTable += 1;
    waiting |= code << bits;
    bits += size;
    for (; bits >= 8; bits -= 8, waiting >>>= 8) bytes.push(waiting & 255);
  };
  const restart = () => {
    write(clear);
    reach.clears += 1;
    [size, next, sinceClear] = [codeSize + 1, clear + 2, 0];
    table = new Map();
  };
  restart();
  let prefix = -1;
  for (const pixel of pixels) {
    const longer = table.get(prefix * 256 + pixel);
    if (prefix >= 0 && longer !== undefined) {
      prefix = longer;
      continue;
    }
    if (prefix >= 0) {
      write(prefix);
      sinceClear += 1;
      if (next < MAX_CODES) table.set(prefix * 256 + pixel, next++);
      // the reader's table is one entry behind
      if (next - 1 === 1 << size && size < 12) size += 1;
      if (sinceClear >= clearEvery || (next === MAX_CODES && isClearedWhenFull)) restart();
    }
    prefix = pixel;
  }
  write(prefix);
  // the reader has one entry more by now
  if (next === 1 << size && size < 12) size += 1;
  if (hasEndCode) write(clear + 1);
  if (bits > 0) bytes.push(waiting & 255);
  return Uint8Array.from(bytes);
}

/** Pixels of a pattern that repeats little: each colour appears, many pairs too. */
export function noisyPixels(count: number, colours: number, seed = 1): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % colours;
  });
}

/** Data in sub-blocks of this size; their end included. */
export function inSubBlocks(data: Uint8Array, size: number): Buffer {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < data.length; at += size) {
    const part = data.subarray(at, at + size);
    parts.push(Uint8Array.of(part.length), part);
  }
  return Buffer.concat([...parts, Uint8Array.of(0)]);
}
