import type { DatabaseSync } from 'node:sqlite';
import { BINNED_STEPS, PURGE_STEPS } from '../../../core/images/erasure-steps.ts';
import type { ImageId } from '../../../core/images/ids.ts';
import type {
  ImageStore,
  OutdatedRenditions,
  RenditionOutdating,
} from '../../../core/ports/images/image-store.ts';
import { type ColumnsOf, number, oneOf } from '../../rows/columns.ts';
import { imageId } from '../../rows/image-columns.ts';
import { fromReserve, inTransaction } from '../database/open-database.ts';
import { flag, sqliteRow } from '../database/read-row.ts';

const readDue = sqliteRow('images', { imageId });
const readStep = sqliteRow('purge_steps', { step: oneOf(PURGE_STEPS), at: number });

/** Due purges, and the steps of deletions. */
export function prepareSqlitePurge(
  db: DatabaseSync,
): Pick<ImageStore, 'listPurgesDue' | 'recordPurgeStep' | 'getPurgeSteps'> {
  const due = db.prepare(
    `SELECT image_id, deleted_at AS due_at FROM images WHERE state = 'deleting'
       AND image_id NOT IN (SELECT image_id FROM images_deleting_together)
     UNION ALL SELECT image_id, outdated_at FROM outdated_renditions
     UNION ALL SELECT image_id, visit_at FROM images WHERE visit_at <= ?1
     UNION ALL SELECT image_id, visit_at FROM image_versions WHERE visit_at <= ?1
     ORDER BY due_at LIMIT ?2`,
  );
  const addStep = db.prepare('INSERT OR IGNORE INTO purge_steps VALUES (?, ?, ?)');
  const end = db.prepare(
    `UPDATE images SET state = 'deleted' WHERE image_id = ? AND state = 'deleting'`,
  );
  const steps = db.prepare('SELECT step, at FROM purge_steps WHERE image_id = ?');
  return {
    listPurgesDue: async (limit, now) => [
      ...new Set(due.all(now, limit).map((row) => readDue(row).imageId)),
    ],
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

const readOutdated = sqliteRow('outdated_renditions', {
  from: number,
  generation: number,
  outdatedAt: number,
  isRemoved: flag,
} satisfies ColumnsOf<OutdatedRenditions>);

/** The changes of an image's row with its focal point, which is the parameter. */
export const NEW_POINT = 'focal_point = ?, version = version + 1, generation = generation + 1';

/** Makes the purge of the renditions of the generation before the present one due. */
export function prepareNoteOutdated(db: DatabaseSync): (id: ImageId, now: number) => void {
  const note = db.prepare(
    `INSERT INTO outdated_renditions SELECT image_id, generation - 1, ?, 0 FROM images WHERE image_id = ?
     ON CONFLICT (image_id) DO UPDATE SET outdated_at = excluded.outdated_at, is_removed = 0`,
  );
  return (id, now) => void note.run(now, id);
}

/** Outdated renditions and their remaining data. */
export function prepareSqliteOutdating(db: DatabaseSync): RenditionOutdating {
  const raise = db.prepare(
    `UPDATE images SET generation = generation + 1 WHERE image_id = ? AND state = 'saved'`,
  );
  const replacing = `UPDATE images SET ${NEW_POINT} WHERE image_id = ? AND state = 'saved'`;
  const replace = db.prepare(replacing);
  const show = db.prepare(
    `UPDATE images SET visibility = ?, version = version + 1, generation = generation + 1
     WHERE image_id = ? AND state = 'saved'`,
  );
  const addFirst = db.prepare(`${replacing} AND generation = 0 AND focal_point IS NULL`);
  const note = prepareNoteOutdated(db);
  const get = db.prepare(
    `SELECT first_generation AS "from", generation, outdated_at, is_removed
     FROM outdated_renditions JOIN images USING (image_id) WHERE image_id = ?`,
  );
  const isStill = 'image_id = ?1 AND (SELECT generation FROM images WHERE image_id = ?1) = ?2';
  const records = {
    removed: db.prepare(`UPDATE outdated_renditions SET is_removed = 1 WHERE ${isStill}`),
    swept: db.prepare(`DELETE FROM outdated_renditions WHERE ${isStill}`),
  };
  const addStep = db.prepare(
    `INSERT OR IGNORE INTO purge_steps SELECT image_id, ?, ? FROM images
     WHERE image_id = ? AND state = 'binned'`,
  );
  const noted = (id: ImageId, now: number, { changes }: { readonly changes: number | bigint }) => {
    if (changes === 0) return false;
    note(id, now);
    return true;
  };
  return {
    outdateRenditions: async (id, now) => fromReserve(db, () => noted(id, now, raise.run(id))),
    replaceFocalPoint: async (id, focalPoint, now) =>
      inTransaction(db, () => noted(id, now, replace.run(focalPoint, id))),
    replaceVisibility: async (id, visibility, now) => {
      const stored = visibility === 'private' ? visibility : null;
      return inTransaction(db, () => noted(id, now, show.run(stored, id)));
    },
    addFocalPoint: async (id, focalPoint, now) =>
      inTransaction(db, () => noted(id, now, addFirst.run(focalPoint, id))),
    getOutdated: async (id) => readOutdated(get.get(id)),
    recordOutdated: async (id, generation, done, at) =>
      fromReserve(db, () => {
        if (records[done].run(id, generation).changes === 0) return false;
        for (const step of BINNED_STEPS) addStep.run(step, at, id);
        return true;
      }),
  };
}
