import type { DatabaseSync } from 'node:sqlite';
import type { ImageId } from '../../../core/images/ids.ts';
import type { Image } from '../../../core/images/image-states.ts';
import type { ImageStore } from '../../../core/ports/images/image-store.ts';
import { number, withDefault } from '../../rows/columns.ts';
import { imageId } from '../../rows/image-columns.ts';
import { fromReserve } from '../database/open-database.ts';
import { sqliteRow, sqliteValue } from '../database/read-row.ts';
import type { ListRows } from './image-lists.ts';

type Deletion = Pick<
  ImageStore,
  'markDeleting' | 'markDeletingWith' | 'countDeletedWith' | 'listDeletingWith' | 'recordPurgedWith'
>;

const readId = sqliteRow('images_deleting_together', { imageId });

/**
 * The writes with which a saved image leaves counts and lists, and its temporary image ends, within
 * the caller's transaction.
 */
export function prepareClose(
  db: DatabaseSync,
  listRows: ListRows,
): (image: Image, at: number) => void {
  const countDown = db.prepare(
    `UPDATE accounts SET images = images - 1
     WHERE account_id = (SELECT account_id FROM projects WHERE project_id = ?)`,
  );
  const countProjectDown = db.prepare(
    'UPDATE project_images SET images = images - 1 WHERE project_id = ?',
  );
  const endTemporary = db.prepare(
    `UPDATE temporary_images SET state = 'expired', expires_at = min(expires_at, ?), is_swept = 1
     WHERE temporary_image_id = ?`,
  );
  const step = db.prepare(`INSERT OR IGNORE INTO purge_steps VALUES (?, 'marked', ?)`);
  return (image, at) => {
    listRows.change(image, undefined);
    countDown.run(image.projectId);
    countProjectDown.run(image.projectId);
    endTemporary.run(at, image.temporaryImageId);
    step.run(image.imageId, at);
  };
}

/**
 * The tombstone with all its writes, within the caller's transaction; false if one exists already.
 * `close` is of prepareClose: an image in the bin was closed before.
 */
export function prepareMark(
  db: DatabaseSync,
  reads: { image(id: ImageId): Image | undefined },
  close: (image: Image, at: number) => void,
): (id: ImageId, at: number) => boolean {
  const mark = db.prepare(
    `UPDATE images SET state = 'deleting', deleted_at = ?, kept = NULL, visit_at = NULL
     WHERE image_id = ? AND state IN ('saved', 'binned')`,
  );
  const dropOutdated = db.prepare('DELETE FROM outdated_renditions WHERE image_id = ?');
  return (id, at) => {
    const image = reads.image(id);
    if (!image || mark.run(at, id).changes === 0) return false;
    if (image.state === 'saved') close(image, at);
    dropOutdated.run(id); // the deletion removes those of every generation
    return true;
  };
}

/** Deletions of images, one by one or all of a project; `mark` is of prepareMark. */
export function prepareSqliteDeletion(
  db: DatabaseSync,
  mark: ReturnType<typeof prepareMark>,
): Deletion {
  const note = db.prepare('INSERT INTO images_deleting_together VALUES (?, ?)');
  const countUp = db.prepare(
    'UPDATE project_deletions SET images = images + 1 WHERE deletion_id = ?',
  );
  const count = db.prepare('SELECT images FROM project_deletions WHERE deletion_id = ?');
  const list = db.prepare(
    'SELECT image_id FROM images_deleting_together WHERE deletion_id = ? ORDER BY image_id LIMIT ?',
  );
  const forget = db.prepare(
    'DELETE FROM images_deleting_together WHERE image_id = ? AND deletion_id = ?',
  );
  return {
    markDeleting: async (id, now) => fromReserve(db, () => mark(id, now)),
    markDeletingWith: async (id, deletedAt, deletionId) =>
      fromReserve(db, () => {
        if (!mark(id, deletedAt)) return false;
        note.run(id, deletionId);
        countUp.run(deletionId);
        return true;
      }),
    countDeletedWith: async (deletionId) =>
      sqliteValue('project_deletions', count.get(deletionId), 'images', withDefault(number, 0)),
    listDeletingWith: async (deletionId, limit) =>
      list.all(deletionId, limit).map((row) => readId(row).imageId),
    recordPurgedWith: async (deletionId, ids) =>
      fromReserve(db, () => {
        for (const id of ids) forget.run(id, deletionId);
      }),
  };
}
