import type { DatabaseSync } from 'node:sqlite';
import type { TemporaryImageId } from '../../../core/images/ids.ts';
import type { TemporaryImage, TemporaryLimits } from '../../../core/images/image-states.ts';
import type { ImageStore } from '../../../core/ports/images/image-store.ts';
import { number } from '../../rows/columns.ts';
import { temporaryImageId } from '../../rows/image-columns.ts';
import { fromReserve } from '../database/open-database.ts';
import { sqliteOneRow, sqliteRow } from '../database/read-row.ts';
import { factsText, temporaryOfRow } from './image-rows.ts';

const readLive = sqliteOneRow('temporary_images', { count: number, bytes: number });

/** A request for a place among a project's temporary images. */
interface Applicant {
  readonly temporaryImageId: TemporaryImageId;
  readonly projectId: string;
  readonly bytes: number;
}

/**
 * Whether a project has room for another one, beside its live unsaved and pending ones, without the
 * image's own promised place. In a transaction.
 */
export function prepareRoomCheck(
  db: DatabaseSync,
): (candidate: Applicant, limits: TemporaryLimits, now: number) => boolean {
  const live = db.prepare(
    `SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM (
       SELECT bytes FROM temporary_images
       WHERE project_id = :project AND state = 'temporary' AND is_saved = 0 AND expires_at > :now
       UNION ALL
       SELECT bytes FROM direct_uploads
       WHERE project_id = :project AND state = 'pending' AND pending_until > :now
         AND temporary_image_id <> :own)`,
  );
  return ({ temporaryImageId: own, projectId: project, bytes }, limits, now) => {
    const current = readLive(live.get({ project, now, own }));
    return current.count + 1 <= limits.maxCount && current.bytes + bytes <= limits.maxBytes;
  };
}

/** Writes the record of a temporary image. */
export function prepareTemporaryInsert(db: DatabaseSync): (image: TemporaryImage) => void {
  const insert = db.prepare(
    `INSERT INTO temporary_images (temporary_image_id, image_id, project_id, account_id, state,
       created_at, expires_at, is_saved, bytes, facts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (image) => {
    insert.run(
      image.temporaryImageId,
      image.imageId,
      image.projectId,
      image.accountId,
      image.state,
      image.createdAt,
      image.expiresAt,
      image.isSaved ? 1 : 0,
      image.bytes,
      factsText(image),
    );
  };
}

const readId = sqliteRow('temporary_images', { temporaryImageId });

/** A project's temporary images that are not saved, and their early end. */
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

type Sweep = Pick<ImageStore, 'listEnded' | 'closeEnded' | 'recordSwept'>;

/** Expired temporary images, until only the record is left. */
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
