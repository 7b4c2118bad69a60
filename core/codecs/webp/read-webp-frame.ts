import { ImageFileFault } from '../image-file.ts';
import { checkPartCount, readByte, readUint24Le } from '../read-bytes.ts';
import { joinBytes } from '../write-bytes.ts';
import { buildRiffChunk, type RiffChunk, readRiffChunk } from './read-riff-chunk.ts';
import { isBitstream, readWebpBitstream, type WebpBitstream } from './read-webp-bitstream.ts';

/** Width and height in pixels. */
export interface WebpCanvas {
  readonly width: number;
  readonly height: number;
}

/** One frame of an animation: the head of its ANMF chunk, and its pixels. */
export interface WebpFrame {
  readonly head: Uint8Array;
  readonly bitstream: WebpBitstream;
}

const HEAD_BYTES = 16;
const BLEND_AND_DISPOSE = 0x03;

/**
 * The data of an ANMF chunk (RFC 9649, 2.7.1.1); an ImageFileFault if the frame exceeds the canvas.
 */
export function readWebpFrame(data: Uint8Array, canvas: WebpCanvas): WebpFrame {
  const width = readUint24Le(data, 6) + 1;
  const height = readUint24Le(data, 9) + 1;
  const right = 2 * readUint24Le(data, 0) + width;
  const bottom = 2 * readUint24Le(data, 3) + height;
  if (right > canvas.width || bottom > canvas.height) {
    throw new ImageFileFault('A WebP frame exceeds the canvas.');
  }
  const bitstream = readFrameBitstream(data);
  if (bitstream.width !== width || bitstream.height !== height) {
    throw new ImageFileFault('The size of a WebP frame does not match its pixels.');
  }
  return { head: data.subarray(0, HEAD_BYTES), bitstream };
}

/** The frame as an ANMF chunk, reserved bits cleared. */
export function buildWebpFrame({ head, bitstream }: WebpFrame): Uint8Array[] {
  const flags = Uint8Array.of(readByte(head, HEAD_BYTES - 1) & BLEND_AND_DISPOSE);
  return buildRiffChunk(
    'ANMF',
    joinBytes([head.subarray(0, HEAD_BYTES - 1), flags, ...bitstream.chunks]),
  );
}

function readFrameBitstream(data: Uint8Array): WebpBitstream {
  let alpha: RiffChunk | undefined;
  let parts = 1;
  for (let at = HEAD_BYTES; at < data.length; parts += 1) {
    checkPartCount(parts);
    const chunk = readRiffChunk(data, at);
    if (isBitstream(chunk.type)) return readWebpBitstream(chunk, alpha);
    if (chunk.type === 'ALPH') alpha ??= chunk;
    at = chunk.end;
  }
  throw new ImageFileFault('A WebP frame has no pixels.');
}
