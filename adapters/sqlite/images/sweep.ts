import type { DatabaseSync } from 'node:sqlite';
import type { ImageStore } from '../../../core/ports/images/image-store.ts';
import { fromReserve } from '../database/open-database.ts';
import { temporaryOfRow } from './image-rows.ts';

type Sweep = Pick<ImageStore, 'listEnded' | 'closeEnded' | 'recordSwept'>;

/** Temporary images that ended, until nothing is left of them but the record. */
export function prepareSqliteSweep(db: DatabaseSync): Sweep {
  const list = db.prepare(
    `SELECT * FROM temporary_images WHERE is_swept = 0 AND expires_at <= ?
     ORDER BY expires_at LIMIT ?`,
  );
  const close = db.prepare(
    `UPDATE temporary_images SET state = 'expired'
     WHERE temporary_image_id = ? AND expires_at <= ? RETURNING *`,
  );
  const sweep = db.prepare(
    'UPDATE temporary_images SET is_swept = 1 WHERE temporary_image_id = ? AND is_swept = 0',
  );
  return {
    listEnded: async (end, limit) => list.all(end, limit).map(temporaryOfRow),
    closeEnded: async (id, now) => {
      const row = fromReserve(db, () => close.get(id, now));
      return row && temporaryOfRow(row);
    },
    recordSwept: async (id) => fromReserve(db, () => sweep.run(id)).changes > 0,
  };
}
