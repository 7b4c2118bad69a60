import type { DatabaseSync } from 'node:sqlite';
import { type DiskReserve, withReserve } from '../../folder/disk/reserve.ts';
import { type ColumnsOf, text } from '../../rows/columns.ts';
import { DiskDatabase } from '../database/disk-database.ts';
import { fromReserve } from '../database/open-database.ts';
import { makePrivateFile } from '../database/private-file.ts';
import { sqliteOneRow, sqliteRow } from '../database/read-row.ts';
import { createSqliteEntries, type EntryAdapter } from './sign-in-entries.ts';

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
 * Opens the file of a local issuer, created if needed and readable to its owner only: it holds the
 * key that signs tokens. On a full disk the reserve is released: a user may have to sign in to
 * delete something.
 */
function openSignInDatabase(path: string, reserve: DiskReserve): DatabaseSync {
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

/** A user who signed in at the local issuer. */
export interface LocalUser {
  readonly subject: string;
  readonly email: string;
}

/** The keys and users of the local token issuer. */
export interface SignInStore {
  /**
   * A secret of the issuer, the same after every restart; of several concurrent calls for a new one
   * all answer the stored one.
   */
  secret(name: string, make: () => string): string;
  findUser(subject: string): LocalUser | undefined;
  addUser(user: LocalUser): void;
  /** The entries of one of oidc-provider's models. */
  entries(model: string): EntryAdapter;
  close(): void;
}

const secretOf = sqliteRow('secrets', { value: text });
const keptSecretOf = sqliteOneRow('secrets', { value: text });
const userOf = sqliteRow('people', {
  subject: text,
  email: text,
} satisfies ColumnsOf<LocalUser>);

/** Opens the SQLite file of a local issuer, created if needed. */
export function openSqliteSignInStore(path: string, reserve: DiskReserve): SignInStore {
  const db = openSignInDatabase(path, reserve);
  const readSecret = db.prepare('SELECT value FROM secrets WHERE name = ?');
  const addSecret = db.prepare('INSERT OR IGNORE INTO secrets VALUES (?, ?)');
  const readUser = db.prepare('SELECT subject, email FROM people WHERE subject = ?');
  const addUser = db.prepare('INSERT OR IGNORE INTO people VALUES (?, ?)');
  const find = (name: string) => secretOf(readSecret.get(name))?.value;
  return {
    secret(name, make) {
      const known = find(name);
      if (known !== undefined) return known;
      fromReserve(db, () => addSecret.run(name, make()));
      return keptSecretOf(readSecret.get(name)).value;
    },
    findUser: (subject) => userOf(readUser.get(subject)),
    addUser: ({ subject, email }) => void fromReserve(db, () => addUser.run(subject, email)),
    entries: (model) => createSqliteEntries(db, model),
    close: () => db.close(),
  };
}
