import type { DatabaseSync } from 'node:sqlite';
import type { RateCounter } from '../../../core/ports/uploads/rate-counter.ts';
import { number } from '../../rows/columns.ts';
import { inTransaction } from '../database/open-database.ts';
import { sqliteValue } from '../database/read-row.ts';

/** Counts by window in SQLite; the first count after a window's end drops it. */
export function createSqliteRateCounter(db: DatabaseSync): RateCounter {
  const dropEnded = db.prepare('DELETE FROM rates WHERE window_end <= ?');
  const countUp = db.prepare(
    `INSERT INTO rates VALUES (?, ?, ?, 1)
     ON CONFLICT (counter, window_start) DO UPDATE SET count = count + 1 RETURNING count`,
  );
  return {
    countUp: async (counter, windowStart, windowEnd) =>
      inTransaction(db, () => {
        dropEnded.run(windowStart);
        const row = countUp.get(counter, windowStart, windowEnd);
        return sqliteValue('rates', row, 'count', number);
      }),
  };
}
