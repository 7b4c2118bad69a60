import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../adapters/sqlite/database/open-database.ts';
import {
  CHANGE_ROWS,
  LIST_ALL,
  LIST_BY_PAIR,
} from '../../../adapters/sqlite/images/image-lists.ts';
import { makeDataFolder } from '../../support/service/start-service.ts';

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let db: DatabaseSync;
beforeEach(async () => {
  folder = await makeDataFolder();
  db = openDatabase(join(folder.path, 'test.db'));
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
  it('a page of a project is one search of an index that has its order (calls.list-images, performance.indexed-lists)', () => {
    expect(planOf(LIST_ALL)).toEqual([
      'SEARCH images USING INDEX images_by_project (project_id=? AND (created_at,image_id)<(?,?))',
    ]);
  });

  it('a page of those with a pair is one search of an index that has its order, and one more for each image (calls.list-images, performance.indexed-lists)', () => {
    expect(planOf(LIST_BY_PAIR)).toEqual([
      'SEARCH pair USING PRIMARY KEY (project_id=? AND key=? AND value=? AND (created_at,image_id)<(?,?))',
      'SEARCH images USING INDEX images_by_project (project_id=? AND created_at=? AND image_id=?)',
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
      INSERT INTO images SELECT 'img_' || i, 'p', 'a', 't', 'saved', i, NULL, '{}', '{}', 1, '{}', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM n;
      INSERT INTO image_metadata SELECT 'p', 'k', 'v', created_at, image_id FROM images;
      ANALYZE`);
    expect([LIST_ALL, LIST_BY_PAIR].map(planOf)).toEqual(before);
  });
});
