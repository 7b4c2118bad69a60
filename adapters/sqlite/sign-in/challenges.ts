import type { DatabaseSync } from 'node:sqlite';
import { fromReserve } from '../database/open-database.ts';

/** Challenges without an answer; a flood of pages makes the oldest ask again. */
const MAX_CHALLENGES = 1_000;

/** The challenges of passkey ceremonies, each taken once. */
export function createChallenges(db: DatabaseSync) {
  const dropEnded = db.prepare('DELETE FROM challenges WHERE ends_at <= ?');
  const dropOldest = db.prepare(
    `DELETE FROM challenges WHERE rowid NOT IN
     (SELECT rowid FROM challenges ORDER BY ends_at DESC, rowid DESC LIMIT ${MAX_CHALLENGES - 1})`,
  );
  const put = db.prepare('INSERT OR REPLACE INTO challenges VALUES (?, ?, ?)');
  const take = db.prepare(
    'DELETE FROM challenges WHERE ceremony = ? AND challenge = ? AND ends_at > ?',
  );
  return {
    put(ceremony: string, challenge: string, endsAt: number, now: number): void {
      fromReserve(db, () => {
        dropEnded.run(now);
        dropOldest.run();
        put.run(ceremony, challenge, endsAt);
      });
    },
    /** Whether a ceremony has this challenge, which is gone with this. */
    take: (ceremony: string, challenge: string, now: number): boolean =>
      fromReserve(db, () => take.run(ceremony, challenge, now)).changes === 1,
  };
}

/** See createChallenges. */
export type Challenges = ReturnType<typeof createChallenges>;
