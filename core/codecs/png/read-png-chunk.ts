import { crc32 } from 'node:zlib';
import { ImageFileFault } from '../image-file.ts';
import { readFourCharacters, readUint32Be } from '../read-bytes.ts';
import { textBytes, uint32Be } from '../write-bytes.ts';

/** A chunk's name and the bounds of the chunk (with length and CRC) and of its data. */
export interface PngChunk {
  readonly type: string;
  readonly start: number;
  readonly dataStart: number;
  readonly dataEnd: number;
  readonly end: number;
}

/** The position of the first chunk: after the signature. */
export const FIRST_CHUNK = 8;

const HEAD_BYTES = 8;
const CRC_BYTES = 4;
const CRITICAL = ['IHDR', 'PLTE', 'IDAT', 'IEND'];

/**
 * The chunk at a place; an ImageFileFault if the file is truncated, or an unknown chunk is
 * critical.
 */
export function readPngChunk(bytes: Uint8Array, start: number): PngChunk {
  if (isCutChunk(bytes, start)) throw new ImageFileFault('The PNG ends before its end chunk.');
  const dataStart = start + HEAD_BYTES;
  const dataEnd = dataStart + readUint32Be(bytes, start);
  const type = readFourCharacters(bytes, start + 4);
  // PNG third edition, 5.4: the first letter's case marks a critical chunk
  if (type < 'a' && !CRITICAL.includes(type))
    throw new ImageFileFault('A PNG chunk is not supported.');
  return { type, start, dataStart, dataEnd, end: dataEnd + CRC_BYTES };
}

/** Whether the file ends before the end of the chunk at a place. */
export function isCutChunk(bytes: Uint8Array, start: number): boolean {
  const left = bytes.length - start - HEAD_BYTES - CRC_BYTES;
  return left < 0 || readUint32Be(bytes, start) > left;
}

/** The chunk's data; an ImageFileFault if its CRC is wrong. */
export function readCheckedData(bytes: Uint8Array, chunk: PngChunk): Uint8Array {
  const crc = crc32(bytes.subarray(chunk.start + 4, chunk.dataEnd));
  if (crc !== readUint32Be(bytes, chunk.dataEnd))
    throw new ImageFileFault('A PNG chunk is damaged.');
  return bytes.subarray(chunk.dataStart, chunk.dataEnd);
}

/** A chunk with its length and CRC. */
export function buildPngChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(data.length + 12);
  chunk.set([...uint32Be(data.length), ...textBytes(type)]);
  chunk.set(data, 8);
  const crc = crc32(chunk.subarray(4, 8 + data.length));
  chunk.set(uint32Be(crc), 8 + data.length);
  return chunk;
}
