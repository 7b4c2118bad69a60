import type { DatabaseSync } from 'node:sqlite';
import { text } from '../../rows/columns.ts';
import { fromReserve } from '../database/open-database.ts';
import { sqliteRow } from '../database/read-row.ts';

/** Concurrent ceremonies; a flood of pages makes the oldest ask again. */
const MAX_CHALLENGES = 1_000;
const challengeOf = sqliteRow('challenges', { challenge: text });

/** The challenges of passkey ceremonies: one a ceremony, each taken once. */
export function createChallenges(db: DatabaseSync) {
  const dropEnded = db.prepare('DELETE FROM challenges WHERE ends_at <= ?');
  const dropOldest = db.prepare(
    `DELETE FROM challenges WHERE ceremony NOT IN
     (SELECT ceremony FROM challenges ORDER BY ends_at DESC, ceremony LIMIT ${MAX_CHALLENGES - 1})`,
  );
  const put = db.prepare('INSERT OR REPLACE INTO challenges VALUES (?, ?, ?)');
  const take = db.prepare(
    'DELETE FROM challenges WHERE ceremony = ? AND ends_at > ? RETURNING challenge',
  );
  return {
    put(ceremony: string, challenge: string, endsAt: number, now: number): void {
      fromReserve(db, () => {
        dropEnded.run(now);
        dropOldest.run();
        put.run(ceremony, challenge, endsAt);
      });
    },
    /** The challenge of a ceremony, which is gone with this. */
    take: (ceremony: string, now: number): string | undefined =>
      fromReserve(db, () => challengeOf(take.get(ceremony, now)))?.challenge,
  };
}

/** See createChallenges. */
export type Challenges = ReturnType<typeof createChallenges>;
