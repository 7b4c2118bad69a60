import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFolderObjectStore } from '../../../../adapters/folder/object-store.ts';
import { createSqliteRenditionStore } from '../../../../adapters/sqlite/renditions/rendition-store.ts';
import { createSqliteUsageStore } from '../../../../adapters/sqlite/usage/usage-store.ts';
import { originalObjectKey, renditionObjectKey } from '../../../../core/images/object-keys.ts';
import { openRecords } from '../../../../local/data-folder/open-records.ts';
import { makeDataFolder } from '../../../support/service/start-service.ts';

const ID = `img_${'a'.repeat(26)}` as const;
const TEMPORARY = `tmp_${'a'.repeat(26)}` as const;

afterEach(() => void vi.restoreAllMocks());

async function folderOfTest(): Promise<string> {
  const folder = await makeDataFolder();
  onTestFinished(folder.remove);
  return folder.path;
}

/** Counts the calls of fsync for files and folders. */
async function countSyncs() {
  const handle = await open('.', 'r');
  const syncs = vi.spyOn(Object.getPrototypeOf(handle), 'sync');
  await handle.close();
  return () => {
    const { length } = syncs.mock.calls;
    syncs.mockClear();
    return length;
  };
}

describe('the disk', () => {
  it('is waited for by an original and its folders, and never by a rendition (security.acknowledged-is-durable)', async () => {
    const root = await folderOfTest();
    const store = createFolderObjectStore(join(root, 'objects'));
    const syncs = await countSyncs();
    const put = (key: string) => store.put(key, Buffer.from('bytes'), 'image/jpeg');
    await put(originalObjectKey(ID));
    expect(syncs()).toBe(5); // the file, three new folders, and the folder of the new name
    await put(originalObjectKey(TEMPORARY));
    expect(syncs()).toBe(3);
    for (const id of [ID, TEMPORARY]) {
      await put(renditionObjectKey(id, 'a.jpg', 0));
      await put(renditionObjectKey(id, 'a.jpg', 1));
      await put(renditionObjectKey(id, 'a.jpg', 1));
    }
    expect(syncs()).toBe(0);
    await put(originalObjectKey(ID));
    expect(syncs()).toBe(2);
  });

  it('is waited for by no claim or completion, and by every commit after them', async () => {
    const db = openRecords(await folderOfTest());
    const statements = vi.spyOn(db, 'exec');
    const synchronous = () => db.prepare('PRAGMA synchronous').get()?.synchronous;
    const renditions = createSqliteRenditionStore(db);
    const usage = createSqliteUsageStore(db);
    const claim = {
      imageId: ID,
      accountId: 'a',
      projectId: 'p',
      renditionKey: 'a.jpg',
      version: 1,
      generation: 0,
      owner: 'o',
      now: 1,
      leaseMs: 100,
      month: '2026-11',
      maxTransformations: null,
      maxRenditions: null,
      isSmall: true,
    };
    const unsynced = ['NORMAL', 'BEGIN', 'COMMIT', 'FULL'];
    const acts: readonly (() => Promise<unknown>)[] = [
      () => renditions.claim(claim),
      () => renditions.complete(claim, { bytes: 1, sha256: 'a', isOriginal: false }),
      () => usage.countOnDay({ projectId: 'p', day: '2026-11-05', kind: 'transformations' }),
    ];
    for (const act of acts) {
      statements.mockClear();
      await act();
      const seen = statements.mock.calls.map(
        ([sql]) => /NORMAL|BEGIN|COMMIT|FULL/.exec(sql)?.[0] ?? sql,
      );
      expect(seen).toEqual(unsynced);
      expect(synchronous()).toBe(2); // FULL
    }
    db.close();
  });
});
