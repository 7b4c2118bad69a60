import type { DatabaseSync } from 'node:sqlite';
import type { ImageIds } from '../../../core/images/ids.ts';
import { type AnyImageId, isImageId } from '../../../core/images/ids.ts';
import type { Takedowns } from '../../../core/ports/images/takedowns.ts';
import type { ColumnsOf } from '../../rows/columns.ts';
import { imageId, temporaryImageId } from '../../rows/image-columns.ts';
import { fromReserve } from '../database/open-database.ts';
import { sqliteRow } from '../database/read-row.ts';

const readIds = sqliteRow('images', { imageId, temporaryImageId } satisfies ColumnsOf<ImageIds>);

/** Images that the operator blocks, in SQLite: both records, if they exist, in one transaction. */
export function createSqliteTakedowns(db: DatabaseSync): Takedowns {
  const ofImage = db.prepare(
    `SELECT image_id, temporary_image_id FROM images
     WHERE image_id = ? AND state IN ('saved', 'binned')`,
  );
  const ofTemporary = db.prepare(
    `SELECT coalesce(replaced_image_id, image_id) AS image_id, temporary_image_id
     FROM temporary_images WHERE temporary_image_id = ?`,
  );
  const onImage = db.prepare(
    `UPDATE images SET taken_down = ? WHERE image_id = ? AND state IN ('saved', 'binned')`,
  );
  const onTemporary = db.prepare(
    'UPDATE temporary_images SET taken_down = ? WHERE temporary_image_id = ?',
  );
  const set = (id: AnyImageId, takenDown: string | null) =>
    fromReserve(db, () => {
      const found = readIds((isImageId(id) ? ofImage : ofTemporary).get(id));
      if (!found) return null;
      onImage.run(takenDown, found.imageId);
      onTemporary.run(takenDown, found.temporaryImageId);
      return found;
    });
  return {
    block: async (id, takedown) => set(id, JSON.stringify(takedown)),
    unblock: async (id) => set(id, null),
  };
}
