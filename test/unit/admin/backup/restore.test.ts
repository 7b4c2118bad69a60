import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prepareDataFolder } from '../../../../local/data-folder/data-folder.ts';
import { backupTrial, filesBelow, readManifestOf } from './backup-trial.ts';

const URL = 'http://127.0.0.1:8080';

describe('a restore', () => {
  it('makes a data folder with equal originals and keys, which verify finds whole', async () => {
    const trial = await backupTrial();
    const ids = [await trial.store(), await trial.store()];
    await trial.backUp();
    const report = await trial.restore();
    expect(report).toMatchObject({ linked: 4, skipped: 0, backup: { images: 2 } });
    for (const id of ids) {
      const [from, to] = [trial.original(id), trial.original(id, trial.restored)];
      expect(readFileSync(to).equals(readFileSync(from))).toBe(true);
    }
    expect(await trial.verify(trial.restored)).toMatchObject({ images: 2, files: 4, counts: {} });
    const credentials = await prepareDataFolder(trial.restored, URL);
    expect(credentials.apiKey).toBe(trial.credentials.apiKey);
    const paths = [trial.restored, ...filesBelow(trial.restored)];
    expect(paths.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([]);
  });

  it('has its own database file: the service writes to it, and the backup stays as it is', async () => {
    const trial = await backupTrial();
    await trial.store();
    const { snapshot } = await trial.backUp();
    await trial.restore();
    const inBackup = join(trial.dir, 'snapshots', snapshot, 'imagewell.db');
    expect(statSync(join(trial.restored, 'imagewell.db')).ino).not.toBe(statSync(inBackup).ino);
  });

  it('refuses a folder with anything in it, and changes nothing', async () => {
    const trial = await backupTrial();
    await trial.backUp();
    mkdirSync(trial.restored);
    writeFileSync(join(trial.restored, 'mine.txt'), 'mine');
    await expect(trial.restore()).rejects.toThrow('is not empty; nothing was changed');
    const left = readdirSync(trial.restored).filter((name) => !name.endsWith('.lock'));
    expect(left).toEqual(['mine.txt']);
  });

  it('stops at a damaged original of the backup; start refuses its folder; --skip-damaged ends it', async () => {
    const trial = await backupTrial();
    const [damaged, whole] = [await trial.store(), await trial.store()];
    await trial.backUp({ mustCopy: true });
    const bytes = readFileSync(trial.backedUp(damaged));
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    writeFileSync(trial.backedUp(damaged), bytes);
    await expect(trial.restore()).rejects.toThrow('has damaged files');
    const refused = prepareDataFolder(trial.restored, URL);
    await expect(refused).rejects.toThrow(
      /has an unfinished restore; continue it with npx imagewell restore/,
    );
    await expect(trial.verify(trial.restored)).rejects.toThrow('unfinished restore');
    const { skipped, kept } = await trial.restore({ skipsDamaged: true });
    expect({ skipped, kept }).toEqual({ skipped: 1, kept: 5 });
    const { counts, faults } = await trial.verify(trial.restored);
    expect(counts).toEqual({ original_missing: 1 });
    expect(faults[0]?.subject).toBe(damaged);
    expect(readFileSync(trial.original(whole, trial.restored)).length).toBeGreaterThan(0);
  });

  it('stops at a damaged record file and at a damaged list of checksums', async () => {
    const trial = await backupTrial();
    await trial.store();
    const { snapshot } = await trial.backUp();
    const at = (name: string) => join(trial.dir, 'snapshots', snapshot, name);
    const sums = readFileSync(at('SHA256SUMS'), 'utf8');
    writeFileSync(at('SHA256SUMS'), `${sums}${'0'.repeat(64)}  originals/../../../x\n`);
    await expect(trial.restore({ skipsDamaged: true })).rejects.toThrow('missing or damaged');
    writeFileSync(at('SHA256SUMS'), sums);
    writeFileSync(at('credentials.json'), '{}');
    await expect(trial.restore({ skipsDamaged: true })).rejects.toThrow(
      'credentials.json of the backup is damaged',
    );
  });

  it('that was killed is continued, and replaced by one of another backup', async () => {
    const trial = await backupTrial();
    const id = await trial.store();
    await trial.backUp();
    mkdirSync(trial.restored, { mode: 0o700 });
    const marker = join(trial.restored, 'restore-unfinished.json');
    const { snapshot } = readManifestOf(trial.dir);
    writeFileSync(marker, JSON.stringify({ snapshot: 'of-another' }));
    mkdirSync(join(trial.restored, 'objects', 'img_of-another'), { recursive: true });
    await expect(prepareDataFolder(trial.restored, URL)).rejects.toThrow('unfinished restore');
    await trial.restore();
    expect(readdirSync(join(trial.restored, 'objects'))).not.toContain('img_of-another');
    // as a kill just before the end left it
    writeFileSync(marker, JSON.stringify({ snapshot }));
    expect(await trial.restore()).toMatchObject({ linked: 0, kept: 2 });
    expect(readFileSync(trial.original(id, trial.restored)).length).toBeGreaterThan(0);
    expect((await trial.verify(trial.restored)).counts).toEqual({});
  });
});
