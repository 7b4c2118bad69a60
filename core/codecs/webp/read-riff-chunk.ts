import { ImageFileFault } from '../image-file.ts';
import { readFourCharacters, readUint32Le } from '../read-bytes.ts';
import { joinBytes, textBytes, uint32Le } from '../write-bytes.ts';

/** A RIFF chunk's name, its data without padding, and the start of the next one. */
export interface RiffChunk {
  readonly type: string;
  readonly data: Uint8Array;
  readonly end: number;
}

/** The start of the first chunk: after "RIFF", the size and "WEBP". */
export const FIRST_RIFF_CHUNK = 12;

const CUT = 'The WebP ends too early.';
const NO_PADDING = new Uint8Array(0);
const PADDING = Uint8Array.of(0);

/** The bytes of the RIFF size; an ImageFileFault if the file has fewer. */
export function readRiff(bytes: Uint8Array): Uint8Array {
  const end = 8 + readUint32Le(bytes, 4);
  if (end > bytes.length || end < FIRST_RIFF_CHUNK + 8) throw new ImageFileFault(CUT);
  return bytes.subarray(0, end);
}

/** The chunk at a place. */
export function readRiffChunk(bytes: Uint8Array, start: number): RiffChunk {
  if (start + 8 > bytes.length) throw new ImageFileFault(CUT);
  const size = readUint32Le(bytes, start + 4);
  const dataEnd = start + 8 + size;
  if (dataEnd > bytes.length) throw new ImageFileFault(CUT);
  const data = bytes.subarray(start + 8, dataEnd);
  return { type: readFourCharacters(bytes, start), data, end: dataEnd + (size % 2) };
}

/** A chunk with its size and its padding to an even length, as parts to be joined. */
export function buildRiffChunk(type: string, data: Uint8Array): Uint8Array[] {
  const head = Uint8Array.of(...textBytes(type), ...uint32Le(data.length));
  return [head, data, data.length % 2 === 0 ? NO_PADDING : PADDING];
}

/** A whole WebP of these chunks. */
export function buildRiff(chunks: readonly Uint8Array[]): Uint8Array {
  const size = chunks.reduce((sum, part) => sum + part.length, 4);
  return joinBytes([
    Uint8Array.of(...textBytes('RIFF'), ...uint32Le(size), ...textBytes('WEBP')),
    ...chunks,
  ]);
}
