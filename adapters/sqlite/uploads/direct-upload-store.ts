import type { DatabaseSync } from 'node:sqlite';
import { LIMITS } from '../../../core/foundation/limits.ts';
import type { DirectUpload } from '../../../core/images/direct-upload.ts';
import type { DirectUploadStore } from '../../../core/ports/uploads/direct-upload-store.ts';
import { fields, json, number, orNull, type Row, text } from '../../rows/columns.ts';
import { DIRECT_UPLOAD } from '../../rows/upload-columns.ts';
import { fromReserve, inTransaction } from '../database/open-database.ts';
import { sqliteRow } from '../database/read-row.ts';
import { prepareRoomCheck, prepareTemporaryInsert } from '../images/temporary-images.ts';

const { state, reason, detail } = DIRECT_UPLOAD;

const readUpload = sqliteRow('direct_uploads', {
  /** Its complete data as promised. */
  upload: json(fields(DIRECT_UPLOAD)),
  state,
  reason,
  detail,
  judgedEtag: orNull(text),
  openJudgings: number,
  judgingSince: orNull(number),
});
const readState = sqliteRow('direct_uploads', { state });
const readTries = sqliteRow('direct_uploads', { openJudgings: number });

function uploadOfRow(row: Row): DirectUpload {
  const { upload, judgedEtag, openJudgings, judgingSince, ...present } = readUpload(row);
  const judging =
    judgedEtag === null || judgingSince === null
      ? null
      : { etag: judgedEtag, openTries: openJudgings, since: judgingSince };
  return { ...upload, ...present, judging };
}

function prepareAdd(db: DatabaseSync): DirectUploadStore['add'] {
  const isRoom = prepareRoomCheck(db);
  const insert = db.prepare(
    `INSERT INTO direct_uploads
       (temporary_image_id, project_id, state, bytes, pending_until, expires_at, upload)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const drop = db.prepare('DELETE FROM direct_uploads WHERE expires_at <= ?');
  return async (upload, limits, now) =>
    inTransaction(db, () => {
      drop.run(now - LIMITS.temporaryGraceMs); // they are never shown again
      if (!isRoom(upload, limits, now)) return 'limit_exceeded';
      insert.run(
        upload.temporaryImageId,
        upload.projectId,
        upload.state,
        upload.bytes,
        upload.pendingUntil,
        upload.expiresAt,
        JSON.stringify(upload),
      );
      return 'added';
    });
}

function prepareAccept(db: DatabaseSync): DirectUploadStore['accept'] {
  const isRoom = prepareRoomCheck(db);
  const insert = prepareTemporaryInsert(db);
  const find = db.prepare('SELECT state FROM direct_uploads WHERE temporary_image_id = ?');
  const mark = db.prepare(
    `UPDATE direct_uploads SET state = 'accepted' WHERE temporary_image_id = ?`,
  );
  return async (image, limits, now) =>
    inTransaction(db, () => {
      if (readState(find.get(image.temporaryImageId))?.state !== 'pending') return 'not_pending';
      if (!isRoom(image, limits, now)) return 'limit_exceeded';
      mark.run(image.temporaryImageId);
      insert(image);
      return 'accepted';
    });
}

function prepareBeginValidation(db: DatabaseSync): DirectUploadStore['beginValidation'] {
  const begin = db.prepare(
    `UPDATE direct_uploads SET
       open_judgings = CASE WHEN judged_etag IS :etag THEN open_judgings + 1 ELSE 1 END,
       judged_etag = :etag, judging_since = :now
     WHERE temporary_image_id = :id AND state = 'pending' RETURNING open_judgings`,
  );
  return async (id, etag, now) => readTries(begin.get({ id, etag, now }))?.openJudgings;
}

/** Direct uploads in SQLite; every write is committed to disk before its promise resolves. */
export function createSqliteDirectUploadStore(db: DatabaseSync): DirectUploadStore {
  const find = db.prepare('SELECT * FROM direct_uploads WHERE temporary_image_id = ?');
  const refuse = db.prepare(
    `UPDATE direct_uploads SET state = 'refused', reason = ?, detail = ?
     WHERE temporary_image_id = ? AND state = 'pending'`,
  );
  const end = db.prepare(
    `UPDATE direct_uploads SET open_judgings = open_judgings - 1
     WHERE temporary_image_id = ? AND state = 'pending' AND judged_etag = ? AND open_judgings > 0`,
  );
  return {
    add: prepareAdd(db),
    beginValidation: prepareBeginValidation(db),
    endValidation: async (id, etag) => void end.run(id, etag),
    get: async (id) => {
      const row = find.get(id);
      return row && uploadOfRow(row);
    },
    accept: prepareAccept(db),
    refuse: async (id, { reason, detail }) =>
      fromReserve(db, () => refuse.run(reason, detail, id)).changes > 0,
  };
}
