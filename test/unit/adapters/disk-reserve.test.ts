import { mkdirSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiskReserve, reservePath } from '../../../adapters/folder/disk/reserve.ts';
import { createFolderObjectStore } from '../../../adapters/folder/object-store.ts';
import { fromReserve, openDatabase } from '../../../adapters/sqlite/database/open-database.ts';
import { createSqliteImageStore } from '../../../adapters/sqlite/images/image-store.ts';
import { StorageFaultError } from '../../../core/foundation/storage-fault.ts';
import { makeTemporary } from '../../contract/image-store.ts';
import { mountSmallDisk } from '../../support/disk/small-disk.ts';
import { lacks } from '../../support/needs/needs.ts';
import { makeDataFolder } from '../../support/service/start-service.ts';

const LIMITS = { maxCount: 1_000_000, maxBytes: Number.MAX_SAFE_INTEGER };
const PIECE_BYTES = 32_768;

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
beforeEach(async () => {
  folder = await makeDataFolder();
});
afterEach(() => folder.remove());

const open = () => openDatabase(join(folder.path, 'test.db'), createDiskReserve(folder.path));
const held = () => statSync(reservePath(folder.path), { throwIfNoEntry: false })?.size ?? 0;
const fault = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return (error as StorageFaultError).code;
  }
  return undefined;
};

describe('a database that has no room (max_page_count: SQLITE_FULL)', () => {
  it('refuses with storage_full, keeps its contents, and continues when there is room', async () => {
    const db = open();
    const images = createSqliteImageStore(db);
    const before = (db.prepare('PRAGMA page_count').get() as { page_count: number }).page_count;
    db.exec(`PRAGMA max_page_count = ${before + 4}`);
    const added: string[] = [];
    let refused: unknown;
    while (!refused) {
      const temporary = makeTemporary('prj_a', { originalFilename: 'x'.repeat(200) });
      await images.addTemporaryImage(temporary, LIMITS, temporary.createdAt).then(
        () => added.push(temporary.temporaryImageId),
        (error) => {
          refused = error;
        },
      );
    }
    expect(refused).toBeInstanceOf(StorageFaultError);
    expect(refused).toMatchObject({ code: 'storage_full' });
    expect(added.length).toBeGreaterThan(1);
    for (const id of added) expect(await images.getTemporaryImage(id as never)).toBeDefined();
    db.exec('PRAGMA max_page_count = 1000000');
    const temporary = makeTemporary('prj_a');
    expect(await images.addTemporaryImage(temporary, LIMITS, temporary.createdAt)).toBe('added');
    db.close();
  });

  it('lets the reserve go piece by piece for what makes room, until it is used up', () => {
    const db = open();
    createDiskReserve(folder.path).requireWhole();
    const whole = held();
    let tries = 0;
    const work = (failures: number) => () => {
      tries += 1;
      if (tries <= failures) throw new StorageFaultError('full');
      return 'done';
    };
    expect(fromReserve(db, work(3))).toBe('done');
    expect(held()).toBe(whole - 3 * PIECE_BYTES);
    tries = 0;
    expect(fault(() => fromReserve(db, work(1_000)))).toBe('storage_full');
    expect(held()).toBe(0);
    expect(tries).toBeLessThanOrEqual(Math.ceil(whole / PIECE_BYTES) + 1);
    db.close();
  });
});

describe('while the reserve is not whole', () => {
  const disk = lacks('mount') ? undefined : mountSmallDisk(4_194_304);
  afterAll(() => disk?.remove());
  it.skipIf(!disk)(
    'nothing that adds is begun, what changes nothing is done, and room makes it whole',
    async () => {
      const at = disk?.dataDir ?? '';
      const reserve = createDiskReserve(at);
      const db = openDatabase(join(at, 'test.db'), reserve);
      reserve.requireWhole();
      const whole = statSync(reservePath(at)).size;
      expect(whole).toBe(4_194_304 / 8);
      const images = createSqliteImageStore(db);
      const first = makeTemporary('prj_a');
      await images.addTemporaryImage(first, LIMITS, first.createdAt);
      disk?.fill();
      reserve.releaseSome();
      // there is room now, which is for others
      const store = createFolderObjectStore(join(at, 'objects'), reserve);
      await expect(store.put('a', Buffer.from('x'), 'image/jpeg')).rejects.toMatchObject({
        code: 'storage_full',
      });
      const second = makeTemporary('prj_a');
      await expect(
        images.addTemporaryImage(second, LIMITS, second.createdAt),
      ).rejects.toMatchObject({ code: 'storage_full' });
      expect(
        await images.addTemporaryImage(second, { maxCount: 1, maxBytes: 1 }, second.createdAt),
      ).toBe('limit_exceeded');
      expect(readdirSync(at)).not.toContain('objects');
      expect(db.isTransaction).toBe(false);
      disk?.empty();
      expect(await images.addTemporaryImage(second, LIMITS, second.createdAt)).toBe('added');
      expect(statSync(reservePath(at)).size).toBe(whole);
      db.close();
    },
  );

  it('two who make it whole concurrently make one', () => {
    mkdirSync(folder.path, { recursive: true });
    const [first, other] = [createDiskReserve(folder.path), createDiskReserve(folder.path)];
    first.requireWhole();
    const whole = held();
    truncateSync(reservePath(folder.path), 1_000);
    other.requireWhole();
    first.requireWhole();
    expect(held()).toBe(whole);
    expect(statSync(reservePath(folder.path)).mode & 0o777).toBe(0o600);
    rmSync(reservePath(folder.path));
    expect(first.releaseSome()).toBe(false);
  });
});
