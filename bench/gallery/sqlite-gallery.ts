import type { DatabaseSync } from 'node:sqlite';
import { inTransaction, openDatabase } from '../../adapters/sqlite/database/open-database.ts';
import { prepareMetadataRows } from '../../adapters/sqlite/images/image-lists.ts';
import { prepareImageInsert } from '../../adapters/sqlite/images/image-rows.ts';
import { prepareTemporaryInsert } from '../../adapters/sqlite/images/temporary-images.ts';
import { databasePath } from '../../local/data-folder/data-paths.ts';
import { createClient } from '../../test/support/http/client.ts';
import { makeDataFolder, startService } from '../../test/support/service/start-service.ts';
import { type Gallery, imageAt, type Owner } from './gallery.ts';

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
  const metadataRows = prepareMetadataRows(db);
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
    metadataRows.change(image, {}, image.metadata);
  };
  const restore = (nth: number) => {
    const { imageId, temporaryImageId } = imageAt(nth, owner);
    dropImage.run(imageId);
    dropTemporary.run(temporaryImageId);
    fill(nth);
  };
  return { fill, restore };
}

/** A started local service whose database is really filled, and its calls over HTTP. */
export async function openSqliteGallery(size: number): Promise<Gallery> {
  const folder = await makeDataFolder();
  const service = await startService(folder.path, '--plan', 'unlimited');
  const client = createClient(service);
  const db = openDatabase(databasePath(folder.path));
  const owner = db
    .prepare('SELECT project_id AS projectId, account_id AS accountId FROM projects')
    .get() as unknown as Owner;
  const { fill, restore } = prepareFill(db, owner);
  for (let from = 0; from < size; from += IMAGES_A_COMMIT) {
    const end = Math.min(size, from + IMAGES_A_COMMIT);
    inTransaction(db, () => {
      for (let nth = from; nth < end; nth += 1) fill(nth);
    });
  }
  db.prepare('UPDATE accounts SET images = ?').run(size);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
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
  };
}
