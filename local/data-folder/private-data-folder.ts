import { chmodSync, type Dirent, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A data folder that the service doesn't start on; the message is one sentence. */
export class DataFolderError extends Error {
  override name = 'DataFolderError';
}

const OTHERS = 0o077;
const STICKY = 0o1000;

/** Throws a DataFolderError for a link, a file, or a folder that all users share. */
export function requireFolder(dataDir: string): void {
  const found = lstatSync(dataDir, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) {
    throw new DataFolderError(`${dataDir} is a symbolic link; give the folder itself.`);
  }
  if (found && !found.isDirectory()) {
    throw new DataFolderError(`${dataDir} is a file; choose a folder with --data.`);
  }
  // such as /tmp: it is others' too, and closing it would take it from them
  if (found && (found.mode & STICKY) !== 0) {
    throw new DataFolderError(`${dataDir} is writable by everybody; choose a folder in it.`);
  }
}

/** Closes it to others; false where the file system or its owner doesn't let us. */
function close(path: string, mode: number): boolean {
  try {
    chmodSync(path, mode);
  } catch {
    return false;
  }
  return (lstatSync(path).mode & OTHERS) === 0;
}

/** Closes the direct entries of the folder: entries of its folders are closed with them. */
function closeEntry(dataDir: string, entry: Dirent): string[] {
  const path = join(dataDir, entry.name);
  if (entry.isSymbolicLink()) {
    throw new DataFolderError(`${path} is a symbolic link; remove it.`);
  }
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || (found.mode & OTHERS) === 0 || close(path, entry.isDirectory() ? 0o700 : 0o600)) {
    return [];
  }
  return [`other users can read ${path}, and its permissions cannot be changed.`];
}

/**
 * Makes a data folder if it is missing, and closes it and its contents to every user but its owner.
 * Answers a warning for each entry that can't be closed. Throws a DataFolderError for a link, a
 * file, or a folder that all users share.
 */
export function closeDataFolder(dataDir: string): string[] {
  requireFolder(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const warnings = readdirSync(dataDir, { withFileTypes: true }).flatMap((entry) =>
    closeEntry(dataDir, entry),
  );
  if ((lstatSync(dataDir).mode & OTHERS) === 0 || close(dataDir, 0o700)) return warnings;
  return [`other users can read ${dataDir}, and its permissions cannot be changed.`, ...warnings];
}
