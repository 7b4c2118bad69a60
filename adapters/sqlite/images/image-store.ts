import type { DatabaseSync } from 'node:sqlite';
import type { ImageId, TemporaryImageId } from '../../../core/images/ids.ts';
import { hasEnded, type Image, type TemporaryImage } from '../../../core/images/image-states.ts';
import type { ImageStore, SaveOutcome } from '../../../core/ports/images/image-store.ts';
import { inTransaction } from '../database/open-database.ts';
import { prepareClose, prepareMark, prepareSqliteDeletion } from './image-deletion.ts';
import { prepareImageIndex } from './image-index.ts';
import { type ListRows, prepareListImages, prepareListRows } from './image-lists.ts';
import { imageOfRow, prepareImageInsert, temporaryOfRow } from './image-rows.ts';
import { prepareSqliteVersions } from './image-versions.ts';
import { prepareSqliteKeeping } from './kept-images.ts';
import {
  NEW_POINT,
  prepareNoteOutdated,
  prepareSqliteOutdating,
  prepareSqlitePurge,
} from './purge-records.ts';
import { prepareSqliteReviews } from './reviews.ts';
import {
  prepareRoomCheck,
  prepareSqliteSweep,
  prepareSqliteUnsaved,
  prepareTemporaryInsert,
} from './temporary-images.ts';

function prepareReads(db: DatabaseSync) {
  const temporary = db.prepare('SELECT * FROM temporary_images WHERE temporary_image_id = ?');
  const image = db.prepare('SELECT * FROM images WHERE image_id = ?');
  return {
    temporary(id: TemporaryImageId): TemporaryImage | undefined {
      const row = temporary.get(id);
      return row && temporaryOfRow(row);
    },
    image(id: ImageId): Image | undefined {
      const row = image.get(id);
      return row && imageOfRow(row);
    },
  };
}

type Reads = ReturnType<typeof prepareReads>;

function prepareAddTemporary(db: DatabaseSync): ImageStore['addTemporaryImage'] {
  const isRoom = prepareRoomCheck(db);
  const insert = prepareTemporaryInsert(db);
  return async (image, limits, now) =>
    inTransaction(db, () => {
      if (!isRoom(image, limits, now)) return 'limit_exceeded';
      insert(image);
      return 'added';
    });
}

/** Counts an image to its project's present account; false if that is another, or has no room. */
function prepareCountUp(db: DatabaseSync) {
  const countUp = db.prepare(
    `UPDATE accounts SET images = images + 1 WHERE account_id = ? AND (? IS NULL OR images < ?)
       AND account_id = (SELECT account_id FROM projects WHERE project_id = ?)`,
  );
  const countProjectUp = db.prepare(
    `INSERT INTO project_images VALUES (?, 1)
     ON CONFLICT (project_id) DO UPDATE SET images = images + 1`,
  );
  return (
    { accountId, projectId }: Pick<Image, 'accountId' | 'projectId'>,
    maxImages: number | null,
  ): boolean => {
    if (countUp.run(accountId, maxImages, maxImages, projectId).changes === 0) return false;
    countProjectUp.run(projectId);
    return true;
  };
}

function prepareSave(
  db: DatabaseSync,
  reads: Reads,
  listRows: ListRows,
  countUp: ReturnType<typeof prepareCountUp>,
): ImageStore['saveImage'] {
  const insert = prepareImageInsert(db);
  const markSaved = db.prepare(
    'UPDATE temporary_images SET is_saved = 1 WHERE temporary_image_id = ?',
  );
  const save = (image: Image, maxImages: number | null, now: number): SaveOutcome => {
    const existing = reads.image(image.imageId);
    if (existing?.state === 'saved') return { outcome: 'already_saved', image: existing };
    if (existing) return { outcome: 'deleted' };
    const temporary = reads.temporary(image.temporaryImageId);
    if (temporary?.replacedImageId) return { outcome: 'replaced' };
    if (!temporary || hasEnded(temporary, now)) return { outcome: 'ended' };
    if (temporary.takenDown) return { outcome: 'taken_down' };
    if (!countUp(image, maxImages)) return { outcome: 'quota_exceeded' };
    insert(image);
    listRows.change(undefined, image);
    markSaved.run(image.temporaryImageId);
    return { outcome: 'saved', image };
  };
  return async (image, limits, now) => inTransaction(db, () => save(image, limits.maxImages, now));
}

function prepareReplace(db: DatabaseSync, listRows: ListRows): ImageStore['replaceMetadata'] {
  const where = `WHERE image_id = ? AND version = ? AND state = 'saved'`;
  const replace = db.prepare(`UPDATE images SET metadata = ?, version = version + 1 ${where}`);
  const replaceBoth = db.prepare(`UPDATE images SET metadata = ?, ${NEW_POINT} ${where}`);
  const noteOutdated = prepareNoteOutdated(db);
  return async (image, metadata, point) =>
    inTransaction(db, () => {
      const { imageId, version } = image;
      const text = JSON.stringify(metadata);
      const { changes } = point
        ? replaceBoth.run(text, point.focalPoint, imageId, version)
        : replace.run(text, imageId, version);
      if (changes === 0) return false;
      listRows.change(image, { ...image, metadata });
      if (point) noteOutdated(imageId, point.now);
      return true;
    });
}

/**
 * Images and temporary images in SQLite; every write is committed to disk before its promise
 * resolves.
 */
export function createSqliteImageStore(db: DatabaseSync): ImageStore {
  const reads = prepareReads(db);
  const listRows = prepareListRows(db);
  const close = prepareClose(db, listRows);
  const mark = prepareMark(db, reads, close);
  const countUp = prepareCountUp(db);
  return {
    addTemporaryImage: prepareAddTemporary(db),
    getTemporaryImage: async (id) => reads.temporary(id),
    getImage: async (id) => reads.image(id),
    saveImage: prepareSave(db, reads, listRows, countUp),
    replaceMetadata: prepareReplace(db, listRows),
    listImages: prepareListImages(db),
    ...prepareImageIndex(db),
    ...prepareSqliteDeletion(db, mark),
    ...prepareSqliteReviews(db, reads, mark),
    ...prepareSqliteUnsaved(db),
    ...prepareSqliteVersions(db, reads, listRows),
    ...prepareSqliteKeeping(db, reads, listRows, { close, countUp }),
    ...prepareSqlitePurge(db),
    ...prepareSqliteOutdating(db),
    ...prepareSqliteSweep(db),
  };
}
