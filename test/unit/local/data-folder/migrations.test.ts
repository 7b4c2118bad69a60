import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../../adapters/sqlite/database/open-database.ts';
import { SCHEMA } from '../../../../adapters/sqlite/database/schema.ts';
import { createSqliteImageStore } from '../../../../adapters/sqlite/images/image-store.ts';
import { createSqliteKeyStore } from '../../../../adapters/sqlite/keys/key-store.ts';
import { createSqliteProjectStore } from '../../../../adapters/sqlite/projects/project-store.ts';
import { createSqliteUsageStore } from '../../../../adapters/sqlite/usage/usage-store.ts';
import { DEFAULT_SETTINGS } from '../../../../core/projects/project-settings.ts';
import { makeDataFolder } from '../../../support/service/start-service.ts';

const METADATA = { constructor: 'v', nul: 'a\u0000b', empty: '', quotes: '"😀' };
const TEXT = JSON.stringify(METADATA);
const FACTS =
  '{"format":"jpg","width":4,"height":3,"bytes":5,"sha256":"ab","frames":1,"hasAlpha":false,"originalFilename":null}';

const FIRST_VERSION = `${SCHEMA};
INSERT INTO accounts VALUES ('acc_a', 'free', 2);
INSERT INTO projects VALUES ('prj_a', 'acc_a', 'default', '[]', 1), ('prj_b', 'acc_a', 'p', '[]', 2);
INSERT INTO keys (sha256, kind, key_id, project_id, name, last_four, scopes, created_at) VALUES
  ('ab', 'api', 'key_a', 'prj_a', 'n', 'abcd', '["images:save"]', 1);
INSERT INTO month_counts VALUES ('acc_a', '2026-11', 7);
INSERT INTO images VALUES
  ('img_a', 'prj_a', 'acc_a', 'tmp_a', 'saved', 1, NULL, '${TEXT}', '{}', 1, '${FACTS}'),
  ('img_b', 'prj_a', 'acc_a', 'tmp_b', 'saved', 1, NULL, '${TEXT}', '{}', 1, '${FACTS}'),
  ('img_c', 'prj_a', 'acc_a', 'tmp_c', 'deleted', 1, 2, '${TEXT}', '{}', 1, '${FACTS}');
INSERT INTO renditions VALUES
  ('img_a', 'a.jpg', 1, 'ready', 'me', 5, 'acc_a', '2026-11', 3, 'ab', 0);
PRAGMA user_version = 1`;

it('a database of the first version is migrated to the present one, with its counts by project and its lists', async () => {
  const folder = await makeDataFolder();
  const path = join(folder.path, 'test.db');
  const old = new DatabaseSync(path);
  old.exec(FIRST_VERSION);
  old.close();
  const db = openDatabase(path);
  const usage = createSqliteUsageStore(db);
  expect(await usage.ofProject({ projectId: 'prj_a', accountId: 'acc_a' }, '2026-11')).toEqual({
    images: 2,
    transformations: 7,
    bandwidthBytes: 0,
    topImages: [],
  });
  for (const [key, value] of Object.entries(METADATA)) {
    const query = { projectId: 'prj_a', pair: { key, value }, limit: 10, before: null };
    const { images } = await createSqliteImageStore(db).listImages(query);
    expect(
      images.map(({ imageId }) => imageId),
      key,
    ).toEqual(['img_b', 'img_a']);
  }
  const keys = await createSqliteKeyStore(db).listKeys({ projectId: 'prj_a', kind: 'api' }, 2);
  expect(keys).toMatchObject([{ keyId: 'key_a', replacedBy: null, createdBy: null }]);
  const projects = createSqliteProjectStore(db);
  expect((await projects.getProject('prj_a'))?.settings).toEqual(DEFAULT_SETTINGS);
  expect((await projects.listProjects('acc_a')).map(({ isDefault }) => isDefault)).toEqual([
    true,
    false,
  ]);
  expect(db.prepare('SELECT project_id FROM renditions').all()).toEqual([{ project_id: 'prj_a' }]);
  db.close();
  expect(() => openDatabase(path).close()).not.toThrow();
  await folder.remove();
});
