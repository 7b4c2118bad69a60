import type { DatabaseSync } from 'node:sqlite';
import { number } from '../../rows/columns.ts';
import { sqliteRow } from '../database/read-row.ts';

/** Stands for every account. */
const EVERYBODY = '*';
const endOf = sqliteRow('ended_sessions', { endedAt: number });

/** The last end that holds for an account, or of any account. */
function lastEnd(db: DatabaseSync, subject: string | null): number {
  if (subject !== null) return prepareReadEnded(db)(subject);
  const last = 'SELECT coalesce(max(ended_at), 0) AS ended_at FROM ended_sessions';
  return endOf(db.prepare(last).get())?.endedAt ?? 0;
}

/**
 * Ends every session of an account, or of all, within the caller's transaction, and deletes their
 * records of the provider. Access tokens of sign-ins before this moment are refused. Answers the
 * first second, in milliseconds, of which a sign-in counts again.
 */
export function endSessions(db: DatabaseSync, subject: string | null, now: number): number {
  // tokens have whole seconds, and a sign-in after the last end has the second of that end
  const soonest = (Math.floor(now / 1000) + 1) * 1000;
  const endedAt = Math.max(soonest, lastEnd(db, subject) + 1000);
  db.prepare('INSERT OR REPLACE INTO ended_sessions VALUES (?, ?)').run(
    subject ?? EVERYBODY,
    endedAt,
  );
  if (subject === null) db.exec('DELETE FROM entries');
  else {
    const ofAccount = "json_extract(payload, '$.accountId') = ?1";
    db.prepare(
      `DELETE FROM entries WHERE ${ofAccount}
       OR json_extract(payload, '$.session.accountId') = ?1
       OR json_extract(payload, '$.result.login.accountId') = ?1`,
    ).run(subject);
  }
  return endedAt;
}

/** Reads from when on sign-ins of an account count; 0 where none was ended. */
export function prepareReadEnded(db: DatabaseSync): (subject: string) => number {
  const read = db.prepare(
    'SELECT coalesce(max(ended_at), 0) AS ended_at FROM ended_sessions WHERE subject IN (?, ?)',
  );
  return (subject) => endOf(read.get(subject, EVERYBODY))?.endedAt ?? 0;
}
