import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openReadOnly } from '../../../../adapters/sqlite/backup/open-read-only.ts';
import { createSqliteImageStore } from '../../../../adapters/sqlite/images/image-store.ts';
import { originalIdOf } from '../../../../core/images/image-states.ts';
import { originalObjectKey } from '../../../../core/images/object-keys.ts';
import { lockFile } from '../../../../local/data-folder/data-folder-lock.ts';
import { makeTemporary } from '../../../contract/image-store.ts';
import { putIncoming } from '../../../support/stores/make-services.ts';
import { backupTrial, filesBelow, readManifestOf, sha256Of } from './backup-trial.ts';

describe('a backup', () => {
  it('has each original with the checksum of its record, the records, and a list for sha256sum', async () => {
    const trial = await backupTrial();
    const ids = [await trial.store(), await trial.store()];
    const report = await trial.backUp();
    expect(report).toMatchObject({ images: 2, temporaryImages: 2, faults: { counts: {} } });
    for (const id of ids) {
      const image = await trial.services.images.getImage(id);
      expect(sha256Of(readFileSync(trial.backedUp(id)))).toBe(image?.sha256);
    }
    const { snapshot, sums, secrets } = readManifestOf(trial.dir);
    const list = join(trial.dir, 'snapshots', snapshot, 'SHA256SUMS');
    expect(sha256Of(readFileSync(list))).toBe(sums);
    const checked = execFileSync('sha256sum', ['--check', list], { cwd: trial.dir }).toString();
    expect(checked.match(/: OK$/gm)).toHaveLength(6);
    expect(secrets).toEqual([
      `snapshots/${snapshot}/credentials.json`,
      `snapshots/${snapshot}/imagewell.db`,
    ]);
  });

  it('is readable to its owner only', async () => {
    const trial = await backupTrial();
    await trial.store();
    chmodSync(join(trial.dataDir, 'credentials.json'), 0o644);
    await trial.backUp({ mustCopy: true });
    const paths = [trial.dir, ...filesBelow(trial.dir)];
    expect(paths.length).toBeGreaterThan(5);
    expect(paths.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([]);
  });

  it('takes originals by hard link, or by copy if that is asked', async () => {
    const trial = await backupTrial();
    const id = await trial.store();
    const inode = statSync(trial.original(id)).ino;
    expect((await trial.backUp()).added).toEqual({ linked: 2, copied: 0 });
    expect(statSync(trial.backedUp(id)).ino).toBe(inode);
    // links of an earlier backup are replaced, copies are not
    expect((await trial.backUp({ mustCopy: true })).added).toEqual({ linked: 0, copied: 2 });
    expect(statSync(trial.backedUp(id)).ino).not.toBe(inode);
    const again = await trial.backUp({ mustCopy: true });
    expect([again.added, again.kept]).toEqual([{ linked: 0, copied: 0 }, 2]);
    expect((await trial.backUp()).kept).toBe(2);
  });

  it('into the same folder brings new originals only, and lets go those of deleted images', async () => {
    const trial = await backupTrial();
    const [kept, deleted] = [await trial.store(), await trial.store()];
    await trial.backUp();
    await trial.services.images.markDeleting(deleted, trial.services.clock());
    const added = await trial.store();
    const report = await trial.backUp();
    expect(report).toMatchObject({ images: 2, kept: 2, added: { linked: 2 }, removed: 2 });
    expect(existsSync(trial.backedUp(deleted))).toBe(false);
    for (const id of [kept, added]) expect(existsSync(trial.backedUp(id))).toBe(true);
    expect(readdirSync(join(trial.dir, 'snapshots'))).toEqual([report.snapshot]);
  });

  it('of a replaced image has the bytes that it shows, and lets go the former ones (replacing.address)', async () => {
    const trial = await backupTrial();
    const id = await trial.store();
    await trial.backUp();
    const former = await trial.replace(id);
    const again = await trial.replace(id);
    const report = await trial.backUp();
    expect(report).toMatchObject({ images: 1, removed: 2, faults: { counts: {} } });
    const image = await trial.services.images.getImage(id);
    expect(sha256Of(readFileSync(trial.backedUp(image?.originalId ?? '')))).toBe(image?.sha256);
    for (const gone of [former, again]) expect(existsSync(trial.backedUp(`${gone}`))).toBe(false);
    await trial.restore();
    expect((await trial.verify(trial.restored)).counts).toEqual({});
    expect(existsSync(trial.original(image?.originalId ?? '', trial.restored))).toBe(true);
  });

  it('has the new bytes of an image that is replaced meanwhile, whichever ones it had (replacing.address)', async () => {
    const trial = await backupTrial();
    const { images, objects, projects, clock } = trial.services;
    const [first, second] = [await trial.store(), await trial.store()];
    await trial.store();
    await trial.replace(second);
    const { projectId, accountId } = (await projects.getProject(trial.credentials.projectId)) ?? {};
    const meanwhile = await Promise.all(
      [first, second].map(async (id) => {
        const bytes = Buffer.from(`new bytes of ${id}`);
        const facts = { bytes: bytes.length, sha256: sha256Of(bytes), expiresAt: clock() + 1e9 };
        const temporary = makeTemporary(`${projectId}`, { accountId: `${accountId}`, ...facts });
        for (const name of [temporary.temporaryImageId, temporary.imageId]) {
          await objects.put(originalObjectKey(name), bytes, 'image/jpeg');
        }
        await images.addTemporaryImage(temporary, { maxCount: 99, maxBytes: 1e9 }, clock());
        const image = await images.getImage(id);
        if (!image) throw new Error('the image is gone');
        return { image, temporary, metadata: { a: 'b' }, focalPoint: null, review: undefined };
      }),
    );
    let isReplaced = false;
    const report = await trial.backUp({
      tell: () => {
        if (isReplaced) return;
        isReplaced = true;
        for (const replacement of meanwhile) {
          void images.replaceOriginal({ ...replacement, now: clock() });
          const { image } = replacement;
          void images.replaceVisibility(image.imageId, 'private', clock());
          for (const id of [originalIdOf(image), image.temporaryImageId]) {
            unlinkSync(trial.original(id));
          }
        }
      },
    });
    expect(report.faults.counts).toEqual({});
    expect(report.images).toBe(3);
    await trial.restore();
    expect((await trial.verify(trial.restored)).counts).toEqual({});
    for (const { temporary } of meanwhile) {
      const restored = readFileSync(trial.original(temporary.imageId, trial.restored));
      expect(sha256Of(restored)).toBe(temporary.sha256);
    }
    const db = openReadOnly(join(trial.restored, 'imagewell.db'));
    for (const { image } of meanwhile) {
      const restored = await createSqliteImageStore(db).getImage(image.imageId);
      expect(restored?.visibility).toBe('private');
    }
    db.close();
  });

  it('that was killed is no backup, leaves the one before whole, and is continued by the next', async () => {
    const trial = await backupTrial();
    await trial.store();
    const die = () => {
      throw new Error('killed');
    };
    await expect(trial.backUp({ tell: die })).rejects.toThrow('killed');
    expect(existsSync(join(trial.dir, 'backup.json'))).toBe(false);
    await expect(trial.restore()).rejects.toThrow('has no whole backup');
    const whole = await trial.backUp();
    await trial.store();
    await expect(trial.backUp({ tell: die })).rejects.toThrow('killed');
    expect(readManifestOf(trial.dir).snapshot).toBe(whole.snapshot);
    expect((await trial.restore()).backup.images).toBe(1);
    const next = await trial.backUp();
    expect(next).toMatchObject({ images: 2, kept: 2 });
    expect(readdirSync(join(trial.dir, 'snapshots'))).toEqual([next.snapshot]);
  });

  it('deletes in its records each image deleted meanwhile, and has no image from after its start', async () => {
    const trial = await backupTrial();
    const { images, clock } = trial.services;
    const [first, second] = [await trial.store(), await trial.store()];
    const image = await images.getImage(first);
    let late: Promise<string> | undefined;
    const report = await trial.backUp({
      tell: () => {
        if (late) return;
        late = trial.store();
        void images.markDeleting(first, clock());
        for (const id of [first, image?.temporaryImageId ?? '']) unlinkSync(trial.original(id));
      },
    });
    expect(report).toMatchObject({ images: 1, temporaryImages: 1, faults: { counts: {} } });
    const db = openReadOnly(join(trial.dir, 'snapshots', report.snapshot, 'imagewell.db'));
    const copied = createSqliteImageStore(db);
    expect((await copied.getImage(first))?.state).toBe('deleting');
    expect((await copied.getImage(second))?.state).toBe('saved');
    expect(await copied.getImage((await late) as typeof first)).toBeUndefined();
    db.close();
    await trial.restore();
    expect((await trial.verify(trial.restored)).counts).toEqual({});
  });

  it('has direct uploads that have arrived and are not validated yet', async () => {
    const trial = await backupTrial();
    const id = `tmp_${'a'.repeat(26)}`;
    const etag = await putIncoming(trial, id, Buffer.from('arrived'));
    await trial.backUp();
    await trial.restore();
    const restored = join(trial.restored, 'incoming', `${id}.${etag}`);
    expect(readFileSync(restored, 'utf8')).toBe('arrived');
  });

  it('of a folder with lost originals names them, and has all others', async () => {
    const trial = await backupTrial();
    const [lost, damaged] = [await trial.store(), await trial.store()];
    const whole = await trial.store();
    for (const id of [lost, damaged]) unlinkSync(trial.original(id));
    writeFileSync(trial.original(damaged), 'x');
    const { faults, images } = await trial.backUp();
    expect(faults.counts).toEqual({ original_missing: 1, original_damaged: 1 });
    expect(faults.first.map(({ subject }) => subject).sort()).toEqual([lost, damaged].sort());
    expect(images).toBe(1);
    expect(existsSync(trial.backedUp(whole))).toBe(true);
    expect(existsSync(trial.backedUp(damaged))).toBe(false);
  });

  it('is made into no folder with other files, and not into the data folder', async () => {
    const trial = await backupTrial();
    mkdirSync(trial.dir);
    writeFileSync(join(trial.dir, 'mine.txt'), '');
    await expect(trial.backUp()).rejects.toThrow('has files that are no backup');
    expect(readdirSync(trial.dir)).toEqual(['mine.txt']);
    const within = { ...trial, dir: join(trial.dataDir, 'backup') };
    const { backUp } = await import('../../../../admin/backup/back-up.ts');
    const options = { mustCopy: false, version: '', clock: Date.now, tell: () => undefined };
    await expect(backUp(within.dataDir, within.dir, options)).rejects.toThrow('must not contain');
  });

  it('waits for no other backup of its folder', async () => {
    const trial = await backupTrial();
    await trial.backUp();
    const lock = await lockFile(join(trial.dir, 'backup.lock'));
    await expect(trial.backUp()).rejects.toThrow('is in use by another backup, restore or verify');
    lock?.release();
    await trial.backUp();
  });
});
