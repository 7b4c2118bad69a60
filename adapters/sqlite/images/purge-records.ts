import type { DatabaseSync } from 'node:sqlite';
import { PURGE_STEPS } from '../../../core/images/erasure-steps.ts';
import type { ImageStore } from '../../../core/ports/images/image-store.ts';
import { number, oneOf } from '../../rows/columns.ts';
import { imageId } from '../../rows/image-columns.ts';
import { fromReserve } from '../database/open-database.ts';
import { sqliteRow } from '../database/read-row.ts';

const readDue = sqliteRow('images', { imageId });
const readStep = sqliteRow('purge_steps', { step: oneOf(PURGE_STEPS), at: number });

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
    listPurgesDue: async (limit) => due.all(limit).map((row) => readDue(row).imageId),
    recordPurgeStep: async (id, step, at) =>
      fromReserve(db, () => {
        addStep.run(id, step, at);
        if (step === 'swept') end.run(id);
      }),
    getPurgeSteps: async (id) => {
      const rows = steps.all(id).map(readStep);
      return Object.fromEntries(rows.map(({ step, at }) => [step, at]));
    },
  };
}
