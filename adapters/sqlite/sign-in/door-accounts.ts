import type { DatabaseSync } from 'node:sqlite';
import { type ColumnsOf, json, list, number, orNull, text } from '../../rows/columns.ts';
import { fromReserve, inTransaction } from '../database/open-database.ts';
import { sqliteRow } from '../database/read-row.ts';
import { endSessions } from './ended-sessions.ts';

/** An account of a public machine's own door. */
export interface DoorAccount {
  readonly subject: string;
  /** As readEmail makes it. */
  readonly email: string;
  readonly name: string;
  /** The hash with its parameters; null without a password. */
  readonly password: string | null;
  /** The name of the project that it still has to become the owner of; null: it is no owner. */
  readonly pendingProject: string | null;
}

/** A passkey as its registration gave it. */
export interface Passkey {
  readonly credentialId: string;
  /** COSE, in base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** A passkey with its account. */
export interface OwnedPasskey extends Passkey {
  readonly subject: string;
}

/** The one way in that a set-up gives an account. */
export type NewCredential = { readonly password: string } | { readonly passkey: Passkey };

/** A set-up at its end. */
export interface FinishedSetUp {
  readonly digest: string;
  readonly account: Pick<DoorAccount, 'subject' | 'email' | 'name' | 'pendingProject'>;
  readonly credential: NewCredential;
  readonly now: number;
}

const accountOf = sqliteRow('accounts', {
  subject: text,
  email: text,
  name: text,
  password: orNull(text),
  pendingProject: orNull(text),
} satisfies ColumnsOf<DoorAccount>);
const passkeyOf = sqliteRow('passkeys', {
  credentialId: text,
  subject: text,
  publicKey: text,
  counter: number,
  transports: json(list(text)),
} satisfies ColumnsOf<OwnedPasskey>);
const linkOf = sqliteRow('setup_links', { email: orNull(text), endsAt: number });

const ACCOUNT = 'subject, email, name, password, pending_project';
const PASSKEY = 'credential_id, subject, public_key, counter, transports';
const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

/** Replaces every way into an account by one: of a lost passkey nothing is left. */
function prepareSetCredential(db: DatabaseSync) {
  const setPassword = db.prepare('UPDATE accounts SET password = ? WHERE subject = ?');
  const dropPasskeys = db.prepare('DELETE FROM passkeys WHERE subject = ?');
  const addPasskey = db.prepare('INSERT INTO passkeys VALUES (?, ?, ?, ?, ?, ?)');
  return (subject: string, credential: NewCredential, now: number): void => {
    dropPasskeys.run(subject);
    setPassword.run('password' in credential ? credential.password : null, subject);
    if (!('passkey' in credential)) return;
    const { credentialId, publicKey, counter, transports } = credential.passkey;
    addPasskey.run(credentialId, subject, publicKey, counter, JSON.stringify(transports), now);
  };
}

/** The accounts of a public machine's own door, and the links by which they are made. */
export function createDoorAccounts(db: DatabaseSync) {
  const bySubject = db.prepare(`SELECT ${ACCOUNT} FROM accounts WHERE subject = ?`);
  const byEmail = db.prepare(`SELECT ${ACCOUNT} FROM accounts WHERE email = ?`);
  const pending = db.prepare(`SELECT ${ACCOUNT} FROM accounts WHERE pending_project IS NOT NULL`);
  const settle = db.prepare('UPDATE accounts SET pending_project = NULL WHERE subject = ?');
  const anyWayIn = db.prepare(`SELECT 1 FROM accounts WHERE password IS NOT NULL
    OR subject IN (SELECT subject FROM passkeys) LIMIT 1`);
  const passkey = db.prepare(`SELECT ${PASSKEY} FROM passkeys WHERE credential_id = ?`);
  const setCounter = db.prepare(
    'UPDATE passkeys SET counter = ? WHERE credential_id = ? AND counter = ?',
  );
  const addAccount = db.prepare('INSERT INTO accounts VALUES (?, ?, ?, NULL, ?, ?)');
  // the provider knows its users from there
  const addUser = db.prepare('INSERT OR IGNORE INTO people VALUES (?, ?)');
  const readLink = db.prepare(
    'SELECT email, ends_at FROM setup_links WHERE digest = ? AND ends_at > ?',
  );
  const useLink = db.prepare('DELETE FROM setup_links WHERE digest = ?');
  const setCredential = prepareSetCredential(db);
  const findLink = (digest: string, now: number) => linkOf(readLink.get(digest, now));

  const finish = ({ digest, account, credential, now }: FinishedSetUp) => {
    const link = findLink(digest, now);
    if (!link || (link.email !== null && link.email !== account.email)) return 'unknown';
    const known = accountOf(byEmail.get(account.email));
    if (known && link.email === null) return 'taken';
    const { subject, email, name, pendingProject } = account;
    if (!known) addAccount.run(subject, email, name, pendingProject, now);
    else endSessions(db, subject, now);
    addUser.run(subject, email);
    setCredential(subject, credential, now);
    useLink.run(digest);
    return 'finished';
  };
  return {
    find: (subject: string) => accountOf(bySubject.get(subject)),
    findByEmail: (email: string) => accountOf(byEmail.get(email)),
    /** Whether anybody can sign in by this door. */
    hasWayIn: () => anyWayIn.get() !== undefined,
    findPasskey: (credentialId: string) => passkeyOf(passkey.get(credentialId)),
    /** Whether the counter was still the one that was read. */
    setCounter: ({ credentialId, counter }: Passkey, next: number) =>
      fromReserve(db, () => setCounter.run(next, credentialId, counter)).changes === 1,
    /** The living link of a digest. */
    findLink,
    /**
     * Uses the link and gives the account its one credential, all or nothing. `unknown`: the link
     * is no longer there; `taken`: a link for a new account met an address that has one.
     */
    finishSetUp: (finished: FinishedSetUp): 'finished' | 'unknown' | 'taken' =>
      inTransaction(db, () => finish(finished)),
    /** Accounts that a set-up made and that aren't owners of their project yet. */
    listPending: () =>
      pending
        .all()
        .map((row) => accountOf(row))
        .filter(isDefined),
    settlePending: (subject: string) => void fromReserve(db, () => settle.run(subject)),
  };
}

/** See createDoorAccounts. */
export type DoorAccounts = ReturnType<typeof createDoorAccounts>;
