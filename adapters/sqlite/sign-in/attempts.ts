import type { DatabaseSync } from 'node:sqlite';
import { number } from '../../rows/columns.ts';
import { inTransaction } from '../database/open-database.ts';
import { sqliteRow } from '../database/read-row.ts';

/** Wrong passwords of an account, or from an address, before password sign-in waits. */
export const MAX_FAILURES = 5;
/** Milliseconds that password sign-in waits, and that a wrong password counts. */
export const WAIT_MS = 15 * 60_000;
/** Rows; of more, those that end first give way. */
const MAX_ROWS = 10_000;

const attemptOf = sqliteRow('attempts', { failures: number, endsAt: number });

/** The answer to an attempt: the attempts left after it, or the milliseconds to wait. */
export type Attempt = { readonly left: number } | { readonly waitMs: number };

/** Counts the wrong passwords of accounts and addresses; survives a restart. */
export function createAttempts(db: DatabaseSync) {
  const read = db.prepare(
    'SELECT failures, ends_at FROM attempts WHERE counted = ? AND ends_at > ?',
  );
  const dropEnded = db.prepare('DELETE FROM attempts WHERE ends_at <= ?');
  const dropOldest = db.prepare(
    `DELETE FROM attempts WHERE counted IN
     (SELECT counted FROM attempts ORDER BY ends_at DESC, counted LIMIT -1 OFFSET ${MAX_ROWS})`,
  );
  const put = db.prepare('INSERT OR REPLACE INTO attempts VALUES (?, ?, ?)');
  const drop = db.prepare('DELETE FROM attempts WHERE counted = ?');
  const giveBack = db.prepare(
    'UPDATE attempts SET failures = max(failures - 1, 0) WHERE counted = ?',
  );
  const find = (counted: string, now: number) => {
    const row = attemptOf(read.get(counted, now));
    // a clock that was set back makes no wait longer
    return { failures: row?.failures ?? 0, endsAt: Math.min(row?.endsAt ?? 0, now + WAIT_MS) };
  };
  return {
    /**
     * Counts an attempt as wrong before its password is compared, so that concurrent attempts
     * count like sequential ones. Refused where one of the two has no attempts left.
     */
    begin: (account: string, address: string, now: number): Attempt =>
      inTransaction(db, (): Attempt => {
        const found = [account, address].map((counted) => ({ counted, ...find(counted, now) }));
        const full = found.filter(({ failures }) => failures >= MAX_FAILURES);
        if (full.length > 0) {
          for (const { counted, failures, endsAt } of full) put.run(counted, failures, endsAt);
          return { waitMs: full.reduce((last, { endsAt }) => Math.max(last, endsAt), 0) - now };
        }
        dropEnded.run(now);
        for (const { counted, failures } of found) put.run(counted, failures + 1, now + WAIT_MS);
        dropOldest.run();
        return {
          left:
            MAX_FAILURES - 1 - found.reduce((most, { failures }) => Math.max(most, failures), 0),
        };
      }),
    /** The password was right: its account starts from zero, its address gets this attempt back. */
    succeed: (account: string, address: string): void =>
      inTransaction(db, () => {
        drop.run(account);
        giveBack.run(address);
      }),
    /** Nothing was compared: both get this attempt back. */
    cancel: (account: string, address: string): void =>
      inTransaction(db, () => {
        giveBack.run(account);
        giveBack.run(address);
      }),
  };
}

/** See createAttempts. */
export type Attempts = ReturnType<typeof createAttempts>;
