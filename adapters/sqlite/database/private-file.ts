import { chmodSync, closeSync, lstatSync, openSync } from 'node:fs';
import { orStorageFault } from '../../folder/disk/disk-faults.ts';

/** A name of a data folder stands for something that is not what it should be. */
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
 * Makes sure that a file is there and that its owner alone may read and write it, before SQLite
 * makes it readable to all: its other files take the mode of this one. A file that is there is not
 * opened: closing it again would let go the locks of this process on it (POSIX, fcntl).
 */
export function makePrivateFile(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) {
    throw new PlantedLinkError(`${path} is a symbolic link; replace it by the file itself.`);
  }
  if (!found) makeFile(path);
  else if ((found.mode & 0o077) !== 0) chmodSync(path, 0o600);
}
