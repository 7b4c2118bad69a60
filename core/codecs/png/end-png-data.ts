import { createInflate } from 'node:zlib';
import { ImageFileFault } from '../image-file.ts';
import { zeroUnusedColours } from '../palette.ts';
import { joinBytes } from '../write-bytes.ts';
import { countPngBytes } from './count-png-bytes.ts';
import { PngColourMarks } from './png-colour-marks.ts';
import {
  buildPngChunk,
  FIRST_CHUNK,
  type PngChunk,
  readCheckedData,
  readPngChunk,
} from './read-png-chunk.ts';
import { readPngImageHeader } from './read-png-image-header.ts';

/**
 * A rebuilt PNG without bytes behind the end of the compressed stream in its IDAT chunks. Palette
 * colours that no pixel names become zero. An ImageFileFault if the stream is broken, or its length
 * differs from the pixels'. Inflates all, and keeps nothing of it.
 */
export async function endPngData(bytes: Uint8Array): Promise<Uint8Array> {
  const chunks = listChunks(bytes);
  const header = readPngImageHeader(readCheckedData(bytes, readPngChunk(bytes, FIRST_CHUNK)));
  const palette = chunks.find(({ type }) => type === 'PLTE');
  const marks = palette && new PngColourMarks(header, dataOf(bytes, palette).length / 3);
  const coded = chunks.filter(({ type }) => type === 'IDAT').map((chunk) => dataOf(bytes, chunk));
  const used = await inflateWhole(coded, countPngBytes(header), (rows) => marks?.take(rows));
  const shortened = used === coded.reduce((sum, { length }) => sum + length, 0) ? undefined : used;
  if (shortened === undefined && !marks) return bytes;
  return rebuildData(bytes, chunks, shortened, marks?.usedColours);
}

function listChunks(bytes: Uint8Array): PngChunk[] {
  const chunks: PngChunk[] = [];
  for (let at = FIRST_CHUNK; at < bytes.length; at = chunks.at(-1)?.end ?? bytes.length) {
    chunks.push(readPngChunk(bytes, at));
  }
  return chunks;
}

function dataOf(bytes: Uint8Array, { dataStart, dataEnd }: PngChunk): Uint8Array {
  return bytes.subarray(dataStart, dataEnd);
}

/** The number of compressed bytes in the stream. */
async function inflateWhole(
  parts: readonly Uint8Array[],
  due: number,
  onRows: (bytes: Uint8Array) => void,
): Promise<number> {
  const inflate = createInflate();
  let result = 0;
  for (const part of parts) inflate.write(part);
  inflate.end();
  try {
    for await (const chunk of inflate) {
      result += (chunk as Uint8Array).length;
      if (result > due) break; // leaving the loop destroys the stream
      onRows(chunk as Uint8Array);
    }
  } catch {
    throw new ImageFileFault('The PNG image data are damaged.');
  }
  if (result !== due) throw new ImageFileFault('The PNG pixels do not match the header.');
  return inflate.bytesWritten;
}

/**
 * The same chunks with one IDAT of this many bytes, if that is fewer than before, and without
 * unused colours.
 */
function rebuildData(
  bytes: Uint8Array,
  chunks: readonly PngChunk[],
  codedBytes: number | undefined,
  usedColours: Uint8Array | undefined,
): Uint8Array {
  const coded = chunks.filter(({ type }) => type === 'IDAT');
  const parts = chunks.map((chunk) => {
    const data = dataOf(bytes, chunk);
    if (chunk.type === 'PLTE' && usedColours) {
      return buildPngChunk('PLTE', zeroUnusedColours(data, usedColours));
    }
    if (chunk.type === 'tRNS' && usedColours) {
      return buildPngChunk(
        'tRNS',
        data.map((alpha, at) => (usedColours[at] === 1 ? alpha : 0)),
      );
    }
    if (chunk.type !== 'IDAT' || codedBytes === undefined) {
      return bytes.subarray(chunk.start, chunk.end);
    }
    if (chunk !== coded[0]) return new Uint8Array(0);
    const all = joinBytes(coded.map((chunk) => dataOf(bytes, chunk)));
    return buildPngChunk('IDAT', all.subarray(0, codedBytes));
  });
  return joinBytes([bytes.subarray(0, FIRST_CHUNK), ...parts]);
}
