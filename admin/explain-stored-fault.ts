import { PlantedEntryError } from '../adapters/folder/disk/regular-file.ts';
import { UnexpectedRowError } from '../adapters/rows/columns.ts';
import { DamagedDatabaseError } from '../adapters/sqlite/database/require-sound.ts';
import { CommandError } from '../cli/command-error.ts';
import { StorageFaultError } from '../core/foundation/storage-fault.ts';
import { DataFolderError } from '../local/data-folder/private-data-folder.ts';

const RESTORE =
  'Check it with npx imagewell verify, or restore a backup into a new folder: npx imagewell restore BACKUP --data NEW.';
const REPLACE = 'Replace it by the file or the folder itself, or restore a backup.';
const DISK = 'Check the disk and its free space, then run the same command again.';
const RIGHTS = 'Run the command as the user who owns the folder.';

/** SQLite's primary result codes (https://sqlite.org/rescode.html). */
const BUSY = [5, 6];
const OF_DISK = [8, 10, 13, 14];

/** The words for errors of the file system, and the next step. */
const OF_FILES: Readonly<Record<string, readonly [words: string, hint: string]>> = {
  EACCES: ['cannot be read or written: permission denied', RIGHTS],
  EPERM: ['cannot be read or written: permission denied', RIGHTS],
  EROFS: ['is on a read-only file system', 'Name a folder that can be written.'],
  ENOSPC: ['cannot be written: no space is left on the disk', DISK],
  EDQUOT: ['cannot be written: no space is left on the disk', DISK],
  EIO: ['cannot be read: the disk fails', DISK],
  EISDIR: ['is a folder in place of a file', REPLACE],
  ENOTDIR: ['has a file in place of a folder', REPLACE],
  ELOOP: ['is a symbolic link', REPLACE],
  EEXIST: ['is in the way', REPLACE],
  ENOTEMPTY: ['is in the way', REPLACE],
};

interface SystemFault {
  readonly code?: string;
  readonly errcode?: number;
  readonly path?: string;
}

function explainSqlite(errcode: number): CommandError {
  const primary = errcode & 0xff;
  if (BUSY.includes(primary)) {
    const hint = 'Run the same command again later.';
    return new CommandError('later', 'The database is in use by too many writers.', hint);
  }
  if (OF_DISK.includes(primary)) {
    return new CommandError('failed', 'The database cannot be read or written.', DISK);
  }
  return new CommandError('findings', 'The database is damaged.', RESTORE);
}

/** A fault of stored data as a sentence with its next step; undefined for any other. */
export function explainStoredFault(fault: unknown): CommandError | undefined {
  if (fault instanceof PlantedEntryError) {
    return new CommandError('findings', fault.message, REPLACE);
  }
  if (fault instanceof DataFolderError) {
    const [message = '', ...details] = fault.message.split('\n');
    return new CommandError(
      'failed',
      message,
      undefined,
      details.map((line) => line.trim()),
    );
  }
  if (fault instanceof DamagedDatabaseError) {
    return new CommandError('findings', `The database is damaged: ${fault.message}`, RESTORE);
  }
  if (fault instanceof UnexpectedRowError) {
    const message = `A record of the database is damaged: ${fault.message}.`;
    return new CommandError('findings', message, RESTORE);
  }
  if (fault instanceof StorageFaultError) {
    return explainStoredFault(fault.cause) ?? new CommandError('failed', 'The disk fails.', DISK);
  }
  const { code = '', errcode, path } = (fault ?? {}) as SystemFault;
  if (code === 'ERR_SQLITE_ERROR') return explainSqlite(errcode ?? 0);
  const words = OF_FILES[code];
  return words && path ? new CommandError('failed', `${path} ${words[0]}.`, words[1]) : undefined;
}
