import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSqliteImageStore } from '../../adapters/image-store/sqlite.ts';
import { LIST_ALL, LIST_BY_PAIR } from '../../adapters/image-store/sqlite-lists.ts';
import { CHANGE_ROWS } from '../../adapters/image-store/sqlite-metadata-rows.ts';
import { createSqliteProjectStore } from '../../adapters/project-store/sqlite.ts';
import { openDatabase } from '../../adapters/sqlite-database/open-database.ts';
import type { Image } from '../../core/images/image-states.ts';
import { PLANS } from '../../core/projects/plans.ts';
import { makeImage, makeTemporary } from '../contract/image-store.ts';
import { makeDataFolder } from '../support/start-service.ts';

const NOW = Date.UTC(2026, 10, 21);
const ANY = { maxCount: 100, maxBytes: 1_000_000 };
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let db: DatabaseSync;
const path = () => join(folder.path, 'test.db');
beforeEach(async () => {
  folder = await makeDataFolder();
  db = openDatabase(path());
});
afterEach(async () => {
  db.close();
  await folder.remove();
});

const planOf = (query: string) => {
  const values = Array.from(query.matchAll(/\?/g), () => 1);
  const rows = db.prepare(`EXPLAIN QUERY PLAN ${query}`).all(...values);
  return rows.map(({ detail }) => String(detail));
};

describe('the plans of SQLite', () => {
  it('C10.4 a page of a project is one search of an index that has its order', () => {
    expect(planOf(LIST_ALL)).toEqual([
      'SEARCH images USING INDEX images_by_project (project_id=? AND (created_at,image_id)<(?,?))',
    ]);
  });

  it('C10.4 a page of those with a pair is one search of an index that has its order, and one more for each image', () => {
    expect(planOf(LIST_BY_PAIR)).toEqual([
      'SEARCH pair USING PRIMARY KEY (project_id=? AND key=? AND value=? AND (created_at,image_id)<(?,?))',
      'SEARCH images USING INDEX sqlite_autoindex_images_1 (image_id=?)',
    ]);
  });

  it('a pair is dropped by its whole key', () => {
    expect(planOf(CHANGE_ROWS.drop)).toEqual([
      'SEARCH image_metadata USING PRIMARY KEY (project_id=? AND key=? AND value=? AND created_at=? AND image_id=?)',
    ]);
  });

  it('stay the same once SQLite has counted its rows', () => {
    const before = [LIST_ALL, LIST_BY_PAIR].map(planOf);
    db.exec(`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO images SELECT 'img_' || i, 'p', 'a', 't', 'saved', i, NULL, '{}', '{}', 1, '{}' FROM n;
      INSERT INTO image_metadata SELECT 'p', 'k', 'v', created_at, image_id FROM images;
      ANALYZE`);
    expect([LIST_ALL, LIST_BY_PAIR].map(planOf)).toEqual(before);
  });
});

const schemaOf = (of: DatabaseSync) =>
  of.prepare(`SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name`).all();

/** Takes back what the second version brought. */
const TO_FIRST_VERSION = `
  DROP TABLE image_metadata;
  DROP INDEX images_by_project;
  CREATE INDEX images_by_project ON images (project_id, created_at) WHERE state = 'saved';
  PRAGMA user_version = 1`;

describe('a database of the first version', () => {
  it('is brought to the schema of a new one, its saved images found by their metadata', async () => {
    const expected = schemaOf(db);
    await createSqliteProjectStore(db).addProject({
      ...{ projectId: 'prj_a', accountId: 'acc_prj_a', name: 'p', allowedOrigins: [] },
      ...{ plan: PLANS.free, createdAt: NOW },
    });
    const store = createSqliteImageStore(db);
    const metadata = { constructor: 'v', a: '\u0000', empty: '', quote: `"'😀` };
    const images: Image[] = [];
    for (const at of [1, 2, 3]) {
      const temporary = makeTemporary('prj_a');
      await store.addTemporaryImage(temporary, ANY, NOW);
      const image = makeImage(temporary, { metadata, createdAt: NOW + at });
      await store.saveImage(image, { maxImages: null }, NOW);
      images.push(image);
    }
    const [deleted, ...saved] = images;
    await store.markDeleting(deleted?.imageId ?? 'img_', NOW);
    db.exec(TO_FIRST_VERSION);
    db.close();
    db = openDatabase(path());
    expect(schemaOf(db)).toEqual(expected);
    for (const [key, value] of Object.entries(metadata)) {
      const list = { projectId: 'prj_a', pair: { key, value } };
      const page = await createSqliteImageStore(db).listImages({
        ...{ ...list, limit: 10, before: null },
      });
      expect(
        page.images.map(({ imageId }) => imageId),
        key,
      ).toEqual(saved.map(({ imageId }) => imageId).reverse());
    }
    db.close();
    db = openDatabase(path()); // and nothing is done again
    expect(schemaOf(db)).toEqual(expected);
  });
});
