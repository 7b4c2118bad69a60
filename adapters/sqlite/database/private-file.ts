import { chmodSync, closeSync, lstatSync, openSync } from 'node:fs';
import { orStorageFault } from '../../folder/disk/disk-faults.ts';
import { PlantedEntryError } from '../../folder/disk/regular-file.ts';

function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    throw orStorageFault(error);
  }
}

/** SQLite opens these, too, and follows a link there. */
const COMPANIONS = ['', '-wal', '-shm', '-journal'];

/**
 * Throws a PlantedEntryError if a database's file, or one beside it, is a link or no file. A
 * missing one is no error.
 */
export function requirePlainDatabase(path: string): void {
  for (const name of COMPANIONS.map((end) => `${path}${end}`)) {
    const found = lstatSync(name, { throwIfNoEntry: false });
    if (found?.isSymbolicLink()) {
      throw new PlantedEntryError(`${name} is a symbolic link; replace it by the file itself.`);
    }
    if (found && !found.isFile()) {
      throw new PlantedEntryError(`${name} is no file; replace it by the file itself.`);
    }
  }
}

/**
 * Ensures that a file exists and that only its owner may read and write it, before SQLite makes it
 * readable to all. Its other files take the mode of this one. An existing file is not opened:
 * closing it again would release the locks of this process on it (POSIX, fcntl).
 */
export function makePrivateFile(path: string): void {
  requirePlainDatabase(path);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) makeFile(path);
  else if ((found.mode & 0o077) !== 0) chmodSync(path, 0o600);
}
