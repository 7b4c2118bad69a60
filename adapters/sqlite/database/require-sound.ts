import type { DatabaseSync } from 'node:sqlite';

/** What is looked through within a second or so; of a larger file the rest is seen when it is read. */
const MAX_CHECKED_BYTES = 100_000_000;

/** The database is damaged somewhere; `message` is the first fault that SQLite found. */
export class DamagedDatabaseError extends Error {
  override name = 'DamagedDatabaseError';
}

/** Throws a DamagedDatabaseError, or SQLite's own error, where the file isn't the database that was written (`PRAGMA quick_check`). */
export function requireSound(db: DatabaseSync): void {
  const { bytes } = db
    .prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
    .get() as { bytes: number };
  if (bytes > MAX_CHECKED_BYTES) return;
  const { quick_check: found } = db.prepare('PRAGMA quick_check(1)').get() as {
    quick_check: string;
  };
  if (found !== 'ok') throw new DamagedDatabaseError(found);
}
