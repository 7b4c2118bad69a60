import type { DatabaseSync } from 'node:sqlite';
import { inTransaction, openDatabase } from '../../adapters/sqlite/database/open-database.ts';
import { prepareMetadataRows } from '../../adapters/sqlite/images/image-lists.ts';
import { factsText } from '../../adapters/sqlite/images/image-rows.ts';
import { createSqliteImageStore } from '../../adapters/sqlite/images/image-store.ts';
import { databasePath } from '../../local/data-folder/data-paths.ts';
import { createClient } from '../../test/support/http/client.ts';
import { makeDataFolder, startService } from '../../test/support/service/start-service.ts';
import { callUseCases, type Gallery, imageAt, type Owner } from './gallery.ts';

const DAY_MS = 24 * 3_600_000;

function prepareFill(db: DatabaseSync, owner: Owner): (nth: number) => void {
  const images = db.prepare(
    `INSERT OR REPLACE INTO images VALUES (?, ?, ?, ?, 'saved', ?, NULL, ?, ?, 1, ?)`,
  );
  const temporaries = db.prepare(
    `INSERT OR REPLACE INTO temporary_images VALUES (?, ?, ?, ?, 'temporary', ?, ?, 1, ?, ?)`,
  );
  const metadataRows = prepareMetadataRows(db);
  return (nth) => {
    const image = imageAt(nth, owner);
    const { imageId, temporaryImageId, projectId, accountId, createdAt } = image;
    const metadata = JSON.stringify(image.metadata);
    const facts = factsText(image);
    images.run(
      imageId,
      projectId,
      accountId,
      temporaryImageId,
      createdAt,
      metadata,
      metadata,
      facts,
    );
    temporaries.run(
      temporaryImageId,
      imageId,
      projectId,
      accountId,
      createdAt,
      createdAt + DAY_MS,
      image.bytes,
      facts,
    );
    metadataRows.change(image, {}, image.metadata);
  };
}

/**
 * A started local service whose database is really filled; its calls over HTTP, and as use cases
 * over the same file.
 */
export async function openSqliteGallery(
  size: number,
): Promise<{ readonly overHttp: Gallery; readonly useCases: Gallery }> {
  const folder = await makeDataFolder();
  const service = await startService(folder.path, '--plan', 'unlimited');
  const client = createClient(service);
  const db = openDatabase(databasePath(folder.path));
  const owner = db
    .prepare('SELECT project_id AS projectId, account_id AS accountId FROM projects')
    .get() as unknown as Owner;
  const fill = prepareFill(db, owner);
  inTransaction(db, () => {
    for (let nth = 0; nth < size; nth += 1) fill(nth);
    db.prepare('UPDATE accounts SET images = ?').run(size);
  });
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const gallery = {
    size,
    owner,
    restore: async (nth: number) => inTransaction(db, () => fill(nth)),
    close: async () => {
      db.close();
      await service.stop();
      await folder.remove();
    },
  };
  const call: Gallery['call'] = async (name, body) => {
    const { status } = await client.call(name, body);
    if (status !== 200) throw new Error(`${name} was answered ${status}`);
  };
  const useCases = callUseCases(createSqliteImageStore(db), owner);
  return { overHttp: { ...gallery, call }, useCases: { ...gallery, call: useCases } };
}
