import type { DatabaseSync } from 'node:sqlite';
import { type DiskReserve, withReserve } from '../../folder/disk/reserve.ts';
import { DiskDatabase } from '../database/disk-database.ts';
import { makePrivateFile } from '../database/private-file.ts';

/** Times are milliseconds of the Unix epoch; payloads are JSON. */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS people (subject TEXT PRIMARY KEY, email TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS entries (
  model TEXT NOT NULL,
  id TEXT NOT NULL,
  payload TEXT NOT NULL,
  grant_id TEXT,
  uid TEXT,
  expires_at INTEGER,
  PRIMARY KEY (model, id)
) STRICT;
CREATE INDEX IF NOT EXISTS entries_by_grant ON entries (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS entries_by_uid ON entries (model, uid) WHERE uid IS NOT NULL;
CREATE INDEX IF NOT EXISTS entries_by_end ON entries (expires_at)`;

/**
 * Opens the file of a local issuer, made if need be and readable to its owner alone: it holds the key that tokens are signed with. On a full disk the reserve is
 * let go: who is to delete something may have to sign in first.
 */
export function openSignInDatabase(path: string, reserve: DiskReserve): DatabaseSync {
  return withReserve(reserve, () => {
    makePrivateFile(path);
    const db = new DiskDatabase(path, reserve);
    try {
      db.exec(SCHEMA);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}
