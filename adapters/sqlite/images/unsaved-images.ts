import type { DatabaseSync } from 'node:sqlite';
import type { ImageStore } from '../../../core/ports/images/image-store.ts';
import { temporaryImageId } from '../../rows/image-columns.ts';
import { sqliteRow } from '../database/read-row.ts';
import { temporaryOfRow } from './image-rows.ts';

const readId = sqliteRow('temporary_images', { temporaryImageId });

/** A project's temporary images that are not saved, and their end before their time. */
export function prepareSqliteUnsaved(
  db: DatabaseSync,
): Pick<ImageStore, 'listUnsaved' | 'endUnsaved'> {
  const list = db.prepare(
    `SELECT temporary_image_id FROM temporary_images
     WHERE project_id = ?1 AND state = 'temporary' AND is_saved = 0 AND expires_at > ?2
     UNION SELECT temporary_image_id FROM direct_uploads
     WHERE project_id = ?1 AND state = 'pending' AND pending_until > ?2`,
  );
  const end = db.prepare(
    `UPDATE temporary_images SET state = 'expired', expires_at = min(expires_at, ?)
     WHERE temporary_image_id = ? AND state = 'temporary' AND is_saved = 0 RETURNING *`,
  );
  return {
    listUnsaved: async (projectId, now) =>
      list.all(projectId, now).map((row) => readId(row).temporaryImageId),
    endUnsaved: async (id, now) => {
      const row = end.get(now, id);
      return row && temporaryOfRow(row);
    },
  };
}
