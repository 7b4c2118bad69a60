import { lstatSync } from 'node:fs';
import { rm } from 'node:fs/promises';

/**
 * Removes the name under which a file was written, if it is still there. It is after a failure, and
 * after a rename of one name of a file onto another of its names, which has no effect (POSIX). A
 * look costs less than the removal of nothing.
 */
export async function removeLeft(temporary: string): Promise<void> {
  if (lstatSync(temporary, { throwIfNoEntry: false })) await rm(temporary, { force: true });
}
