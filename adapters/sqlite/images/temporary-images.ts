import type { DatabaseSync } from 'node:sqlite';
import type { TemporaryImageId } from '../../../core/images/ids.ts';
import type { TemporaryImage } from '../../../core/images/image-states.ts';
import type { TemporaryLimits } from '../../../core/images/temporary-limits.ts';
import { number } from '../../rows/columns.ts';
import { sqliteOneRow } from '../database/read-row.ts';
import { factsText } from './image-rows.ts';

const readLive = sqliteOneRow('temporary_images', { count: number, bytes: number });

/** What asks for a place among a project's temporary images. */
interface Applicant {
  readonly temporaryImageId: TemporaryImageId;
  readonly projectId: string;
  readonly bytes: number;
}

/** Whether a project has room for one more, beside those that live unsaved or are awaited; its own promised place aside. In a transaction. */
export function prepareRoomCheck(
  db: DatabaseSync,
): (one: Applicant, limits: TemporaryLimits, now: number) => boolean {
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
    const is = readLive(live.get({ project, now, own }));
    return is.count + 1 <= limits.maxCount && is.bytes + bytes <= limits.maxBytes;
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
      ...[image.temporaryImageId, image.imageId, image.projectId, image.accountId],
      ...[image.state, image.createdAt, image.expiresAt, image.isSaved ? 1 : 0],
      ...[image.bytes, factsText(image)],
    );
  };
}
