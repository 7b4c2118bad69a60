import type { DatabaseSync } from 'node:sqlite';
import type { ImageId } from '../../../core/images/ids.ts';
import { type Image, isOpen } from '../../../core/images/image-states.ts';
import { nextVisit } from '../../../core/images/kept/keeping.ts';
import type { ImageVersion } from '../../../core/ports/images/image-versions.ts';
import type { BinPage, BinQuery, KeptImages } from '../../../core/ports/images/kept-images.ts';
import { fromReserve, inTransaction } from '../database/open-database.ts';
import type { ListRows } from './image-lists.ts';
import { factsText, imageOfRow } from './image-rows.ts';
import { prepareKeepFormer, prepareReadVersion } from './image-versions.ts';
import { prepareNoteOutdated } from './purge-records.ts';

interface Reads {
  image(id: ImageId): Image | undefined;
}

type Counts = (image: Pick<Image, 'accountId' | 'projectId'>, maxImages: number | null) => boolean;

/** A deletion by which the image's bytes stay; `close` is of prepareClose. */
function prepareMoveToBin(
  db: DatabaseSync,
  reads: Reads,
  close: (image: Image, at: number) => void,
): KeptImages['moveToBin'] {
  const move = db.prepare(
    `UPDATE images SET state = 'binned', deleted_at = ?, kept = ?, visit_at = ?,
       generation = generation + 1 WHERE image_id = ? AND state = 'saved'`,
  );
  const noteOutdated = prepareNoteOutdated(db);
  return async (id, kept) =>
    fromReserve(db, () => {
      const image = reads.image(id);
      const { since } = kept;
      const visitAt = nextVisit(kept, since);
      if (!image || move.run(since, JSON.stringify(kept), visitAt, id).changes === 0) return false;
      close(image, since);
      noteOutdated(id, since);
      return true;
    });
}

function prepareRestore(
  db: DatabaseSync,
  reads: Reads,
  listRows: ListRows,
  countUp: Counts,
): KeptImages['restoreFromBin'] {
  const save = db.prepare(
    `UPDATE images SET state = 'saved', deleted_at = NULL, kept = NULL, visit_at = NULL,
       account_id = ?, version = version + 1, generation = generation + 1 WHERE image_id = ?`,
  );
  const forgetSteps = db.prepare('DELETE FROM purge_steps WHERE image_id = ?');
  const noteOutdated = prepareNoteOutdated(db);
  return async (image, { maxImages }, now) =>
    inTransaction(db, () => {
      const { imageId, version, accountId } = image;
      const binned = reads.image(imageId);
      if (binned?.state !== 'binned' || binned.version !== version) return 'changed';
      if (!countUp(image, maxImages)) return 'quota_exceeded';
      save.run(accountId, imageId);
      listRows.change(undefined, reads.image(imageId));
      forgetSteps.run(imageId);
      noteOutdated(imageId, now);
      return 'restored';
    });
}

/** The images in a project's bin, in the order of its index. */
export const LIST_BIN = `
  SELECT * FROM images
  WHERE project_id = ? AND state = 'binned' AND (deleted_at, image_id) < (?, ?)
  ORDER BY deleted_at DESC, image_id DESC LIMIT ?`;

const ABOVE_ALL = { at: Number.MAX_SAFE_INTEGER, imageId: '' };

function prepareListBin(db: DatabaseSync): KeptImages['listBin'] {
  const list = db.prepare(LIST_BIN);
  return async ({ projectId, before, limit }: BinQuery): Promise<BinPage> => {
    const { at, imageId } = before ?? ABOVE_ALL;
    const found = list.all(projectId, at, imageId, limit + 1).map(imageOfRow);
    const images = found.slice(0, limit);
    const last = found.length > limit ? images.at(-1) : undefined;
    const next = last ? { at: last.deletedAt ?? 0, imageId: last.imageId } : null;
    return { images, next };
  };
}

function prepareRestoreVersion(
  db: DatabaseSync,
  reads: Reads,
  listRows: ListRows,
  version: (id: ImageId, originalId: ImageId) => ImageVersion | undefined,
): KeptImages['restoreVersion'] {
  const keepFormer = prepareKeepFormer(db);
  const drop = db.prepare('DELETE FROM image_versions WHERE image_id = ? AND original_id = ?');
  const show = db.prepare(
    `UPDATE images SET original_id = ?, temporary_image_id = ?, facts = ?,
       review = coalesce(?, review), version = version + 1, generation = generation + 1
     WHERE image_id = ?`,
  );
  const noteOutdated = prepareNoteOutdated(db);
  return async ({ image, version: { originalId }, kept, review, now }) =>
    inTransaction(db, () => {
      const { imageId } = image;
      const shown = reads.image(imageId);
      const restored = version(imageId, originalId);
      if (!isOpen(shown) || shown.version !== image.version || !restored?.kept) return 'changed';
      drop.run(imageId, originalId);
      keepFormer(shown, kept, now);
      show.run(
        originalId === imageId ? null : originalId,
        restored.temporaryImageId,
        factsText(restored.facts),
        review ? JSON.stringify(review) : null,
        imageId,
      );
      listRows.change(shown, reads.image(imageId));
      noteOutdated(imageId, now);
      return 'restored';
    });
}

/** Kept bytes in SQLite: of images in the bin, and of former originals. */
export function prepareSqliteKeeping(
  db: DatabaseSync,
  reads: Reads,
  listRows: ListRows,
  work: { readonly close: (image: Image, at: number) => void; readonly countUp: Counts },
): KeptImages {
  const version = prepareReadVersion(db);
  const end = db.prepare(
    `UPDATE image_versions SET kept = NULL, visit_at = ?
     WHERE image_id = ? AND original_id = ? AND kept IS NOT NULL`,
  );
  const visitVersion = db.prepare(
    `UPDATE image_versions SET visit_at = ?
     WHERE image_id = ? AND original_id = ? AND kept IS NOT NULL`,
  );
  const visitImage = db.prepare(
    `UPDATE images SET visit_at = ? WHERE image_id = ? AND state = 'binned'`,
  );
  return {
    moveToBin: prepareMoveToBin(db, reads, work.close),
    restoreFromBin: prepareRestore(db, reads, listRows, work.countUp),
    listBin: prepareListBin(db),
    getVersion: async (id, originalId) => version(id, originalId),
    restoreVersion: prepareRestoreVersion(db, reads, listRows, version),
    endVersion: async ({ imageId, originalId }, now) =>
      fromReserve(db, () => end.run(now, imageId, originalId)).changes > 0,
    visitLater: async (of, at) => {
      const { imageId } = of;
      const isImage = 'state' in of;
      fromReserve(db, () => {
        if (isImage) visitImage.run(at, imageId);
        else visitVersion.run(at, imageId, of.originalId);
      });
    },
  };
}
