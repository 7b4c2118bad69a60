import { chmodSync, closeSync, lstatSync, openSync } from 'node:fs';
import { orStorageFault } from '../../folder/disk/disk-faults.ts';

/** A name of a data folder is a link, or has the wrong type. */
export class PlantedLinkError extends Error {
  override name = 'PlantedLinkError';
}

function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    throw orStorageFault(error);
  }
}

/**
 * Ensures that a file exists and that only its owner may read and write it, before SQLite makes it
 * readable to all. Its other files take the mode of this one. An existing file is not opened:
 * closing it again would release the locks of this process on it (POSIX, fcntl).
 */
export function makePrivateFile(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) {
    throw new PlantedLinkError(`${path} is a symbolic link; replace it by the file itself.`);
  }
  if (!found) makeFile(path);
  else if ((found.mode & 0o077) !== 0) chmodSync(path, 0o600);
}
