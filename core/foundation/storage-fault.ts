import { LIMITS } from './limits.ts';
import { ServiceError } from './service-error.ts';

/** Why nothing can be written: no room is left, or the disk fails or gives no file handle. */
export type StorageFault = 'full' | 'failing';

/**
 * Nothing can be written now, and what is stored can be read on. Told as `storage_full` or `busy`;
 * other than a `busy` of load it doesn't end by waiting for one's turn, so that work which needs no
 * record goes on without one.
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

/** Whether a write found no room, and so wasn't carried out. */
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
