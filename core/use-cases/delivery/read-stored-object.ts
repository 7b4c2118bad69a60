import { createHash } from 'node:crypto';
import { LIMITS } from '../../foundation/limits.ts';
import { releaseBytes } from '../../foundation/release-bytes.ts';
import { bodyOf } from '../../images/body-of.ts';
import type { StoredObject } from '../../ports/images/object-store.ts';
import type { Rendition } from '../../ports/images/rendition-store.ts';

/** All bytes of a stored object, in one buffer; rejects if their number is another. */
export async function readWhole({ bytes, body }: StoredObject): Promise<Uint8Array> {
  let whole: Uint8Array | undefined;
  let at = 0;
  for await (const chunk of body) {
    if (at + chunk.length > bytes) throw wrongLength(at + chunk.length, bytes);
    if (chunk.length === bytes) whole = chunk;
    else {
      whole ??= Buffer.allocUnsafeSlow(bytes);
      whole.set(chunk, at);
    }
    at += chunk.length;
    if (chunk !== whole) releaseBytes(chunk);
  }
  if (at !== bytes) throw wrongLength(at, bytes);
  return whole ?? Buffer.alloc(0);
}

function wrongLength(bytes: number, expected: number): Error {
  return new Error(`a stored object has ${bytes} bytes in place of ${expected}`);
}

/** Ends a body that is not needed, which may hold a file open. */
export async function leaveUnread({ body }: StoredObject): Promise<void> {
  for await (const _ of body) return;
}

async function hasChecksum({ body }: StoredObject, sha256: string): Promise<boolean> {
  const hash = createHash('sha256');
  for await (const chunk of body) hash.update(chunk);
  return hash.digest('hex') === sha256;
}

/**
 * A stored rendition, proven by the length and the SHA-256 of its record; undefined if it is
 * missing or another, as after a power cut. One that memory doesn't allow is read twice.
 */
export async function openProven(
  get: () => Promise<StoredObject | undefined>,
  { bytes, sha256 }: Pick<Rendition, 'bytes' | 'sha256'>,
): Promise<StoredObject | undefined> {
  const stored = await get();
  if (!stored) return undefined;
  if (stored.bytes !== bytes) {
    await leaveUnread(stored);
    return undefined;
  }
  const isHeld = bytes <= LIMITS.maxReadAheadBytes;
  const read = isHeld ? await readWhole(stored) : undefined;
  const proof = read ? { bytes, body: bodyOf(read) } : stored;
  if (!(await hasChecksum(proof, sha256))) return undefined;
  return read ? { bytes, body: bodyOf(read) } : get();
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
  if (stored.bytes !== recordedBytes) {
    await leaveUnread(stored);
    throw wrongLength(stored.bytes, recordedBytes);
  }
  return piecesOf(await readWhole(stored));
}
