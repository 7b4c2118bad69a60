import { ImageFileFault } from '../image-file.ts';
import { checkPartCount, readFourCharacters, readUint32Be } from '../read-bytes.ts';

/** A box of ISO/IEC 14496-12: its name, and the ends of its content and of the box. */
export interface MediaBox {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Version and flags, with which the content of many boxes begins. */
export const FULL_BOX_BYTES = 4;

const HEAD_BYTES = 8;
const LARGE_HEAD_BYTES = 16;
const TO_THE_END = 0;
const IS_LARGE = 1;
const CUT = 'The file ends too early.';
/** The fault of boxes that contradict themselves. */
export const NOT_READABLE = 'The header of the image cannot be read.';

/** The boxes between two places; an ImageFileFault if one exceeds them. */
export function listMediaBoxes(bytes: Uint8Array, from: number, end: number): MediaBox[] {
  const boxes: MediaBox[] = [];
  for (let at = from; at < end; at = boxes.at(-1)?.end ?? end) {
    checkPartCount(boxes.length + 1);
    boxes.push(readBox(bytes, at, end));
  }
  return boxes;
}

/**
 * The boxes of a file up to the first that is broken. Decoders look no further than they need, so a
 * wrong size of `mdat` and stray bytes at the end hide nothing from them.
 */
export function listFileBoxes(bytes: Uint8Array): MediaBox[] {
  const boxes: MediaBox[] = [];
  try {
    for (let at = 0; at < bytes.length; at = boxes.at(-1)?.end ?? bytes.length) {
      checkPartCount(boxes.length + 1);
      boxes.push(readBox(bytes, at, bytes.length));
    }
  } catch (error) {
    if (!(error instanceof ImageFileFault) || error.reason !== CUT) throw error;
  }
  return boxes;
}

/** The one box of a name; an ImageFileFault unless there is exactly one. */
export function theBox(boxes: readonly MediaBox[], type: string): MediaBox {
  const [found, second] = boxes.filter((box) => box.type === type);
  if (!found || second) throw new ImageFileFault(NOT_READABLE);
  return found;
}

function readBox(bytes: Uint8Array, at: number, end: number): MediaBox {
  if (at + HEAD_BYTES > end) throw new ImageFileFault(CUT);
  const size = readUint32Be(bytes, at);
  const isLarge = size === IS_LARGE;
  const headBytes = isLarge ? LARGE_HEAD_BYTES : HEAD_BYTES;
  const boxEnd = at + (isLarge ? readLargeSize(bytes, at) : size === TO_THE_END ? end - at : size);
  if (boxEnd < at + headBytes || boxEnd > end) throw new ImageFileFault(CUT);
  return { type: readFourCharacters(bytes, at + 4), start: at + headBytes, end: boxEnd };
}

function readLargeSize(bytes: Uint8Array, at: number): number {
  return readUint32Be(bytes, at + 8) * 2 ** 32 + readUint32Be(bytes, at + 12);
}
