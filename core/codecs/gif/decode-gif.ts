import { ImageFileFault } from '../image-file.ts';
import { readByte } from '../read-bytes.ts';
import { decodeGifFrame } from './decode-gif-frame.ts';
import { type GifControl, readGifControl } from './read-gif-control.ts';
import { walkGifHeader } from './read-gif-header.ts';
import { DESCRIPTOR_BYTES, findGifScreenEnd, type GifFrame, SCREEN_BYTES } from './walk-gif.ts';

/** Frames one below the other: red, green, blue and alpha of each pixel. */
export interface GifPixels {
  readonly data: Uint8Array;
  readonly width: number;
  /** Of one frame. */
  readonly height: number;
  readonly frames: number;
}

interface Canvas {
  readonly pixels: Uint32Array;
  readonly width: number;
  readonly height: number;
}

const HAS_TABLE = 0x80;
const IS_INTERLACED = 0x40;
/** The first row and the step of each pass (GIF89a, appendix E). */
const PASSES = [
  [0, 8],
  [4, 8],
  [2, 4],
  [1, 2],
] as const;
const BLACK = 0xff000000;
const MAX_COLOURS = 256;
/** Frames may exceed the canvas, but not far: their pixels are decoded. */
const MAX_FRAME_SHARE = 2;
const FREE_PIXELS = 1_000_000;

/**
 * A GIF's frames, or its first alone, as browsers show them. Its canvas is clear at first and where
 * a frame is disposed of; a colour beyond its table is black. An ImageFileFault if a frame is
 * broken or far larger than the canvas.
 */
export function decodeGif(bytes: Uint8Array, allFrames: boolean): GifPixels {
  const found: GifFrame[] = [];
  const { width, height } = walkGifHeader(bytes, { onFrame: (frame) => found.push(frame) });
  const shown = allFrames ? found : found.slice(0, 1);
  refuseLargeFrames(shown, width * height);
  const canvas = { pixels: new Uint32Array(width * height), width, height };
  const all = new Uint32Array(canvas.pixels.length * shown.length);
  for (const [at, frame] of shown.entries()) {
    const control = readGifControl(bytes, frame);
    const before = control.disposal === 'restore' ? canvas.pixels.slice() : undefined;
    paintFrame(canvas, bytes, frame, control);
    all.set(canvas.pixels, at * canvas.pixels.length);
    if (before) canvas.pixels.set(before);
    if (control.disposal === 'clear') clearFrame(canvas, frame);
  }
  return { data: new Uint8Array(all.buffer), width, height, frames: shown.length };
}

function refuseLargeFrames(frames: readonly GifFrame[], canvasPixels: number): void {
  const coded = frames.reduce((sum, { pixels }) => sum + pixels, 0);
  if (coded > MAX_FRAME_SHARE * canvasPixels * frames.length + FREE_PIXELS) {
    throw new ImageFileFault('The GIF has more pixels than its displayed size.');
  }
}

function paintFrame(
  canvas: Canvas,
  bytes: Uint8Array,
  frame: GifFrame,
  { clearIndex }: GifControl,
): void {
  const { start, dataStart, end, left, top, right, bottom } = frame;
  const packed = readByte(bytes, start + DESCRIPTOR_BYTES - 1);
  const colours = readColours(
    (packed & HAS_TABLE) === 0
      ? bytes.subarray(SCREEN_BYTES, findGifScreenEnd(bytes))
      : bytes.subarray(start + DESCRIPTOR_BYTES, dataStart),
  );
  const indexes = decodeGifFrame(bytes.subarray(dataStart, end), frame.pixels);
  const shownWidth = Math.min(right, canvas.width) - left;
  for (const [coded, row] of listRows(bottom - top, (packed & IS_INTERLACED) !== 0).entries()) {
    if (top + row >= canvas.height) continue;
    const from = coded * (right - left);
    const to = (top + row) * canvas.width + left;
    for (let x = 0; x < shownWidth; x += 1) {
      const index = indexes[from + x] ?? 0;
      if (index !== clearIndex) canvas.pixels[to + x] = colours[index] ?? BLACK;
    }
  }
}

/** The colours as pixels of the canvas, whose first byte is the lowest. */
function readColours(table: Uint8Array): Uint32Array {
  const colours = new Uint32Array(MAX_COLOURS).fill(BLACK);
  for (let at = 0; at + 2 < table.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = table.subarray(at, at + 3);
    colours[at / 3] = (BLACK | (blue << 16) | (green << 8) | red) >>> 0;
  }
  return colours;
}

/** The rows of a frame in the order in which they are coded. */
function listRows(height: number, isInterlaced: boolean): Uint32Array {
  const rows = Uint32Array.from({ length: height }, (_, row) => row);
  if (!isInterlaced) return rows;
  let coded = 0;
  for (const [first, step] of PASSES) {
    for (let row = first; row < height; row += step) rows[coded++] = row;
  }
  return rows;
}

function clearFrame({ pixels, width, height }: Canvas, frame: GifFrame): void {
  const right = Math.min(frame.right, width);
  if (frame.left >= right) return;
  for (let row = frame.top; row < Math.min(frame.bottom, height); row += 1) {
    pixels.fill(0, row * width + frame.left, row * width + right);
  }
}
