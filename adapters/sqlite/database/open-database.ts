import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type DiskReserve, NO_RESERVE, withReserve } from '../../folder/disk/reserve.ts';
import { number } from '../../rows/columns.ts';
import { DiskDatabase, reserveOf } from './disk-database.ts';
import { MIGRATIONS } from './migrations.ts';
import { makePrivateFile } from './private-file.ts';
import { sqliteValue } from './read-row.ts';
import { SCHEMA } from './schema.ts';
import { defineTermsOf } from './terms-function.ts';

/** The version of the present schema. */
export const SCHEMA_VERSION = 1 + MIGRATIONS.length;
/** SQLite's name of a database without a file. */
const IN_MEMORY = ':memory:';

/** The file was written by a later version of the service. */
export class NewerSchemaError extends Error {
  override name = 'NewerSchemaError';
}

const changeCounts = new WeakMap<DatabaseSync, StatementSync>();

function countChanges(db: DatabaseSync): number {
  const counting = changeCounts.get(db) ?? db.prepare('SELECT total_changes() AS changes');
  changeCounts.set(db, counting);
  return sqliteValue('total_changes', counting.get(), 'changes', number);
}

function transact<T>(db: DatabaseSync, work: () => T, beforeCommit: () => void): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    beforeCommit();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Runs work in one immediate transaction: all of it is durable when this returns, or none is.
 * Throws a StorageFaultError if the disk is full or fails, and while its reserve is released. A
 * transaction without a change needs no space.
 */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  const before = countChanges(db);
  return transact(db, work, () => {
    if (countChanges(db) > before) reserveOf(db).requireWhole();
  });
}

/**
 * The same for deletions and revocations: if the disk is full, the reserve is released, and the
 * work is repeated.
 */
export function fromReserve<T>(db: DatabaseSync, work: () => T): T {
  return withReserve(reserveOf(db), () => transact(db, work, () => undefined));
}

/**
 * Runs work whose commits don't wait for the disk. After a power cut the last of them may be
 * missing, always the latest first; after the kill of a process none is. For records of what can
 * be made again. Not to be called within a transaction.
 */
export function withoutSync<T>(db: DatabaseSync, work: () => T): T {
  db.exec('PRAGMA synchronous = NORMAL'); // in WAL mode: only a checkpoint syncs
  try {
    return work();
  } finally {
    db.exec('PRAGMA synchronous = FULL');
  }
}

/** The version of the schema that a database file has; 0 without one. */
export function versionOf(db: DatabaseSync): number {
  const row = db.prepare('PRAGMA user_version').get();
  return sqliteValue('pragma', row, 'user_version', number);
}

function bringToPresent(db: DatabaseSync, path: string): void {
  const found = versionOf(db);
  if (found > SCHEMA_VERSION) {
    throw new NewerSchemaError(
      `${path} was written by a newer version of imagewell (schema ${found}); use that version.`,
    );
  }
  if (found === 0) db.exec(SCHEMA);
  for (const step of MIGRATIONS.slice(Math.max(0, found - 1))) db.exec(step);
  db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
}

function open(path: string, reserve: DiskReserve): DatabaseSync {
  const db = new DiskDatabase(path, reserve);
  try {
    defineTermsOf(db);
    if (versionOf(db) !== SCHEMA_VERSION) fromReserve(db, () => bringToPresent(db, path));
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Opens the database file, created or migrated to the present schema if needed, readable to its
 * owner only; several processes may do so concurrently. If the disk has no space for SQLite to read
 * it, the reserve is released. Throws a StorageFaultError, a NewerSchemaError, and SQLite's error
 * if the file is damaged.
 */
export function openDatabase(path: string, reserve: DiskReserve = NO_RESERVE): DatabaseSync {
  if (path !== IN_MEMORY) makePrivateFile(path);
  return withReserve(reserve, () => open(path, reserve));
}
