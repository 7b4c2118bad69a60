import { createInflate } from 'node:zlib';
import { PictureFault } from '../picture.ts';
import { joinBytes } from '../write-bytes.ts';
import { countPngBytes } from './count-png-bytes.ts';
import {
  buildPngChunk,
  FIRST_CHUNK,
  type PngChunk,
  readCheckedData,
  readPngChunk,
} from './read-png-chunk.ts';
import { readPngImageHeader } from './read-png-image-header.ts';

/**
 * A rebuilt PNG without what stands in its IDAT chunks behind the end of the compressed stream; a PictureFault where the
 * stream is broken, or holds other than the bytes of its pixels. Inflates all, and keeps nothing of it.
 */
export async function endPngData(bytes: Uint8Array): Promise<Uint8Array> {
  const header = readPngChunk(bytes, FIRST_CHUNK);
  const chunks = listDataChunks(bytes);
  const due = countPngBytes(readPngImageHeader(readCheckedData(bytes, header)));
  const used = await inflateWhole(
    chunks.map(({ dataStart, dataEnd }) => bytes.subarray(dataStart, dataEnd)),
    due,
  );
  const all = chunks.reduce((sum, { dataStart, dataEnd }) => sum + dataEnd - dataStart, 0);
  return used === all ? bytes : dropBehind(bytes, chunks, used);
}

function listDataChunks(bytes: Uint8Array): PngChunk[] {
  const chunks: PngChunk[] = [];
  let chunk = readPngChunk(bytes, FIRST_CHUNK);
  for (; chunk.type !== 'IEND'; chunk = readPngChunk(bytes, chunk.end)) {
    if (chunk.type === 'IDAT') chunks.push(chunk);
  }
  return chunks;
}

/** How many of the compressed bytes make up the stream. */
async function inflateWhole(parts: readonly Uint8Array[], due: number): Promise<number> {
  const inflate = createInflate();
  let made = 0;
  for (const part of parts) inflate.write(part);
  inflate.end();
  try {
    for await (const chunk of inflate) {
      made += (chunk as Uint8Array).length;
      if (made > due) break; // leaving the loop destroys the stream
    }
  } catch {
    throw new PictureFault('the PNG image data are damaged');
  }
  if (made !== due) throw new PictureFault('the PNG has other pixels than its header says');
  return inflate.bytesWritten;
}

function dropBehind(bytes: Uint8Array, chunks: readonly PngChunk[], used: number): Uint8Array {
  const first = chunks[0]?.start ?? 0;
  const end = chunks.at(-1)?.end ?? 0;
  const data = joinBytes(
    chunks.map(({ dataStart, dataEnd }) => bytes.subarray(dataStart, dataEnd)),
  );
  return joinBytes([
    bytes.subarray(0, first),
    buildPngChunk('IDAT', data.subarray(0, used)),
    bytes.subarray(end),
  ]);
}
