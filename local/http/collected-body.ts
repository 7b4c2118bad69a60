import type { Spool, SpoolFile } from './spool.ts';

/**
 * A body that is read from its source once, as fast as it comes, and by any number of readers from
 * its start.
 */
export interface CollectedBody {
  /** Each reader is a holder until it has ended or was left. */
  read(): AsyncIterable<Uint8Array>;
  /**
   * Resolves when all of it is there; rejects where the source fails or ends at another length than
   * it was announced with.
   */
  readonly whole: Promise<void>;
  /** Resolves when its last holder has released it: it can't be read again. */
  readonly gone: Promise<void>;
  isGone(): boolean;
  /** All of it, where it is whole and in memory. */
  inOnePiece(): Buffer | undefined;
  /**
   * Whoever collected it needs it no more. Without holders it is gone, and a source that still
   * sends is left.
   */
  release(): void;
}

export interface CollectOptions {
  /** Announced; undefined where the source's end is the body's. */
  readonly bytes: number | undefined;
  /** For what doesn't stay in memory; without it all of it does. */
  readonly spool: Spool | undefined;
}

/** So much of each body stays in memory, its start. */
const MAX_MEMORY_BYTES = 1_000_000;
const PIECE_BYTES = 262_144;

interface Collection extends CollectOptions {
  /** In memory, by the offsets that they begin at. */
  readonly pieces: Map<number, Uint8Array>;
  onePiece: Buffer | undefined;
  /** The part on disk: no gap in it, and none before it. */
  file: { readonly bytes: SpoolFile; readonly start: number; end: number } | undefined;
  held: number;
  end: 'open' | 'whole' | Error;
  holders: number;
  readonly gone: PromiseWithResolvers<void>;
  /** How far the quickest reader is. */
  furthest: number;
  /** Settles at the next change. */
  changed: PromiseWithResolvers<void>;
}

function noteChange(collection: Collection): void {
  const { resolve } = collection.changed;
  collection.changed = Promise.withResolvers();
  resolve();
}

function noteEnd(collection: Collection, end: 'whole' | Error): void {
  if (collection.end !== 'open') return;
  collection.end = end;
  if (end === 'whole' && !collection.file) {
    collection.onePiece = Buffer.concat([...collection.pieces.values()]);
    collection.pieces.clear();
  }
  noteChange(collection);
}

/** Whether the next piece is on disk now. Behind one that had no room none is. */
async function addToFile(collection: Collection, piece: Uint8Array): Promise<boolean> {
  const { held, spool } = collection;
  if (!spool || held + piece.length <= MAX_MEMORY_BYTES) return false;
  if (!collection.file) {
    const bytes = await spool.open();
    if (bytes) collection.file = { bytes, start: held, end: held };
  }
  const { file } = collection;
  if (file?.end !== held || !(await file.bytes.add(piece))) return false;
  file.end += piece.length;
  return true;
}

async function addPiece(collection: Collection, piece: Uint8Array): Promise<void> {
  const isOnDisk = await addToFile(collection, piece);
  if (!isOnDisk) collection.pieces.set(collection.held, piece);
  collection.held += piece.length;
  if (isOnDisk || !collection.spool || collection.held <= MAX_MEMORY_BYTES) return;
  noteChange(collection);
  // the disk is full: its source continues at the pace of the quickest reader
  while (collection.furthest < collection.held && collection.holders > 0) {
    await collection.changed.promise;
  }
}

function fault({ bytes }: CollectOptions): Error {
  return new Error(`a body of ${bytes} bytes was truncated or too long`);
}

/**
 * Whole at the last byte, not at the end after it: a client that has it all may ask again before
 * that.
 */
async function pump(pieces: AsyncIterator<Uint8Array>, collection: Collection): Promise<void> {
  const { bytes } = collection;
  for (;;) {
    const { done, value } = await pieces.next();
    if (collection.holders === 0) return;
    if (done) break;
    if (bytes !== undefined && collection.held + value.length > bytes) {
      await pieces.return?.();
      throw fault(collection);
    }
    await addPiece(collection, value);
    if (collection.held === bytes) noteEnd(collection, 'whole');
    else noteChange(collection);
  }
  if (bytes !== undefined && collection.held !== bytes) throw fault(collection);
  noteEnd(collection, 'whole'); // of no bytes, or of a length that nobody knew
}

async function awaitWhole(collection: Collection): Promise<void> {
  while (collection.end === 'open') await collection.changed.promise;
  if (collection.end instanceof Error) throw collection.end;
}

async function pieceAt(
  { pieces, onePiece, file }: Collection,
  offset: number,
): Promise<Uint8Array | undefined> {
  if (onePiece) return onePiece.subarray(offset, offset + PIECE_BYTES);
  if (!file || offset < file.start || offset >= file.end) return pieces.get(offset);
  const piece = await file.bytes.read(
    offset - file.start,
    Math.min(PIECE_BYTES, file.end - offset),
  );
  if (piece.length === 0) throw new Error('a spooled body was truncated');
  return piece;
}

async function nextPiece(
  collection: Collection,
  reader: { offset: number },
): Promise<IteratorResult<Uint8Array, undefined>> {
  for (;;) {
    if (reader.offset < collection.held) {
      const value = await pieceAt(collection, reader.offset);
      if (!value) throw new Error('the body is gone');
      reader.offset += value.length;
      return { done: false, value };
    }
    if (collection.end instanceof Error) throw collection.end;
    if (collection.end === 'whole') return { done: true, value: undefined };
    if (reader.offset > collection.furthest) {
      collection.furthest = reader.offset;
      noteChange(collection);
    }
    await collection.changed.promise;
  }
}

function leave(collection: Collection, source: AsyncIterator<Uint8Array>): void {
  collection.holders -= 1;
  if (collection.holders > 0) return;
  if (collection.end === 'open') void source.return?.();
  noteEnd(collection, new Error('the body was cancelled'));
  collection.pieces.clear();
  collection.onePiece = undefined;
  collection.file?.bytes.close();
  collection.gone.resolve();
}

/** No generator: one that was never started skips its `finally`, and a body may be left unread. */
function startReader(collection: Collection, leaveOnce: () => void): AsyncIterable<Uint8Array> {
  const reader = { offset: 0 };
  const iterator: AsyncIterator<Uint8Array, undefined> = {
    async next() {
      try {
        const step = await nextPiece(collection, reader);
        if (step.done) leaveOnce();
        return step;
      } catch (error) {
        leaveOnce();
        throw error;
      }
    },
    async return() {
      leaveOnce();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

/** Collects a body; its holder is whoever called, until `release`. */
export function collectBody(
  source: AsyncIterable<Uint8Array>,
  options: CollectOptions,
): CollectedBody {
  const collection: Collection = {
    ...options,
    pieces: new Map(),
    onePiece: undefined,
    file: undefined,
    held: 0,
    end: 'open',
    holders: 0,
    gone: Promise.withResolvers(),
    furthest: 0,
    changed: Promise.withResolvers(),
  };
  const pieces = source[Symbol.asyncIterator]();
  const hold = (): (() => void) => {
    collection.holders += 1;
    let isHolding = true;
    return () => {
      if (isHolding) leave(collection, pieces);
      isHolding = false;
    };
  };
  const release = hold();
  pump(pieces, collection).catch((error: Error) => noteEnd(collection, error));
  const whole = awaitWhole(collection);
  whole.catch(() => undefined); // its readers are notified
  return {
    read: () => startReader(collection, hold()),
    whole,
    gone: collection.gone.promise,
    isGone: () => collection.holders === 0,
    inOnePiece: () => collection.onePiece,
    release,
  };
}
