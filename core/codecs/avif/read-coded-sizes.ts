import { ImageFileFault } from '../image-file.ts';
import { checkPartCount, readByte } from '../read-bytes.ts';

/** Width and height in pixels. */
export interface AvifSize {
  readonly width: number;
  readonly height: number;
}

const SEQUENCE_HEADER = 1;
const MAX_SIZE_BYTES = 8;
const FIRST_LEVEL_WITH_TIER = 8;

/**
 * The sizes in the sequence headers of AV1 data (AV1 bitstream specification, 5.3 to 5.5), which no
 * later frame exceeds. An ImageFileFault if the data are malformed.
 */
export function readCodedSizes(data: Uint8Array): AvifSize[] {
  const sizes: AvifSize[] = [];
  let parts = 0;
  for (let at = 0; at < data.length; ) {
    parts += 1;
    checkPartCount(parts);
    const head = readByte(data, at);
    at += (head & 0x04) === 0 ? 1 : 2; // the extension's byte
    let end = data.length;
    if ((head & 0x02) !== 0) {
      const { value, bytes } = readSize(data, at);
      at += bytes;
      end = at + value;
    }
    if (end > data.length) throw new ImageFileFault('The AVIF ends too early.');
    if (((head >> 3) & 0x0f) === SEQUENCE_HEADER) {
      sizes.push(readSequenceSize(data.subarray(at, end)));
    }
    at = end;
  }
  return sizes;
}

/** LEB128, as 4.10.5 has it. */
function readSize(data: Uint8Array, at: number): { value: number; bytes: number } {
  let value = 0;
  for (let i = 0; i < MAX_SIZE_BYTES; i += 1) {
    const byte = readByte(data, at + i);
    value += (byte & 0x7f) * 2 ** (7 * i);
    if ((byte & 0x80) === 0) return { value, bytes: i + 1 };
  }
  throw new ImageFileFault('The AVIF has a broken part.');
}

/** The next bits, highest first. */
type ReadBits = (bits: number) => number;

function bitsOf(data: Uint8Array): ReadBits {
  let at = 0;
  return (bits) => {
    let value = 0;
    for (let i = 0; i < bits; i += 1, at += 1) {
      value = value * 2 + ((readByte(data, at >> 3) >> (7 - (at & 7))) & 1);
    }
    return value;
  };
}

// 5.5.1, up to the size
function readSequenceSize(data: Uint8Array): AvifSize {
  const read = bitsOf(data);
  read(3 + 1); // profile, `still_picture`
  const isReduced = read(1) === 1;
  if (isReduced) read(5);
  else skipOperatingPoints(read);
  const [widthBits, heightBits] = [read(4) + 1, read(4) + 1];
  return { width: read(widthBits) + 1, height: read(heightBits) + 1 };
}

function skipOperatingPoints(read: ReadBits): void {
  const delayBits = read(1) === 1 ? skipTiming(read) : 0;
  const hasDisplayDelay = read(1) === 1;
  for (let points = read(5) + 1; points > 0; points -= 1) {
    read(12);
    if (read(5) >= FIRST_LEVEL_WITH_TIER) read(1);
    if (delayBits > 0 && read(1) === 1) read(2 * delayBits + 1);
    if (hasDisplayDelay && read(1) === 1) read(4);
  }
}

/** The number of bits of an operating point's delays; 0 without a decoder model. */
function skipTiming(read: ReadBits): number {
  read(32 + 32);
  if (read(1) === 1) skipVariableLength(read);
  if (read(1) === 0) return 0;
  const delayBits = read(5) + 1;
  read(32 + 5 + 5);
  return delayBits;
}

function skipVariableLength(read: ReadBits): void {
  let zeros = 0;
  while (zeros < 32 && read(1) === 0) zeros += 1;
  if (zeros < 32) read(zeros);
}
