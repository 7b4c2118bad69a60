import { createInflate } from 'node:zlib';
import { ImageFileFault } from '../image-file.ts';
import { repeatLastEntry, zeroUnusedColours } from '../palette.ts';
import { joinBytes } from '../write-bytes.ts';
import { compressAnew } from './compress-anew.ts';
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
 * A rebuilt PNG whose compressed stream ends with the last pixel, and with it its IDAT chunks.
 * Palette colours that no pixel names become zero. One beyond the palette is its last, as in
 * browsers, and is added for other decoders. A stream with surplus rows, without an end or
 * with a wrong checksum is compressed again, since browsers show it. An ImageFileFault if the
 * stream breaks before the last pixel. Inflates all, and keeps nothing of it.
 */
export async function endPngData(bytes: Uint8Array): Promise<Uint8Array> {
  const chunks = listChunks(bytes);
  const header = readPngImageHeader(readCheckedData(bytes, readPngChunk(bytes, FIRST_CHUNK)));
  const palette = chunks.find(({ type }) => type === 'PLTE');
  const newMarks = () => (palette ? new PngColourMarks(header) : undefined);
  const coded = chunks.filter(({ type }) => type === 'IDAT').map((chunk) => dataOf(bytes, chunk));
  const due = countPngBytes(header);
  let marks = newMarks();
  const used = await inflateWhole(coded, due, (rows) => marks?.take(rows));
  if (used === undefined) {
    marks = newMarks();
    const renewed = await compressAnew(joinBytes(coded), due, (rows) => marks?.take(rows));
    return rebuildData(bytes, chunks, renewed, marks?.usedColours);
  }
  const isShorter = used < coded.reduce((sum, { length }) => sum + length, 0);
  if (!isShorter && !marks) return bytes;
  const shortened = isShorter ? joinBytes(coded).subarray(0, used) : undefined;
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

/**
 * The number of compressed bytes in a stream that is whole and has exactly so many bytes; undefined
 * for another one.
 */
async function inflateWhole(
  parts: readonly Uint8Array[],
  due: number,
  onRows: (bytes: Uint8Array) => void,
): Promise<number | undefined> {
  const inflate = createInflate();
  let result = 0;
  for (const part of parts) inflate.write(part);
  inflate.end();
  try {
    for await (const chunk of inflate) {
      result += (chunk as Uint8Array).length;
      if (result > due) return undefined; // leaving the loop destroys the stream
      onRows(chunk as Uint8Array);
    }
  } catch (error) {
    if (error instanceof ImageFileFault) throw error;
    return undefined;
  }
  return result === due ? inflate.bytesWritten : undefined;
}

/** The same chunks with one IDAT of other data, if there are any, and without unused colours. */
function rebuildData(
  bytes: Uint8Array,
  chunks: readonly PngChunk[],
  data: Uint8Array | undefined,
  usedColours: Uint8Array | undefined,
): Uint8Array {
  const first = chunks.find(({ type }) => type === 'IDAT');
  const colours = chunks.find(({ type }) => type === 'PLTE');
  const count = colours ? dataOf(bytes, colours).length / 3 : 0;
  const parts = chunks.map((chunk) => {
    if (chunk.type === 'PLTE' && usedColours)
      return buildPalette(dataOf(bytes, chunk), usedColours);
    if (chunk.type === 'tRNS' && usedColours) {
      return buildTransparency(dataOf(bytes, chunk), usedColours, count);
    }
    if (chunk.type !== 'IDAT' || data === undefined) {
      return bytes.subarray(chunk.start, chunk.end);
    }
    return chunk === first ? buildPngChunk('IDAT', data) : new Uint8Array(0);
  });
  return joinBytes([bytes.subarray(0, FIRST_CHUNK), ...parts]);
}

function buildPalette(palette: Uint8Array, used: Uint8Array): Uint8Array {
  return buildPngChunk('PLTE', zeroUnusedColours(repeatLastEntry(palette, used, 3), used));
}

/** A colour without an alpha is opaque, and so are the copies of such a last one. */
function buildTransparency(alphas: Uint8Array, used: Uint8Array, colours: number): Uint8Array {
  const whole = alphas.length === colours ? repeatLastEntry(alphas, used, 1) : alphas;
  return buildPngChunk(
    'tRNS',
    whole.map((alpha, at) => (used[at] === 1 ? alpha : 0)),
  );
}
