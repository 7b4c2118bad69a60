import { randomFillSync } from 'node:crypto';
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  statfsSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { isStorageFull, StorageFaultError } from '../../../core/foundation/storage-fault.ts';
import { orStorageFault } from './disk-faults.ts';

/**
 * Room of the data folder's disk that is held by a file, for the records of what makes room
 * (docs/decisions/0026). It is let go where such a record finds none, and nothing that adds is
 * begun until it is whole again: else what was let go for deletions would be taken by uploads.
 */
export interface DiskReserve {
  /** Makes it whole where it isn't; throws a StorageFaultError where that fails. */
  requireWhole(): void;
  /**
   * Gives a piece of its room back to the disk, for who writes at once: another program may be
   * writing too. False where nothing was left.
   */
  releaseSome(): boolean;
}

/** The write-ahead logs and their indexes, and what thousands of deletions add to the records. */
const RESERVE_BYTES = 4_194_304;
/** Of a small disk it takes no more than this part. */
const MAX_PART_OF_DISK = 1 / 8;
/** What has to be free beside the reserve before it is made: records are written while it is. */
const MARGIN_BYTES = 65_536;
const CHUNK_BYTES = 65_536;
/** What is let go at once: about as much as a deletion writes. */
const PIECE_BYTES = 32_768;
const O_WRITE = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW;

/**
 * A reserve that holds nothing and lets everything be begun: for a database that is no service's.
 */
export const NO_RESERVE: DiskReserve = {
  requireWhole: () => undefined,
  releaseSome: () => false,
};

/** Where a data folder has its reserve. */
export function reservePath(dataDir: string): string {
  return join(dataDir, 'reserve');
}

function heldBytes(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Undefined where the file system doesn't say. */
function readRoom(dataDir: string): { bytes: number; freeBytes: number } | undefined {
  const { bsize, blocks, bavail } = statfsSync(dataDir);
  return blocks > 0 ? { bytes: bsize * blocks, freeBytes: bsize * bavail } : undefined;
}

function bytesFor(dataDir: string): number {
  const room = readRoom(dataDir);
  if (!room) return RESERVE_BYTES;
  return Math.min(RESERVE_BYTES, Math.floor(room.bytes * MAX_PART_OF_DISK));
}

/**
 * Random bytes: zeros take no room on a file system that compresses. Not synced: a file system sets
 * the room aside with the write.
 */
function fill(path: string, from: number, to: number): void {
  const chunk = randomFillSync(Buffer.allocUnsafe(CHUNK_BYTES));
  const file = openSync(path, O_WRITE, 0o600);
  try {
    for (let at = from; at < to; ) {
      at += writeSync(file, chunk, 0, Math.min(CHUNK_BYTES, to - at), at);
    }
  } finally {
    closeSync(file);
  }
}

/**
 * Answers how much it holds then: less where files may not be as large (RLIMIT_FSIZE), which is no
 * lack of room.
 */
function make(dataDir: string, bytes: number): number {
  const path = reservePath(dataDir);
  const held = heldBytes(path);
  const room = readRoom(dataDir);
  // looked at first: on a full disk every refused call would else write as much as there is room
  // for
  if (room && room.freeBytes < bytes - held + MARGIN_BYTES) throw new StorageFaultError('full');
  try {
    fill(path, held, bytes);
    return bytes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EFBIG') return heldBytes(path);
    shorten(path, held); // what it took just now would be missing to those whom it is for
    throw orStorageFault(error);
  }
}

function shorten(path: string, bytes: number): boolean {
  try {
    truncateSync(path, bytes);
    return true;
  } catch {
    return false;
  }
}

function releaseSome(path: string): boolean {
  const held = heldBytes(path);
  return held > 0 && shorten(path, Math.max(0, held - PIECE_BYTES));
}

/**
 * The reserve of a data folder, which several processes may use at once. It is made by the first
 * `requireWhole`.
 */
export function createDiskReserve(dataDir: string): DiskReserve {
  const path = reservePath(dataDir);
  let wantedBytes: number | undefined;
  return {
    requireWhole: () => {
      wantedBytes ??= bytesFor(dataDir);
      if (heldBytes(path) < wantedBytes) wantedBytes = make(dataDir, wantedBytes);
    },
    releaseSome: () => releaseSome(path),
  };
}

/**
 * Runs work that must be done on a full disk too: as long as it finds no room a piece of the
 * reserve is let go, and the work is run once more. After another fault of the disk it is run once
 * more as it is.
 */
export function withReserve<T>(reserve: DiskReserve, work: () => T): T {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof StorageFaultError)) throw error;
      // whatever it was: a quota of the disk's user is an error of input and output to SQLite
      const hasReleased = reserve.releaseSome();
      if (!isFirst && !(hasReleased && isStorageFull(error))) throw error;
    }
  }
}
