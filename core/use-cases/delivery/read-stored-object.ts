import { LIMITS } from '../../foundation/limits.ts';
import type { StoredObject } from '../../ports/images/object-store.ts';

/** All bytes of a stored object. */
export async function readWhole({ body }: StoredObject): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
}

/**
 * The size of the pieces of a response body. The last piece is held back for a moment
 * (recheck-before-end.ts), and must not be all of it.
 */
const PIECE_BYTES = 262_144;

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

async function* inPieces(body: StoredObject['body']): AsyncGenerator<Uint8Array> {
  for await (const bytes of body) yield* piecesOf(bytes);
}

/**
 * The body of a response, read before the response begins if memory allows. A store that fails in
 * the middle is then a clear refusal, not a truncated image. Rejects if the object's length differs
 * from its record.
 */
export async function readAhead(
  stored: StoredObject,
  recordedBytes: number,
): Promise<StoredObject['body']> {
  if (recordedBytes > LIMITS.maxReadAheadBytes) return inPieces(stored.body);
  const bytes = await readWhole(stored);
  if (bytes.length === recordedBytes) return piecesOf(bytes);
  throw new Error(`a stored object has ${bytes.length} bytes, its record says ${recordedBytes}`);
}
