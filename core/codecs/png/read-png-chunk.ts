import { crc32 } from 'node:zlib';
import { ImageFileFault } from '../image-file.ts';
import { hasTextAt, readByte, readFourCharacters, readUint32Be } from '../read-bytes.ts';
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
const ANCILLARY_BIT = 0x20;
const CUT = 'The PNG ends before its image data.';
const CRITICAL = ['IHDR', 'PLTE', 'IDAT', 'IEND'];

/**
 * The chunk at a place. An ImageFileFault if the file is truncated, or an unknown chunk is
 * critical. Image data may end with the file: whether they are whole, their pixels tell.
 */
export function readPngChunk(bytes: Uint8Array, start: number): PngChunk {
  if (bytes.length < start + HEAD_BYTES) throw new ImageFileFault(CUT);
  const type = readFourCharacters(bytes, start + 4);
  const isCut = isCutChunk(bytes, start);
  if (isCut && type !== 'IDAT') throw new ImageFileFault(CUT);
  const dataStart = start + HEAD_BYTES;
  const dataEnd = Math.min(dataStart + readUint32Be(bytes, start), bytes.length);
  // PNG third edition, 5.4: a bit of the first letter, its case, marks a critical chunk
  const isCritical = (readByte(bytes, start + 4) & ANCILLARY_BIT) === 0;
  if (isCritical && !CRITICAL.includes(type)) {
    throw new ImageFileFault('A PNG chunk is not supported.');
  }
  return { type, start, dataStart, dataEnd, end: isCut ? bytes.length : dataEnd + CRC_BYTES };
}

/** Whether a chunk of this name begins at a place. */
export function isPngChunkAt(bytes: Uint8Array, start: number, type: string): boolean {
  return hasTextAt(bytes, start + 4, type);
}

/** Whether the file ends before the end of the chunk at a place. */
export function isCutChunk(bytes: Uint8Array, start: number): boolean {
  const left = bytes.length - start - HEAD_BYTES - CRC_BYTES;
  return left < 0 || readUint32Be(bytes, start) > left;
}

/** Whether the chunk is whole, with the CRC of its bytes. */
export function hasRightCrc(bytes: Uint8Array, { start, dataEnd, end }: PngChunk): boolean {
  if (end !== dataEnd + CRC_BYTES) return false;
  return crc32(bytes.subarray(start + 4, dataEnd)) === readUint32Be(bytes, dataEnd);
}

/** The chunk's data; an ImageFileFault if its CRC is wrong. */
export function readCheckedData(bytes: Uint8Array, chunk: PngChunk): Uint8Array {
  if (!hasRightCrc(bytes, chunk)) throw new ImageFileFault('A PNG chunk is damaged.');
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
