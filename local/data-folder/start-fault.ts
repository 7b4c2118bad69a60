import { StorageFaultError } from '../../core/foundation/storage-fault.ts';
import { databasePath } from './data-paths.ts';

/** Their messages are sentences for whoever started the service. */
const TOLD = new Set([
  'FolderInUseError',
  'DataFolderError',
  'NewerSchemaError',
  'PlantedLinkError',
]);
/** SQLite's primary result codes of a file that can't be read as a database. */
const DAMAGED = new Set([11, 26]);

interface Fault {
  readonly name?: string;
  readonly code?: string;
  readonly errcode?: number;
  readonly message?: string;
}

function sentenceOfCode(code: string, dataDir: string): string | undefined {
  if (code === 'ENOTDIR')
    return `${dataDir} cannot be created because a part of its path is a file.`;
  if (code === 'EACCES' || code === 'EPERM')
    return `${dataDir} cannot be read or written: permission denied.`;
  if (code === 'EROFS') return `${dataDir} is on a read-only file system.`;
  return undefined;
}

/** The cause of a failed start in one sentence; undefined for an internal error. */
export function describeStartFault(error: unknown, dataDir: string): string | undefined {
  const { name = '', code = '', errcode = 0, message } = error as Fault;
  if (TOLD.has(name)) return message;
  if (error instanceof StorageFaultError) {
    if (error.code === 'storage_full') return `no space is left on the disk of ${dataDir}.`;
    return `${dataDir} cannot be written: ${(error.cause as Fault | undefined)?.message ?? 'disk error'}.`;
  }
  if (name === 'DamagedDatabaseError' || DAMAGED.has(errcode & 0xff)) {
    return `${databasePath(dataDir)} is damaged; restore a backup, or move it away to start with an empty database.`;
  }
  return sentenceOfCode(code, dataDir);
}
