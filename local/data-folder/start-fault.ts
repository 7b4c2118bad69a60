import { StorageFaultError } from '../../core/foundation/storage-fault.ts';
import { databasePath } from './data-paths.ts';

/** Their messages are sentences for whoever started the service. */
const EXPLAINED = new Set([
  'FolderInUseError',
  'DataFolderError',
  'NewerSchemaError',
  'PlantedEntryError',
  'IssuerFaultError',
  'ObjectsFaultError',
]);
/** SQLite's primary result codes of a file that can't be read as a database. */
const DAMAGED = new Set([11, 26]);

interface Fault {
  readonly name?: string;
  readonly code?: string;
  readonly errcode?: number;
  readonly message?: string;
  readonly syscall?: string;
}

/** Where a start was to listen and to keep its data. */
export interface StartPlace {
  readonly dataDir: string;
  readonly port: number;
  /** Undefined: the loopback interface. */
  readonly host: string | undefined;
}

const OTHER_FOLDER = 'choose another folder with --data';

function sentenceOfFolder(code: string, dataDir: string): string | undefined {
  if (code === 'ENOTDIR')
    return `${dataDir} cannot be created because a part of its path is a file; ${OTHER_FOLDER}.`;
  if (code === 'EACCES' || code === 'EPERM')
    return `${dataDir} cannot be read or written: permission denied; ${OTHER_FOLDER}.`;
  if (code === 'EROFS')
    return `the disk of ${dataDir} is mounted read-only; mount it for writing, or ${OTHER_FOLDER}.`;
  return undefined;
}

function sentenceOfPort(code: string, { port, host }: StartPlace): string | undefined {
  if (code === 'EADDRINUSE')
    return `port ${port} is in use; stop the other program, or choose another port: npx imagewell start --port ${port === 65_535 ? 8080 : port + 1}.`;
  if (code === 'EACCES')
    return `port ${port} cannot be used: permission denied; choose one from 1024 with --port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${host} is not an address of this machine; leave --host out, or use 0.0.0.0 in a container.`;
  return undefined;
}

/** The cause of a failed start in one sentence; undefined for an internal error. */
export function describeStartFault(error: unknown, place: StartPlace): string | undefined {
  const { dataDir } = place;
  const { name = '', code = '', errcode = 0, message, syscall } = error as Fault;
  if (EXPLAINED.has(name)) return message;
  if (error instanceof StorageFaultError) {
    if (error.code === 'storage_full') return `no space is left on the disk of ${dataDir}.`;
    return `${dataDir} cannot be written: ${(error.cause as Fault | undefined)?.message ?? 'disk error'}.`;
  }
  if (name === 'DamagedDatabaseError' || DAMAGED.has(errcode & 0xff)) {
    return `${databasePath(dataDir)} is damaged; restore a backup, or move it away to start with an empty database.`;
  }
  if (syscall === 'listen' || syscall === 'getaddrinfo') return sentenceOfPort(code, place);
  return sentenceOfFolder(code, dataDir);
}
