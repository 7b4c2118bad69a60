import type { DatabaseSync } from 'node:sqlite';
import { type AnyImageId, isImageId } from '../../../core/images/ids.ts';
import type { PictureIds } from '../../../core/images/takedown.ts';
import type { TakeDowns } from '../../../core/ports/images/takedowns.ts';
import { fromReserve } from '../database/open-database.ts';

/** Pictures that the operator takes down, in SQLite: in one transaction both records, those that there are. */
export function createSqliteTakeDowns(db: DatabaseSync): TakeDowns {
  const ofImage = db.prepare(
    `SELECT image_id AS imageId, temporary_image_id AS temporaryImageId FROM images
     WHERE image_id = ? AND state = 'saved'`,
  );
  const ofTemporary = db.prepare(
    `SELECT image_id AS imageId, temporary_image_id AS temporaryImageId FROM temporary_images
     WHERE temporary_image_id = ?`,
  );
  const onImage = db.prepare(
    `UPDATE images SET taken_down = ? WHERE image_id = ? AND state = 'saved'`,
  );
  const onTemporary = db.prepare(
    'UPDATE temporary_images SET taken_down = ? WHERE temporary_image_id = ?',
  );
  const set = (id: AnyImageId, takenDown: string | null) =>
    fromReserve(db, () => {
      const found = (isImageId(id) ? ofImage : ofTemporary).get(id) as PictureIds | undefined;
      if (!found) return null;
      onImage.run(takenDown, found.imageId);
      onTemporary.run(takenDown, found.temporaryImageId);
      return { ...found };
    });
  return {
    takeDown: async (id, takeDown) => set(id, JSON.stringify(takeDown)),
    putBack: async (id) => set(id, null),
  };
}
