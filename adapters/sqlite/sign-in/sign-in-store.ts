import type { DatabaseSync } from 'node:sqlite';
import { type DiskReserve, withReserve } from '../../folder/disk/reserve.ts';
import { type ColumnsOf, text } from '../../rows/columns.ts';
import { DiskDatabase } from '../database/disk-database.ts';
import { fromReserve, inTransaction } from '../database/open-database.ts';
import { makePrivateFile } from '../database/private-file.ts';
import { sqliteOneRow, sqliteRow } from '../database/read-row.ts';
import { type Attempts, createAttempts } from './attempts.ts';
import { type Challenges, createChallenges } from './challenges.ts';
import { createDoorAccounts, type DoorAccounts } from './door-accounts.ts';
import { DOOR_SCHEMA } from './door-schema.ts';
import { endSessions, prepareReadEnded } from './ended-sessions.ts';
import { createSetupLinks, type SetupLinks } from './setup-links.ts';
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
CREATE INDEX IF NOT EXISTS entries_by_end ON entries (expires_at);${DOOR_SCHEMA}`;

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

/** How users came in at the last opening: by any address, or by accounts. */
export type SignInMode = 'development' | 'door';

/** The keys and users of the local token issuer. */
export interface SignInStore {
  /**
   * A secret of the issuer, the same after every restart; of several concurrent calls for a new one
   * all answer the stored one.
   */
  secret(name: string, make: () => string): string;
  findUser(subject: string): LocalUser | undefined;
  addUser(user: LocalUser): void;
  /** The users who signed in here, latest first. */
  listUsers(limit: number): readonly LocalUser[];
  readonly accounts: DoorAccounts;
  readonly links: SetupLinks;
  readonly challenges: Challenges;
  readonly attempts: Attempts;
  /** The mode of the last opening by a service. */
  readMode(): SignInMode | undefined;
  /** Notes how users come in; another mode than the last ends every session. */
  enterMode(mode: SignInMode): void;
  /** Ends the sessions of an account, or of all; see endSessions. */
  endSessions(subject: string | null): void;
  /** From when on sign-ins of an account count, in milliseconds. */
  readEnded(subject: string): number;
  /** The entries of one of oidc-provider's models. */
  entries(model: string): EntryAdapter;
  close(): void;
}

const secretOf = sqliteRow('secrets', { value: text });
const keptSecretOf = sqliteOneRow('secrets', { value: text });
const MODE = 'sign-in mode';

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
  const listUsers = db.prepare('SELECT subject, email FROM people ORDER BY rowid DESC LIMIT ?');
  const putMode = db.prepare('INSERT OR REPLACE INTO secrets VALUES (?, ?)');
  const find = (name: string) => secretOf(readSecret.get(name))?.value;
  const readMode = (): SignInMode | undefined => {
    const mode = find(MODE);
    return mode === 'development' || mode === 'door' ? mode : undefined;
  };
  return {
    secret(name, make) {
      const known = find(name);
      if (known !== undefined) return known;
      fromReserve(db, () => addSecret.run(name, make()));
      return keptSecretOf(readSecret.get(name)).value;
    },
    findUser: (subject) => userOf(readUser.get(subject)),
    addUser: ({ subject, email }) => void fromReserve(db, () => addUser.run(subject, email)),
    listUsers: (limit) => listUsers.all(limit).flatMap((row) => userOf(row) ?? []),
    accounts: createDoorAccounts(db),
    links: createSetupLinks(db),
    challenges: createChallenges(db),
    attempts: createAttempts(db),
    readMode,
    enterMode(mode) {
      const before = readMode();
      if (before === mode) return;
      inTransaction(db, () => {
        // a file without a mode is of a development issuer, or is new
        if (before !== undefined || mode === 'door') endSessions(db, null, Date.now());
        putMode.run(MODE, mode);
      });
    },
    endSessions: (subject) => inTransaction(db, () => void endSessions(db, subject, Date.now())),
    readEnded: prepareReadEnded(db),
    entries: (model) => createSqliteEntries(db, model),
    close: () => db.close(),
  };
}
