import type { DatabaseSync } from 'node:sqlite';
import { fromReserve } from '../database/open-database.ts';

/** More are made only by mistake; the oldest give way. */
const MAX_LINKS = 20;

/** Keeps the digests of set-up links; door-accounts.ts uses them. */
export function createSetupLinks(db: DatabaseSync) {
  const dropEnded = db.prepare('DELETE FROM setup_links WHERE ends_at <= ?');
  const dropOldest = db.prepare(
    `DELETE FROM setup_links WHERE digest NOT IN
     (SELECT digest FROM setup_links ORDER BY ends_at DESC, digest LIMIT ${MAX_LINKS - 1})`,
  );
  const dropFor = db.prepare('DELETE FROM setup_links WHERE email = ?');
  const add = db.prepare('INSERT INTO setup_links VALUES (?, ?, ?)');
  return {
    /** A link for an address replaces the former one for it; null is for a new owner. */
    add(digest: string, email: string | null, endsAt: number, now: number): void {
      fromReserve(db, () => {
        dropEnded.run(now);
        if (email !== null) dropFor.run(email);
        dropOldest.run();
        add.run(digest, email, endsAt);
      });
    },
  };
}

/** See createSetupLinks. */
export type SetupLinks = ReturnType<typeof createSetupLinks>;
