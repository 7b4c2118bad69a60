import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSqliteImageStore } from '../../adapters/image-store/sqlite.ts';
import { createFolderObjectStore, removeStaleObjects } from '../../adapters/object-store/folder.ts';
import { createSqliteProjectStore } from '../../adapters/project-store/sqlite.ts';
import { createSqliteRateCounter } from '../../adapters/rate-counter/sqlite.ts';
import { createSqliteRenditionStore } from '../../adapters/rendition-store/sqlite.ts';
import { openDatabase } from '../../adapters/sqlite-database/open-database.ts';
import { createSqliteUsageStore } from '../../adapters/usage-store/sqlite.ts';
import { PLANS } from '../../core/projects/plans.ts';
import { makeDataFolder } from '../support/start-service.ts';
import { describeImageLists } from './image-lists.ts';
import { describeImageStore } from './image-store.ts';
import { describeObjectStore, readObject } from './object-store.ts';
import { describeRenditionStore } from './rendition-store.ts';

async function openTwice() {
  const folder = await makeDataFolder();
  const path = join(folder.path, 'test.db');
  const [first, second] = [openDatabase(path), openDatabase(path)] as const;
  const remove = async () => {
    first.close();
    second.close();
    await folder.remove();
  };
  return { first, second, remove };
}

async function openImageStores() {
  const { first, second, remove } = await openTwice();
  return {
    stores: [createSqliteImageStore(first), createSqliteImageStore(second)] as const,
    projects: createSqliteProjectStore(first),
    usage: createSqliteUsageStore(second),
    remove,
  };
}

describeImageStore('SQLite', openImageStores);
describeImageLists('SQLite', openImageStores);

describeRenditionStore('SQLite', async () => {
  const { first, second, remove } = await openTwice();
  const projects = createSqliteProjectStore(first);
  return {
    stores: [createSqliteRenditionStore(first), createSqliteRenditionStore(second)],
    images: createSqliteImageStore(first),
    usage: createSqliteUsageStore(second),
    addAccount: (projectId) =>
      projects.addProject({
        ...{ projectId, accountId: `acc_${projectId}`, name: 'p', allowedOrigins: [] },
        ...{ plan: PLANS.free, createdAt: 0 },
      }),
    remove,
  };
});

describeObjectStore('a folder', async () => {
  const folder = await makeDataFolder();
  return { store: createFolderObjectStore(join(folder.path, 'objects')), remove: folder.remove };
});

describe('a rate counter: SQLite', () => {
  it('C4.3 counts each counter in its window', async () => {
    const { first, second, remove } = await openTwice();
    const [one, two] = [createSqliteRateCounter(first), createSqliteRateCounter(second)];
    expect(await one.countUp('a', 0, 60)).toBe(1);
    expect(await two.countUp('a', 0, 60)).toBe(2);
    expect(await one.countUp('b', 0, 60)).toBe(1);
    expect(await one.countUp('a', 60, 120)).toBe(1);
    expect(await one.countUp('a', 60, 120)).toBe(2);
    await remove();
  });
});

describe('the folder', () => {
  it('never follows a link that somebody planted in it', async () => {
    const folder = await makeDataFolder();
    const root = join(folder.path, 'objects');
    const outside = join(folder.path, 'outside');
    await mkdir(join(root, 'p'), { recursive: true });
    await mkdir(outside);
    await writeFile(join(outside, 'secret'), 'secret');
    await symlink(join(outside, 'secret'), join(root, 'link'));
    await symlink(outside, join(root, 'p', 'dir'));
    const store = createFolderObjectStore(root);
    expect(await store.get('link')).toBeUndefined();
    expect(await store.copy('link', 'copy')).toBe(false);
    await store.removeAll('p/dir/');
    await store.removeAll('p/');
    expect(await readdir(outside)).toEqual(['secret']);
    await folder.remove();
  });

  it('drops what a killed process left half written, and nothing else', async () => {
    const folder = await makeDataFolder();
    const root = join(folder.path, 'objects');
    const store = createFolderObjectStore(root);
    await store.put('kept', Buffer.from('x'), 'image/jpeg');
    await writeFile(join(root, '.incoming', 'half'), 'x');
    await removeStaleObjects(root);
    expect(await readdir(root)).toEqual(['kept']);
    expect((await readObject(store, 'kept'))?.toString()).toBe('x');
    await store.put('more', Buffer.from('y'), 'image/jpeg');
    expect((await readObject(store, 'more'))?.toString()).toBe('y');
    await folder.remove();
  });
});
