import type * as Fs from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { DatabaseSync, StatementSync } from 'node:sqlite';

/** An error as Node's file system and node:sqlite throw them. */
export interface DiskError {
  readonly name: string;
  readonly make: () => Error;
}

function systemError(code: string): DiskError {
  return {
    name: code,
    make: () => Object.assign(new Error(`${code}: injected, write`), { code, syscall: 'write' }),
  };
}

function sqliteError(name: string, errcode: number): DiskError {
  return {
    name,
    make: () =>
      Object.assign(new Error(`${name}: injected`), {
        code: 'ERR_SQLITE_ERROR',
        errcode,
        errstr: name,
      }),
  };
}

export const FILE_ERRORS: readonly DiskError[] = ['ENOSPC', 'EIO', 'EFBIG', 'EMFILE', 'EROFS'].map(
  systemError,
);
/** https://sqlite.org/rescode.html: of a full disk. */
export const SQLITE_FULL: readonly DiskError[] = [sqliteError('SQLITE_FULL', 13)];
/** Of a failed write and sync, and of a file that can't be opened for want of a handle. */
export const SQLITE_FAILING: readonly DiskError[] = [
  sqliteError('SQLITE_IOERR_WRITE', 778),
  sqliteError('SQLITE_IOERR_FSYNC', 1034),
  sqliteError('SQLITE_CANTOPEN', 14),
];

export const READ_ERRORS: readonly DiskError[] = ['EIO', 'EMFILE'].map(systemError);
/** A failed read, and one in the middle of which the file ends. */
export const SQLITE_READ_ERRORS: readonly DiskError[] = [
  sqliteError('SQLITE_IOERR_READ', 266),
  sqliteError('SQLITE_IOERR_SHORT_READ', 522),
];

type Kind = 'file' | 'sqlite' | 'fileRead' | 'sqliteRead';

interface Strike {
  readonly kind: Kind;
  /** Which access of its kind from now on, 0 the next; and how many in a row. */
  readonly at: number;
  readonly count: number;
  readonly error: DiskError;
}

let strike: Strike | undefined;
const NONE: Readonly<Record<Kind, number>> = { file: 0, sqlite: 0, fileRead: 0, sqliteRead: 0 };
const seen = { ...NONE };
let hits = 0;

function meet(kind: Strike['kind']): void {
  const at = seen[kind];
  seen[kind] += 1;
  if (!strike || strike.kind !== kind || at < strike.at || at >= strike.at + strike.count) return;
  hits += 1;
  throw strike.error.make();
}

/**
 * Runs work while writes or reads are struck; how often one was, and how many there were of each
 * kind.
 */
export async function whileStruck<T>(
  wanted: Strike | undefined,
  work: () => Promise<T>,
): Promise<{ done: T; hits: number; accesses: Record<Kind, number> }> {
  strike = wanted;
  Object.assign(seen, NONE);
  hits = 0;
  try {
    const done = await work();
    return { done, hits, accesses: { ...seen } };
  } finally {
    strike = undefined;
  }
}

function strikeHandle(file: FileHandle): FileHandle {
  for (const name of ['writeFile', 'appendFile', 'sync'] as const) {
    const call = file[name].bind(file) as (...args: unknown[]) => Promise<void>;
    Object.assign(file, {
      [name]: async (...args: unknown[]) => {
        meet('file');
        return call(...args);
      },
    });
  }
  return file;
}

/**
 * `node:fs/promises`, of which each call that writes is counted and may be struck: for `vi.mock`.
 */
export function strikeable(real: typeof FsPromises): typeof FsPromises {
  const struck = Object.fromEntries(
    (['mkdir', 'link', 'rename', 'copyFile'] as const).map((name) => [
      name,
      async (...args: unknown[]) => {
        meet('file');
        return (real[name] as (...all: unknown[]) => Promise<unknown>)(...args);
      },
    ]),
  );
  const open = async (path: string, flags: string | number = 'r', mode?: number) => {
    const isWrite = flags !== 'r' && typeof flags === 'string';
    if (isWrite) meet('file');
    const file = await real.open(path, flags, mode);
    return isWrite ? strikeHandle(file) : file;
  };
  return { ...real, ...struck, open } as unknown as typeof FsPromises;
}

/**
 * Counts statements that write and commits, and can make each of them fail; call it before a
 * database is opened. The returned function restores them.
 */
export function strikeSqlite(): () => void {
  const { run } = StatementSync.prototype;
  const { exec } = DatabaseSync.prototype;
  StatementSync.prototype.run = function (this: StatementSync, ...values: unknown[]) {
    meet('sqlite');
    return (run as (...all: unknown[]) => ReturnType<typeof run>).apply(this, values);
  } as typeof run;
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
    if (sql === 'COMMIT' || sql === 'BEGIN IMMEDIATE') meet('sqlite');
    exec.call(this, sql);
  };
  return () => {
    StatementSync.prototype.run = run;
    DatabaseSync.prototype.exec = exec;
  };
}

/** `node:fs`, of which each call that reads a stored file is counted and may be struck. */
export function strikeableReads(real: typeof Fs): typeof Fs {
  const isToRead = (flags: unknown) =>
    typeof flags === 'number' && (flags & (real.constants.O_WRONLY | real.constants.O_RDWR)) === 0;
  const openSync = (...args: Parameters<typeof real.openSync>) => {
    if (isToRead(args[1])) meet('fileRead');
    return real.openSync(...args);
  };
  const struck = Object.fromEntries(
    (['readSync', 'fstatSync'] as const).map((name) => [
      name,
      (...args: unknown[]) => {
        meet('fileRead');
        return (real[name] as (...all: unknown[]) => unknown)(...args);
      },
    ]),
  );
  return { ...real, ...struck, openSync } as unknown as typeof Fs;
}

/** Counts statements that read, and can make each fail; before a database is opened. */
export function strikeSqliteReads(): () => void {
  const { get, all } = StatementSync.prototype;
  const struck = (call: typeof get | typeof all) =>
    function (this: StatementSync, ...values: unknown[]) {
      meet('sqliteRead');
      return (call as (...given: unknown[]) => unknown).apply(this, values);
    };
  Object.assign(StatementSync.prototype, { get: struck(get), all: struck(all) });
  return () => void Object.assign(StatementSync.prototype, { get, all });
}
