import type { DatabaseSync } from 'node:sqlite';
import { number, text } from '../../rows/columns.ts';
import { sqliteValue } from './read-row.ts';

/**
 * The size that can be checked within about a second; the rest of a larger file is checked when it
 * is read.
 */
const MAX_CHECKED_BYTES = 100_000_000;

/** The database is damaged; `message` is the first fault that SQLite found. */
export class DamagedDatabaseError extends Error {
  override name = 'DamagedDatabaseError';
}

/**
 * Throws a DamagedDatabaseError, or SQLite's own error, if the file is damaged (`PRAGMA
 * quick_check`).
 */
export function requireSound(db: DatabaseSync): void {
  const sizes = db
    .prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
    .get();
  if (sqliteValue('pragma', sizes, 'bytes', number) > MAX_CHECKED_BYTES) return;
  const check = db.prepare('PRAGMA quick_check(1)').get();
  const found = sqliteValue('pragma', check, 'quick_check', text);
  if (found !== 'ok') throw new DamagedDatabaseError(found);
}
