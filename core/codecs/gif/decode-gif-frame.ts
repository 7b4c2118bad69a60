import { ImageFileFault } from '../image-file.ts';
import { readByte } from '../read-bytes.ts';
import { CodeReader, joinSubBlocks, MAX_CODES } from './end-gif-data.ts';

const MAX_CODE_SIZE = 8; // colours have 8 bits, and browsers refuse more
const BROKEN = 'A GIF frame is broken.';
// each code's pixels: those of another code, and one more; an entry is written before it is read
const prefixes = new Uint16Array(MAX_CODES);
const lasts = new Uint8Array(MAX_CODES);
const lengths = new Uint16Array(MAX_CODES);

/** Where a code's pixels are written: the colours of a frame, row by row as they are coded. */
interface Target {
  readonly colours: Uint8Array;
  at: number;
}

/** Writes a code's pixels from the last to the first, which it returns. */
function writeCode(target: Target, code: number): number {
  const { colours } = target;
  let from = code;
  let to = target.at + (lengths[code] ?? 0) - 1;
  target.at = to + 1;
  while (to >= colours.length && lengths[from] !== 1) {
    from = prefixes[from] ?? 0;
    to -= 1;
  }
  for (; lengths[from] !== 1; to -= 1) {
    colours[to] = lasts[from] ?? 0;
    from = prefixes[from] ?? 0;
  }
  colours[to] = from;
  return from;
}

/** The first pixel of a code. */
function firstOf(code: number): number {
  let from = code;
  while (lengths[from] !== 1) from = prefixes[from] ?? 0;
  return from;
}

/**
 * The colours of a frame by their indexes, from its code size and sub-blocks (GIF89a, appendix F);
 * an ImageFileFault if they end early.
 */
export function decodeGifFrame(data: Uint8Array, pixels: number): Uint8Array {
  const codeSize = readByte(data, 0);
  if (codeSize > MAX_CODE_SIZE) throw new ImageFileFault(BROKEN);
  const reader = new CodeReader(joinSubBlocks(data).codes);
  const target: Target = { colours: new Uint8Array(pixels), at: 0 };
  const clear = 1 << codeSize;
  lengths.fill(1, 0, clear);
  let size = codeSize + 1;
  let next = clear + 2;
  let previous = -1;
  while (target.at < pixels) {
    const code = reader.read(size);
    if (code === undefined || code === clear + 1) throw new ImageFileFault(BROKEN);
    if (code === clear) {
      size = codeSize + 1;
      next = clear + 2;
      previous = -1;
      continue;
    }
    if (code > next || (code === next && previous < 0)) throw new ImageFileFault(BROKEN);
    if (previous >= 0 && next < MAX_CODES) {
      prefixes[next] = previous;
      lengths[next] = (lengths[previous] ?? 0) + 1;
      lasts[next] = firstOf(code === next ? previous : code);
      next += 1;
      if (next === 1 << size && size < 12) size += 1;
    }
    writeCode(target, code);
    previous = code;
  }
  return target.colours;
}
