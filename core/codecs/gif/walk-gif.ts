import { ImageFileFault } from '../image-file.ts';
import { checkPartCount, readByte, readUint16Le } from '../read-bytes.ts';
import { hasAllPixels } from './end-gif-data.ts';

/**
 * One frame: the start of its image descriptor, the end of its data, and its control block, if any.
 */
export interface GifFrame {
  readonly start: number;
  /** The start of the code size and the sub-blocks. */
  readonly dataStart: number;
  readonly end: number;
  readonly pixels: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly control: number | undefined;
  /** The file ends with its data, whose last sub-block nothing closes. */
  readonly isOpen: boolean;
}

/**
 * Called for each frame and comment, and for each application extension with the start of its first
 * sub-block.
 */
export interface GifVisitor {
  readonly onFrame: (frame: GifFrame) => void;
  readonly onApplication?: (subBlock: number) => void;
  readonly onComment?: () => void;
}

/** The signature and the logical screen. */
export const SCREEN_BYTES = 13;
/** The screen's width and height, 16 bits each. */
export const SCREEN_SIZE_AT = 6;
const CUT = 'The file ends too early.';
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const BLOCKS: readonly number[] = [EXTENSION, IMAGE, TRAILER];
const CONTROL = 0xf9;
const APPLICATION = 0xff;
const COMMENT = 0xfe;
const CONTROL_BYTES = 4;
/** An image descriptor, without the colours that follow it. */
export const DESCRIPTOR_BYTES = 10;
const MAX_CODE_SIZE = 11; // LZW codes have at most 12 bits (GIF89a, appendix F)

/** The end of the signature, the logical screen and the global colour table. */
export function findGifScreenEnd(bytes: Uint8Array): number {
  return SCREEN_BYTES + colourTableBytes(readByte(bytes, 10));
}

/**
 * Walks a GIF's blocks to its trailer, over stray bytes between them, as GIF87a has it (appendix
 * F). Without a trailer it ends behind its last frame, as in browsers. An ImageFileFault if a block
 * is cut, or if the file ends before the last pixel of that frame.
 */
export function walkGif(bytes: Uint8Array, visitor: GifVisitor): void {
  let control: number | undefined;
  let frames = 0;
  let at = findGifScreenEnd(bytes);
  for (let parts = 1; ; parts += 1) {
    checkPartCount(parts);
    at = findBlock(bytes, at);
    // a control announces a frame
    const isEnd = at >= bytes.length && frames > 0 && control === undefined;
    if (isEnd || readByte(bytes, at) === TRAILER) return;
    if (readByte(bytes, at) === IMAGE) {
      const frame = readFrame(bytes, at, control);
      if (frame.isOpen) checkOpenFrame(bytes, frame);
      visitor.onFrame(frame);
      frames += 1;
      control = undefined;
      at = frame.end;
    } else {
      const label = readByte(bytes, at + 1);
      if (label === CONTROL) control = checkControl(bytes, at + 2);
      if (label === APPLICATION) visitor.onApplication?.(at + 2);
      if (label === COMMENT) visitor.onComment?.();
      at = skipSubBlocks(bytes, at + 2);
      if (at > bytes.length) throw new ImageFileFault(CUT);
    }
  }
}

function checkOpenFrame(bytes: Uint8Array, { dataStart, end, pixels }: GifFrame): void {
  if (!hasAllPixels(bytes.subarray(dataStart, end), pixels)) throw new ImageFileFault(CUT);
}

function findBlock(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && !BLOCKS.includes(readByte(bytes, at))) at += 1;
  return at;
}

function checkControl(bytes: Uint8Array, subBlock: number): number {
  if (readByte(bytes, subBlock) !== CONTROL_BYTES)
    throw new ImageFileFault('A GIF control is broken.');
  return subBlock;
}

function readFrame(bytes: Uint8Array, start: number, control: number | undefined): GifFrame {
  const width = readUint16Le(bytes, start + 5);
  const height = readUint16Le(bytes, start + 7);
  if (width === 0 || height === 0) throw new ImageFileFault('A GIF frame has no pixels.');
  const codeSize = start + DESCRIPTOR_BYTES + colourTableBytes(readByte(bytes, start + 9));
  if (readByte(bytes, codeSize) > MAX_CODE_SIZE) throw new ImageFileFault('A GIF frame is broken.');
  const end = skipSubBlocks(bytes, codeSize + 1);
  const left = readUint16Le(bytes, start + 1);
  const top = readUint16Le(bytes, start + 3);
  return {
    start,
    dataStart: codeSize,
    pixels: width * height,
    end: Math.min(end, bytes.length),
    isOpen: end > bytes.length,
    left,
    top,
    right: left + width,
    bottom: top + height,
    control,
  };
}

/** The place behind the sub-blocks; it is beyond the file if that ends within them. */
function skipSubBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let size = bytes[at] ?? 0; size > 0; size = bytes[at] ?? 0) at += size + 1;
  return at + 1;
}

// the flag in the top bit, the size's exponent less one in the lowest three (GIF89a, 18)
function colourTableBytes(packed: number): number {
  return (packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 0x07) + 1);
}
