import type { DatabaseSync } from 'node:sqlite';
import type { PurgeStep } from '../../../core/images/erasure-steps.ts';
import type { ImageId } from '../../../core/images/ids.ts';
import type { ImageStore } from '../../../core/ports/images/image-store.ts';
import { fromReserve } from '../database/open-database.ts';

/** What is to be purged, and the steps of deletions. */
export function prepareSqlitePurge(
  db: DatabaseSync,
): Pick<ImageStore, 'listPurgesDue' | 'recordPurgeStep' | 'getPurgeSteps'> {
  const due = db.prepare(
    `SELECT image_id, deleted_at AS due_at FROM images WHERE state = 'deleting'
       AND image_id NOT IN (SELECT image_id FROM images_deleting_together)
     UNION ALL SELECT image_id, outdated_at FROM outdated_renditions ORDER BY due_at LIMIT ?`,
  );
  const addStep = db.prepare('INSERT OR IGNORE INTO purge_steps VALUES (?, ?, ?)');
  const end = db.prepare(
    `UPDATE images SET state = 'deleted' WHERE image_id = ? AND state = 'deleting'`,
  );
  const steps = db.prepare('SELECT step, at FROM purge_steps WHERE image_id = ?');
  return {
    listPurgesDue: async (limit) =>
      (due.all(limit) as { image_id: ImageId }[]).map((row) => row.image_id),
    recordPurgeStep: async (id, step, at) =>
      fromReserve(db, () => {
        addStep.run(id, step, at);
        if (step === 'swept') end.run(id);
      }),
    getPurgeSteps: async (id) => {
      const rows = steps.all(id) as { step: PurgeStep; at: number }[];
      return Object.fromEntries(rows.map((row) => [row.step, row.at]));
    },
  };
}
