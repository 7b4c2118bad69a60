import type { DiskReserve } from '../../folder/disk/reserve.ts';
import { type ColumnsOf, text } from '../../rows/columns.ts';
import { fromReserve } from '../database/open-database.ts';
import { sqliteOneRow, sqliteRow } from '../database/read-row.ts';
import { openSignInDatabase } from './open-sign-in-database.ts';
import { createSqliteEntries, type EntryAdapter } from './sign-in-entries.ts';

/** Somebody who signed in at the local issuer. */
export interface LocalPerson {
  readonly subject: string;
  readonly email: string;
}

/** What a local issuer keeps of itself and of people. */
export interface SignInStore {
  /** A secret of the issuer's, the same after every restart; of several calls at once for a new one all answer the one that was kept. */
  secret(name: string, make: () => string): string;
  findPerson(subject: string): LocalPerson | undefined;
  addPerson(person: LocalPerson): void;
  /** What oidc-provider keeps of one of its models. */
  entries(model: string): EntryAdapter;
  close(): void;
}

const secretOf = sqliteRow('secrets', { value: text });
const keptSecretOf = sqliteOneRow('secrets', { value: text });
const personOf = sqliteRow('people', {
  subject: text,
  email: text,
} satisfies ColumnsOf<LocalPerson>);

/** Opens the SQLite file of a local issuer, made if need be. */
export function openSqliteSignInStore(path: string, reserve: DiskReserve): SignInStore {
  const db = openSignInDatabase(path, reserve);
  const readSecret = db.prepare('SELECT value FROM secrets WHERE name = ?');
  const addSecret = db.prepare('INSERT OR IGNORE INTO secrets VALUES (?, ?)');
  const readPerson = db.prepare('SELECT subject, email FROM people WHERE subject = ?');
  const addPerson = db.prepare('INSERT OR IGNORE INTO people VALUES (?, ?)');
  const find = (name: string) => secretOf(readSecret.get(name))?.value;
  return {
    secret(name, make) {
      const known = find(name);
      if (known !== undefined) return known;
      fromReserve(db, () => addSecret.run(name, make()));
      return keptSecretOf(readSecret.get(name)).value;
    },
    findPerson: (subject) => personOf(readPerson.get(subject)),
    addPerson: ({ subject, email }) => void fromReserve(db, () => addPerson.run(subject, email)),
    entries: (model) => createSqliteEntries(db, model),
    close: () => db.close(),
  };
}
