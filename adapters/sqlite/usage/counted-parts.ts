import type { DatabaseSync } from 'node:sqlite';
import { COUNTED_PART_LIFE_MS } from '../../../core/metering/tally-access-log.ts';

/** A part of a log, and the owner of its counts. */
interface CountedPart {
  readonly part: string;
  /** Empty where images of any project are counted. */
  readonly projectId: string;
  readonly month: string;
  readonly now: number;
}

/** Marks a part within a transaction; answers whether it is counted for the first time. */
export function prepareMarkPart(db: DatabaseSync): (part: CountedPart) => boolean {
  const mark = db.prepare('INSERT OR IGNORE INTO counted_log_parts VALUES (?, ?, ?, ?)');
  const forget = db.prepare('DELETE FROM counted_log_parts WHERE counted_at < ?');
  return ({ part, projectId, month, now }) => {
    forget.run(now - COUNTED_PART_LIFE_MS);
    return mark.run(part, projectId, month, now).changes > 0;
  };
}
