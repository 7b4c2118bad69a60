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
 * Space of the data folder's disk that a file holds, for the records of deletions
 * (docs/decisions/0026). If such a record finds no space, a piece is released. No addition begins
 * until the reserve is whole again; otherwise uploads would take the space for deletions.
 */
export interface DiskReserve {
  /** Makes it whole if it isn't; throws a StorageFaultError if that fails. */
  requireWhole(): void;
  /**
   * Releases a piece of its space for an immediate write, because another program may be writing
   * too. False if nothing was left.
   */
  releaseSome(): boolean;
}

/**
 * The size of a reserve: the write-ahead logs and their indexes, and the growth of the records by
 * thousands of deletions.
 */
export const RESERVE_BYTES = 4_194_304;
/** The maximum part of a small disk. */
const MAX_PART_OF_DISK = 1 / 8;
/**
 * The free space beside the reserve that its creation requires, because records are written
 * meanwhile.
 */
const MARGIN_BYTES = 65_536;
const CHUNK_BYTES = 65_536;
/** The released piece: about the size of a deletion's writes. */
const PIECE_BYTES = 32_768;
const O_WRITE = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW;

/** A reserve that holds nothing and allows everything: for a database outside a service. */
export const NO_RESERVE: DiskReserve = {
  requireWhole: () => undefined,
  releaseSome: () => false,
};

/** The path of a data folder's reserve. */
export function reservePath(dataDir: string): string {
  return join(dataDir, 'reserve');
}

function heldBytes(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Undefined if the file system doesn't report it. */
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
 * Random bytes: zeros take no space on a file system that compresses. Not synced: a file system
 * allocates the space with the write.
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
 * Answers the size that it holds then: less if files may not be as large (RLIMIT_FSIZE), which is
 * no lack of space.
 */
function make(dataDir: string, bytes: number): number {
  const path = reservePath(dataDir);
  const held = heldBytes(path);
  const room = readRoom(dataDir);
  // checked first: otherwise every refused call on a full disk would write as much as fits
  if (room && room.freeBytes < bytes - held + MARGIN_BYTES) throw new StorageFaultError('full');
  try {
    fill(path, held, bytes);
    return bytes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EFBIG') return heldBytes(path);
    shorten(path, held); // the space just taken belongs to deletions
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
 * The reserve of a data folder, which several processes may use. The first `requireWhole` creates
 * it.
 */
export function createDiskReserve(dataDir: string): DiskReserve {
  const path = reservePath(dataDir);
  let targetBytes: number | undefined;
  return {
    requireWhole: () => {
      targetBytes ??= bytesFor(dataDir);
      if (heldBytes(path) < targetBytes) targetBytes = make(dataDir, targetBytes);
    },
    releaseSome: () => releaseSome(path),
  };
}

/**
 * Runs work that must succeed on a full disk too. While it finds no space, a piece of the reserve
 * is released and the work is repeated. After another error of the disk it is repeated once,
 * unchanged.
 */
export function withReserve<T>(reserve: DiskReserve, work: () => T): T {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof StorageFaultError)) throw error;
      // any error: SQLite reports a quota of the disk's user as an input/output error
      const hasReleased = reserve.releaseSome();
      if (!isFirst && !(hasReleased && isStorageFull(error))) throw error;
    }
  }
}
