import { DatabaseSync } from 'node:sqlite';
import { ServiceError } from '../../core/contract/service-error.ts';
import { MIGRATIONS } from './migrations.ts';
import { SCHEMA } from './schema.ts';

const BUSY_TIMEOUT_MS = 5_000;
const SCHEMA_VERSION = 1 + MIGRATIONS.length;

/** SQLite result codes, "SQLITE_BUSY": another process held the database for longer than BUSY_TIMEOUT_MS. */
const SQLITE_BUSY = 5;

function begin(db: DatabaseSync): void {
  try {
    db.exec('BEGIN IMMEDIATE');
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    const headers = { 'Retry-After': '1' };
    throw new ServiceError('busy', { detail: 'Too many write at once.', headers, cause: error });
  }
}

/** Runs work in one immediate transaction: all of it is durable when this returns, or none is; throws busy where others write for too long. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  begin(db);
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

function versionOf(db: DatabaseSync): number {
  const row = db.prepare('PRAGMA user_version').get() as { user_version: number };
  return row.user_version;
}

/** Opens the database file, made or brought to the present schema if need be; several processes may do so at once. */
export function openDatabase(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  // FULL: a commit is on disk before it is acknowledged (CONTRACT C1.5)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
  if (versionOf(db) === SCHEMA_VERSION) return db;
  inTransaction(db, () => {
    const found = versionOf(db);
    if (found > SCHEMA_VERSION) {
      throw new Error(`${path} was written by a newer imagewell (schema ${found})`);
    }
    if (found === 0) db.exec(SCHEMA);
    for (const step of MIGRATIONS.slice(Math.max(0, found - 1))) db.exec(step);
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  });
  return db;
}
