import { tellingFaults } from '../../adapters/folder/disk/disk-faults.ts';
import { createDiskReserve } from '../../adapters/folder/disk/reserve.ts';
import { isStorageFull, StorageFaultError } from '../../core/foundation/storage-fault.ts';

/**
 * Runs work that a start needs. While the disk has no space for it, a piece of the data folder's
 * reserve is released, and the work is repeated.
 */
export async function withRoom<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const reserve = createDiskReserve(dataDir);
  for (;;) {
    try {
      return await tellingFaults(work);
    } catch (error) {
      if (!isStorageFull(error) || !reserve.releaseSome()) throw error;
    }
  }
}

/**
 * Sets room aside for the records of deletions, if there is so much; without it nothing is added
 * until there is.
 */
export function setRoomAside(dataDir: string): boolean {
  try {
    createDiskReserve(dataDir).requireWhole();
    return true;
  } catch (error) {
    if (!(error instanceof StorageFaultError)) throw error;
    return false;
  }
}
