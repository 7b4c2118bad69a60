import { backup, DatabaseSync } from 'node:sqlite';
import { isImageId } from '../../../core/images/ids.ts';
import type { StoredOriginal } from '../../../core/images/stored-original.ts';
import { openDatabase } from '../database/open-database.ts';
import { makePrivateFile, requirePlainDatabase } from '../database/private-file.ts';
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
  /** Deletes an image that was deleted in the service since the copy. */
  end(original: StoredOriginal, now: number): Promise<void>;
  /** Makes it one file without a write-ahead log. */
  finish(): void;
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
  return {
    end: async ({ id }, now) => {
      if (isImageId(id)) await images.markDeleting(id, now);
      else endTemporary.run(now, id);
    },
    finish: () => {
      db.exec('PRAGMA journal_mode = DELETE');
      db.close();
    },
  };
}
