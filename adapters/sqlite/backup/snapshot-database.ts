import { backup, DatabaseSync } from 'node:sqlite';
import { type ImageId, isImageId } from '../../../core/images/ids.ts';
import { type Image, originalIdOf } from '../../../core/images/image-states.ts';
import type { StoredOriginal } from '../../../core/images/stored-original.ts';
import { inTransaction, openDatabase } from '../database/open-database.ts';
import { makePrivateFile, requirePlainDatabase } from '../database/private-file.ts';
import { prepareListRows } from '../images/image-lists.ts';
import { factsText, imageOfRow } from '../images/image-rows.ts';
import { createSqliteImageStore } from '../images/image-store.ts';

const BUSY_TIMEOUT_MS = 5_000;
/** Between two parts, this process does other work. */
const PAGES_A_PART = 1_000;

/**
 * Copies a database to a new file, readable to its owner only, as it is at one moment. Writers
 * don't wait and don't make the copy begin again: a read transaction holds its state.
 */
export async function snapshotDatabase(from: string, to: string): Promise<void> {
  requirePlainDatabase(from);
  const db = new DatabaseSync(from, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    db.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
    makePrivateFile(to);
    await backup(db, to, { rate: PAGES_A_PART });
  } finally {
    db.close();
  }
}

/** Work on a copy before it is finished. */
export interface SnapshotChanges {
  /**
   * Gives an image the bytes that it shows in the service by now, and answers their original.
   * Undefined if the original is another's, or its image is deleted or shows it still.
   */
  follow(service: DatabaseSync, original: StoredOriginal): StoredOriginal | undefined;
  /** Deletes an image that was deleted in the service since the copy. */
  end(original: StoredOriginal, now: number): Promise<void>;
  /** Makes it one file without a write-ahead log. */
  finish(): void;
}

/** The image that shows an original. */
function prepareShowing(db: DatabaseSync): (id: ImageId) => Image | undefined {
  const find = db.prepare(
    `SELECT * FROM images WHERE image_id = ?1 AND original_id IS NULL
     UNION ALL SELECT * FROM images WHERE original_id = ?1`,
  );
  return (id) => {
    const row = find.get(id);
    return row && imageOfRow(row);
  };
}

function findSaved(db: DatabaseSync, id: ImageId) {
  return db.prepare(`SELECT * FROM images WHERE image_id = ? AND state = 'saved'`).get(id);
}

/** Replaces an image of the copy by the one of the service, which shows other bytes. */
function prepareFollow(db: DatabaseSync): (copied: Image, image: Image) => void {
  const show = db.prepare(
    `UPDATE images SET original_id = ?, temporary_image_id = ?, facts = ?, metadata = ?,
       focal_point = ?, review = ?, visibility = ?, version = ?, generation = ?
     WHERE image_id = ?`,
  );
  const listRows = prepareListRows(db);
  return (copied, image) => {
    show.run(
      originalIdOf(image),
      image.temporaryImageId,
      factsText(image),
      JSON.stringify(image.metadata),
      image.focalPoint,
      image.review ? JSON.stringify(image.review) : null,
      image.visibility ?? null,
      image.version,
      image.generation,
      image.imageId,
    );
    listRows.change(copied, image);
  };
}

/** Opens a copy, whose renditions are forgotten: each is made again without a unit in its month. */
export function openSnapshot(path: string): SnapshotChanges {
  const db = openDatabase(path);
  db.exec(`UPDATE renditions SET state = 'forgotten' WHERE state = 'ready' AND is_original = 0`);
  const images = createSqliteImageStore(db);
  const endTemporary = db.prepare(
    `UPDATE temporary_images SET state = 'expired', expires_at = min(expires_at, ?)
     WHERE temporary_image_id = ?`,
  );
  const showing = prepareShowing(db);
  const follow = prepareFollow(db);
  return {
    follow: (service, { id }) => {
      const copied = isImageId(id) ? showing(id) : undefined;
      const row = copied && findSaved(service, copied.imageId);
      const image = row && imageOfRow(row);
      if (!copied || !image || originalIdOf(image) === id) return undefined;
      inTransaction(db, () => follow(copied, image));
      const { projectId, bytes, sha256 } = image;
      return { id: originalIdOf(image), projectId, bytes, sha256 };
    },
    end: async ({ id }, now) => {
      if (!isImageId(id)) endTemporary.run(now, id);
      else await images.markDeleting(showing(id)?.imageId ?? id, now);
    },
    finish: () => {
      db.exec('PRAGMA journal_mode = DELETE');
      db.close();
    },
  };
}
