import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createFolderObjectStore } from '../../../../adapters/folder/object-store.ts';
import { openDatabase } from '../../../../adapters/sqlite/database/open-database.ts';
import { createSqliteImageStore } from '../../../../adapters/sqlite/images/image-store.ts';
import { originalObjectKey } from '../../../../core/images/object-keys.ts';
import { prepareDataFolder } from '../../../../local/data-folder/data-folder.ts';
import { databasePath, objectsPath } from '../../../../local/data-folder/data-paths.ts';
import { startSweepTimer } from '../../../../local/workers/sweep-timer.ts';
import { makeTemporary } from '../../../contract/image-store.ts';
import { makeDataFolder, startService } from '../../../support/service/start-service.ts';

describe('the sweep of the local service', () => {
  it('removes at its start what ended while it was down (temporary.removal)', async () => {
    const folder = await makeDataFolder();
    const { projectId } = await prepareDataFolder(folder.path, 'http://127.0.0.1:8080');
    const db = openDatabase(databasePath(folder.path));
    const images = createSqliteImageStore(db);
    const objects = createFolderObjectStore(objectsPath(folder.path));
    const temporary = makeTemporary(projectId, { expiresAt: Date.now() - 60_000 });
    await images.addTemporaryImage(temporary, { maxCount: 9, maxBytes: 999 }, Date.now());
    const key = originalObjectKey(temporary.temporaryImageId);
    await objects.put(key, Buffer.from('x'), 'image/jpeg');
    const service = await startService(folder.path);
    const isThere = async () => {
      const found = await objects.get(key);
      await found?.body[Symbol.asyncIterator]().return?.();
      return found !== undefined;
    };
    await expect.poll(isThere).toBe(false);
    expect((await images.getTemporaryImage(temporary.temporaryImageId))?.state).toBe('expired');
    await service.stop();
    db.close();
    await folder.remove();
  });

  it('starts the function only for an ended image, one run at a time, and continues after a failure', async () => {
    const sweeps: (() => void)[] = [];
    let due = false;
    let requested = 0;
    const timer = startSweepTimer({
      periodMs: 1,
      hasEnded: async () => {
        requested += 1;
        if (requested === 2) throw new Error('locked');
        return due;
      },
      sweep: () => new Promise((resolve) => sweeps.push(resolve)),
    });
    const until = async (isMet: () => boolean) => {
      while (!isMet()) await delay(1);
    };
    await until(() => requested > 3);
    expect(sweeps).toHaveLength(0);
    due = true;
    await until(() => sweeps.length === 1);
    const before = requested;
    await delay(5);
    expect([sweeps.length, requested]).toEqual([1, before]);
    sweeps[0]?.();
    await until(() => sweeps.length === 2);
    timer.stop();
  });
});
