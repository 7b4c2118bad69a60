import { LIMITS } from './limits.ts';
import { ServiceError } from './service-error.ts';

/** The reason why writes fail: the disk is full, or fails, or no file handle is left. */
export type StorageFault = 'full' | 'failing';

/**
 * Writes fail now; stored data can still be read. Reported as `storage_full` or `busy`. Waiting
 * doesn't end it, unlike a `busy` of load, so optional records are skipped.
 */
export class StorageFaultError extends ServiceError {
  constructor(fault: StorageFault, cause?: unknown) {
    const seconds =
      fault === 'full' ? LIMITS.storageFullRetryAfterSeconds : LIMITS.busyRetryAfterSeconds;
    super(fault === 'full' ? 'storage_full' : 'busy', {
      detail:
        fault === 'full'
          ? 'Images are still served and can be deleted. Nothing can be added until there is free storage.'
          : 'The service could not write to its disk.',
      headers: { 'Retry-After': String(seconds) },
      cause,
    });
  }
}

/** Whether a write found no space, and so wasn't carried out. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof StorageFaultError && error.code === 'storage_full';
}

/**
 * The result of the work; undefined if the storage fails, which `note` gets: for optional records.
 */
export async function unlessStorageFails<T>(
  work: Promise<T>,
  note: (fault: StorageFaultError) => void,
): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof StorageFaultError)) throw error;
    note(error);
    return undefined;
  }
}
