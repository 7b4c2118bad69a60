import { DatabaseSync } from 'node:sqlite';
import { NewerSchemaError, SCHEMA_VERSION, versionOf } from '../database/open-database.ts';
import { requirePlainDatabase } from '../database/private-file.ts';
import { DamagedDatabaseError } from '../database/require-sound.ts';
import { defineTermsOf } from '../database/terms-function.ts';

const BUSY_TIMEOUT_MS = 5_000;

/** The file was written by an earlier version of the service. */
export class OlderSchemaError extends Error {
  override name = 'OlderSchemaError';
}

/**
 * Opens a database beside the processes that write it, and changes nothing. Throws a
 * NewerSchemaError or an OlderSchemaError for another schema than the present one.
 */
export function openReadOnly(path: string): DatabaseSync {
  requirePlainDatabase(path);
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    // not `readOnly`: SQLite's integrity_check then leaves out the constraints of tables
    db.exec('PRAGMA query_only = ON');
    defineTermsOf(db);
    const found = versionOf(db);
    if (found > SCHEMA_VERSION) {
      throw new NewerSchemaError(
        `${path} was written by a newer version of imagewell (schema ${found}); use that version.`,
      );
    }
    if (found === 0) throw new DamagedDatabaseError(`${path} has no tables of imagewell.`);
    if (found < SCHEMA_VERSION) {
      throw new OlderSchemaError(
        `${path} was written by an older version of imagewell (schema ${found}); use that version, or start this one once.`,
      );
    }
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Runs reads over one state of the database, whatever is written meanwhile. */
export function readAtOnce<T>(db: DatabaseSync, read: () => T): T {
  db.exec('BEGIN');
  try {
    return read();
  } finally {
    db.exec('ROLLBACK');
  }
}
