import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const BUSY_TIMEOUT_MS = 5_000;
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

/** Opens the file of a local issuer, made if need be and readable to its owner alone: it holds the key that tokens are signed with. */
export function openSignInDatabase(path: string): DatabaseSync {
  closeSync(openSync(path, 'a', 0o600)); // SQLite would make it readable to all; its other files take the mode of this one
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  db.exec(SCHEMA);
  return db;
}
