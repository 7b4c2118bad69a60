import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { repairCounts } from '../../adapters/sqlite/backup/check-records.ts';
import { inTransaction, openDatabase } from '../../adapters/sqlite/database/open-database.ts';
import { prepareListRows } from '../../adapters/sqlite/images/image-lists.ts';
import { prepareImageInsert } from '../../adapters/sqlite/images/image-rows.ts';
import { prepareTemporaryInsert } from '../../adapters/sqlite/images/temporary-images.ts';
import { originalObjectKey } from '../../core/images/object-keys.ts';
import { databasePath, objectsPath } from '../../local/data-folder/data-paths.ts';
import { createClient } from '../../test/support/http/client.ts';
import { makeDataFolder, startService } from '../../test/support/service/start-service.ts';
import { type Gallery, imageAt, type Owner, originalAt } from './gallery.ts';

const DAY_MS = 24 * 3_600_000;
/** A commit of all would hold each page once more, in the journal. */
const IMAGES_A_COMMIT = 20_000;

/**
 * Writes the nth image as the store does; `restore` puts it in place of an earlier one. Its
 * temporary image was swept, so that the service doesn't sweep a million during the measurement.
 */
function prepareFill(db: DatabaseSync, owner: Owner) {
  const dropImage = db.prepare('DELETE FROM images WHERE image_id = ?');
  const dropTemporary = db.prepare('DELETE FROM temporary_images WHERE temporary_image_id = ?');
  const insertImage = prepareImageInsert(db);
  const insertTemporary = prepareTemporaryInsert(db);
  const sweep = db.prepare('UPDATE temporary_images SET is_swept = 1 WHERE temporary_image_id = ?');
  const listRows = prepareListRows(db);
  const fill = (nth: number) => {
    const image = imageAt(nth, owner);
    insertImage(image);
    insertTemporary({
      ...image,
      state: 'expired',
      expiresAt: image.createdAt + DAY_MS,
      isSaved: true,
    });
    sweep.run(image.temporaryImageId);
    listRows.change(undefined, image);
  };
  const restore = (nth: number) => {
    const { imageId, temporaryImageId } = imageAt(nth, owner);
    dropImage.run(imageId);
    dropTemporary.run(temporaryImageId);
    fill(nth);
  };
  return { fill, restore };
}

/** Writes the first images of a gallery, in large commits. */
export function fillGallery(db: DatabaseSync, size: number, owner: Owner): void {
  fillAll(db, size, prepareFill(db, owner).fill);
}

function fillAll(db: DatabaseSync, size: number, fill: (nth: number) => void): void {
  for (let from = 0; from < size; from += IMAGES_A_COMMIT) {
    const end = Math.min(size, from + IMAGES_A_COMMIT);
    inTransaction(db, () => {
      for (let nth = from; nth < end; nth += 1) fill(nth);
    });
  }
  repairCounts(db);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

/** A started local service whose database is really filled, and its calls over HTTP. */
export interface SqliteGallery extends Gallery {
  readonly dataDir: string;
  readonly pid: () => number;
  /** Another start on the same data folder; the milliseconds until it is ready. */
  restart(): Promise<number>;
  /** Stores the originals, which no call above reads. */
  storeOriginals(): void;
}

export async function openSqliteGallery(size: number): Promise<SqliteGallery> {
  const folder = await makeDataFolder();
  const start = () => startService(folder.path, '--plan', 'unlimited');
  let service = await start();
  let client = createClient(service);
  const db = openDatabase(databasePath(folder.path));
  const owner = db
    .prepare('SELECT project_id AS projectId, account_id AS accountId FROM projects')
    .get() as unknown as Owner;
  const { fill, restore } = prepareFill(db, owner);
  fillAll(db, size, fill);
  return {
    size,
    owner,
    restore: async (nth: number) => inTransaction(db, () => restore(nth)),
    close: async () => {
      db.close();
      await service.stop();
      await folder.remove();
    },
    call: async (name, body) => {
      const { status } = await client.call(name, body);
      if (status !== 200) throw new Error(`${name} was answered ${status}`);
    },
    dataDir: folder.path,
    pid: () => service.child.pid ?? 0,
    restart: async () => {
      await service.stop();
      const begin = performance.now();
      service = await start();
      client = createClient(service);
      return performance.now() - begin;
    },
    storeOriginals: () => {
      for (let nth = 0; nth < size; nth += 1) {
        const key = originalObjectKey(imageAt(nth, owner).imageId);
        const path = join(objectsPath(folder.path), key);
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        writeFileSync(path, originalAt(nth), { mode: 0o600 });
      }
    },
  };
}
