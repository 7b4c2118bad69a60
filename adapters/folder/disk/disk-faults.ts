import { LIMITS } from '../../../core/foundation/limits.ts';
import { ServiceError } from '../../../core/foundation/service-error.ts';
import { type StorageFault, StorageFaultError } from '../../../core/foundation/storage-fault.ts';

/** The fields of an error of Node's file system or of node:sqlite. */
interface SystemFault {
  readonly code?: string;
  /** SQLite's extended result code. */
  readonly errcode?: number;
}

/** No space on the disk, in the quota of its user, or for a file of this size. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const FAILING = new Set(['EIO', 'EMFILE', 'ENFILE', 'EROFS']);
/**
 * SQLite's primary result codes, the low byte of the extended ones
 * (https://sqlite.org/rescode.html).
 */
const SQLITE = { busy: 5, readOnly: 8, ioError: 10, full: 13, cantOpen: 14 };
/** SQLITE_IOERR_SHMSIZE: no space for the index of the write-ahead log. */
const NO_ROOM_FOR_INDEX = 4874;

/** Whether an error has one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes((error as SystemFault).code ?? '');
}

/** Missing names, and a file in place of a folder: nothing is stored there. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT', 'ENOTDIR');
}

function faultOfSqlite(errcode: number): StorageFault | 'locked' | undefined {
  if (errcode === NO_ROOM_FOR_INDEX) return 'full';
  const primary = errcode & 0xff;
  if (primary === SQLITE.full) return 'full';
  if (primary === SQLITE.busy) return 'locked';
  return [SQLITE.ioError, SQLITE.cantOpen, SQLITE.readOnly].includes(primary)
    ? 'failing'
    : undefined;
}

function faultOf(error: unknown): StorageFault | 'locked' | undefined {
  const { code = '', errcode } = (error ?? {}) as SystemFault;
  if (errcode !== undefined) return faultOfSqlite(errcode);
  if (FULL.has(code)) return 'full';
  return FAILING.has(code) ? 'failing' : undefined;
}

/**
 * The caller's error for an error of the disk or of SQLite, a StorageFaultError or `busy`; any
 * other error unchanged.
 */
export function orStorageFault(error: unknown): unknown {
  const fault = faultOf(error);
  if (fault === undefined) return error;
  if (fault !== 'locked') return new StorageFaultError(fault, error);
  const headers = { 'Retry-After': String(LIMITS.busyRetryAfterSeconds) };
  return new ServiceError('busy', {
    detail: 'Too many concurrent writes; retry.',
    headers,
    cause: error,
  });
}

/** Runs work on the disk, and translates its errors for the caller. */
export async function tellingFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw orStorageFault(error);
  }
}
