import { ImageFileFault } from '../image-file.ts';
import { readByte } from '../read-bytes.ts';
import { CodeReader, joinSubBlocks, MAX_CODES } from './end-gif-data.ts';

const MAX_CODE_SIZE = 8; // colours have 8 bits, and browsers refuse more
const BROKEN = 'A GIF frame is broken.';
// each code's pixels: those of another code, and one more; an entry is written before it is read
const prefixes = new Uint16Array(MAX_CODES);
const firsts = new Uint8Array(MAX_CODES);
const lasts = new Uint8Array(MAX_CODES);
const lengths = new Uint16Array(MAX_CODES);

/** Where a code's pixels are written: the colours of a frame, row by row as they are coded. */
interface Target {
  readonly colours: Uint8Array;
  at: number;
}

/** Writes a code's pixels from the last to the first; those beyond the frame are left out. */
function writeCode(target: Target, code: number): void {
  const { colours } = target;
  const length = lengths[code] ?? 0;
  let from = code;
  for (let to = target.at + length - 1; to >= target.at; to -= 1) {
    if (to < colours.length) colours[to] = lasts[from] ?? 0;
    from = prefixes[from] ?? 0;
  }
  target.at += length;
}

function addColours(count: number): void {
  for (let colour = 0; colour < count; colour += 1) {
    firsts[colour] = colour;
    lasts[colour] = colour;
    lengths[colour] = 1;
  }
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
  addColours(clear);
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
      firsts[next] = firsts[previous] ?? 0;
      // the code may be this entry, whose first pixel is known by now
      lasts[next] = firsts[code] ?? 0;
      next += 1;
      if (next === 1 << size && size < 12) size += 1;
    }
    writeCode(target, code);
    previous = code;
  }
  return target.colours;
}
