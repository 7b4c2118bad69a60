import type { DatabaseSync } from 'node:sqlite';
import type { ImageStore, OutdatedRenditions } from '../../../core/ports/images/image-store.ts';
import { type ColumnsOf, number } from '../../rows/columns.ts';
import { fromReserve } from '../database/open-database.ts';
import { flag, sqliteRow } from '../database/read-row.ts';

type Outdating = Pick<ImageStore, 'outdateRenditions' | 'getOutdated' | 'recordOutdated'>;

const readOutdated = sqliteRow('outdated_renditions', {
  from: number,
  generation: number,
  outdatedAt: number,
  isRemoved: flag,
} satisfies ColumnsOf<OutdatedRenditions>);

/** Renditions that are outdated, and what is left of them. */
export function prepareSqliteOutdating(db: DatabaseSync): Outdating {
  const raise = db.prepare(
    `UPDATE images SET generation = generation + 1 WHERE image_id = ? AND state = 'saved'`,
  );
  const note = db.prepare(
    `INSERT INTO outdated_renditions SELECT image_id, generation - 1, ?, 0 FROM images WHERE image_id = ?
     ON CONFLICT (image_id) DO UPDATE SET outdated_at = excluded.outdated_at, is_removed = 0`,
  );
  const get = db.prepare(
    `SELECT first_generation AS "from", generation, outdated_at, is_removed
     FROM outdated_renditions JOIN images USING (image_id) WHERE image_id = ?`,
  );
  const isStill = 'image_id = ?1 AND (SELECT generation FROM images WHERE image_id = ?1) = ?2';
  const records = {
    removed: db.prepare(`UPDATE outdated_renditions SET is_removed = 1 WHERE ${isStill}`),
    swept: db.prepare(`DELETE FROM outdated_renditions WHERE ${isStill}`),
  };
  return {
    outdateRenditions: async (id, now) =>
      fromReserve(db, () => {
        if (raise.run(id).changes === 0) return false;
        note.run(now, id);
        return true;
      }),
    getOutdated: async (id) => readOutdated(get.get(id)),
    recordOutdated: async (id, generation, done) =>
      fromReserve(db, () => records[done].run(id, generation)).changes > 0,
  };
}
