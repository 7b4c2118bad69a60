import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFolderObjectStore } from '../../../../adapters/folder/object-store.ts';
import { openArchive } from '../../../../admin/backup/open-archive.ts';
import type { ImageId } from '../../../../core/images/ids.ts';
import { originalObjectKey } from '../../../../core/images/object-keys.ts';
import { linkFolder, makeTemplate, PLANTS, runOperator, WHOLE } from './planted-folders.ts';

let template: Awaited<ReturnType<typeof makeTemplate>>;
let sha256: string;

async function servedSha256(dataDir: string): Promise<string | undefined> {
  const store = createFolderObjectStore(join(dataDir, 'objects'));
  const stored = await store.get(originalObjectKey(template.id));
  if (!stored) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of stored.body) hash.update(chunk);
  return hash.digest('hex');
}
const isServed = async (dataDir: string) => (await servedSha256(dataDir)) === sha256;

beforeAll(async () => {
  template = await makeTemplate();
  sha256 = (await servedSha256(template.copy().data)) ?? '';
});

const ALL = Object.entries({ ...PLANTS, ...WHOLE }).map(([name, plant]) => ({ name, plant }));
const isWhole = (name: string) => Object.hasOwn(WHOLE, name);
/** Same size, other bytes: only a read of them finds it. */
const NEEDS_A_READ = 'a hole';
const FINDINGS = 7;

describe.each(ALL)('$name', ({ name, plant }) => {
  it('in place of an original is what verify, backup and move say it is (security.checks-open-as-served)', async () => {
    const { data, fresh } = template.copy();
    plant(join(data, template.original));
    const served = await isServed(data);
    expect(served).toBe(isWhole(name));
    const whole = served ? 0 : FINDINGS;
    expect((await runOperator('verify', '--data', data)).code).toBe(whole);
    const quick = await runOperator('verify', '--data', data, '--quick');
    expect(quick.code).toBe(name === NEEDS_A_READ ? 0 : whole);
    const backedUp = await runOperator('backup', fresh, '--data', data);
    expect(backedUp.code, backedUp.text).toBe(whole);
    // each file of a whole backup is served after its restore
    const restored = join(dirname(fresh), 'restored');
    expect((await runOperator('restore', fresh, '--data', restored)).code).toBe(0);
    expect(await isServed(restored)).toBe(served);
    const digest = await openArchive(data).digest(originalObjectKey(template.id));
    expect(digest?.sha256 === sha256).toBe(served);
  });

  it('in place of an original is mended from a backup, where a file can be (security.checks-open-as-served)', async () => {
    const { data, backup } = template.copy();
    plant(join(data, template.original));
    const { code, text } = await runOperator(
      'verify',
      '--data',
      data,
      '--repair',
      '--from',
      backup,
    );
    expect([code === 0, code], text).toEqual([await isServed(data), name === 'a folder' ? 7 : 0]);
  });

  it('in place of an original of a backup is what verify and restore say it is (security.checks-open-as-served)', async () => {
    const { data, backup, fresh } = template.copy();
    plant(join(backup, template.backedUp));
    const whole = isWhole(name) ? 0 : FINDINGS;
    expect((await runOperator('verify', backup)).code).toBe(whole);
    expect((await runOperator('restore', backup, '--data', fresh)).code).toBe(whole);
    expect(await isServed(fresh)).toBe(isWhole(name));
    // the next backup makes it whole, or says that it can't
    const next = await runOperator('backup', backup, '--data', data);
    const verified = await runOperator('verify', backup);
    if (name !== NEEDS_A_READ) expect(verified.code === 0, next.text).toBe(next.code === 0);
  });

  it.each(['imagewell.db', 'credentials.json', 'SHA256SUMS'])(
    'in place of %s in a backup is what verify and restore say it is (security.checks-open-as-served)',
    async (file) => {
      const { backup, fresh } = template.copy();
      plant(join(backup, template.snapshot, file));
      const whole = isWhole(name) ? 0 : FINDINGS;
      expect((await runOperator('verify', backup)).code).toBe(whole);
      expect((await runOperator('restore', backup, '--data', fresh)).code).toBe(whole);
    },
  );

  it('in place of backup.json makes no whole backup, unless it is whole (security.checks-open-as-served)', async () => {
    const { backup, fresh } = template.copy();
    plant(join(backup, 'backup.json'));
    const codes = [
      (await runOperator('verify', backup)).code,
      (await runOperator('restore', backup, '--data', fresh)).code,
    ];
    const none = name === 'no file' ? 4 : FINDINGS;
    expect(codes).toEqual(isWhole(name) ? [0, 0] : [none, none]);
  });

  it.each(['imagewell.db', 'credentials.json', 'rendition'] as const)(
    'in place of %s of a data folder is no whole one, unless it is served (security.checks-open-as-served)',
    async (file) => {
      const { data, fresh } = template.copy();
      plant(join(data, file === 'rendition' ? template.rendition : file));
      // without credentials new keys are made; a rendition is read when it is served
      const isRight =
        isWhole(name) ||
        (name === 'no file' && file === 'credentials.json') ||
        (name === NEEDS_A_READ && file === 'rendition');
      const missing = name === 'no file' && file === 'imagewell.db' ? 4 : FINDINGS;
      const { code, text } = await runOperator('verify', '--data', data);
      expect(code, text).toBe(isRight ? 0 : missing);
      const backedUp = await runOperator('backup', fresh, '--data', data);
      const ofBackup = isRight || file === 'rendition' ? 0 : missing;
      expect(backedUp.code, backedUp.text).toBe(ofBackup);
    },
  );
});

describe('a link in place of a folder', () => {
  it.each(['', 'objects', 'original'] as const)(
    'of a data folder (%s) is not followed (security.checks-open-as-served)',
    async (folder) => {
      const { data, fresh } = template.copy();
      const path = folder === 'original' ? dirname(template.original) : folder;
      linkFolder(join(data, path));
      if (folder !== '') expect(await isServed(data)).toBe(false);
      const code = folder === '' ? 1 : FINDINGS; // a service doesn't start on it either
      expect((await runOperator('verify', '--data', data)).code).toBe(code);
      expect((await runOperator('backup', fresh, '--data', data)).code).toBe(code);
    },
  );

  it.each(['originals', 'original', 'snapshots', 'snapshot'] as const)(
    'of a backup (%s) is not followed (security.checks-open-as-served)',
    async (folder) => {
      const { data, backup, fresh } = template.copy();
      const paths = { original: dirname(template.backedUp), snapshot: template.snapshot };
      const path = folder === 'original' || folder === 'snapshot' ? paths[folder] : folder;
      linkFolder(join(backup, path));
      expect((await runOperator('verify', backup)).code).toBe(FINDINGS);
      expect((await runOperator('restore', backup, '--data', fresh)).code).toBe(FINDINGS);
      const next = await runOperator('backup', backup, '--data', data);
      const verified = await runOperator('verify', backup);
      expect(verified.code === 0, `${next.text}${verified.text}`).toBe(next.code === 0);
    },
  );

  it('to a whole backup may be named: it is the operator’s choice', async () => {
    const { backup, fresh } = template.copy();
    linkFolder(backup);
    expect((await runOperator('verify', backup)).code).toBe(0);
    expect((await runOperator('restore', backup, '--data', fresh)).code).toBe(0);
  });

  it('removes and stores nothing behind it', async () => {
    const { data, backup } = template.copy();
    const kept = join(data, dirname(template.original));
    linkFolder(kept);
    const archive = openArchive(data);
    const key = originalObjectKey(template.id as ImageId);
    const source = { root: backup, path: join(backup, template.backedUp) };
    expect(await archive.store(source, key, { sha256 })).toBe('blocked');
    await archive.remove(key);
    expect((await runOperator('verify', '--data', data, '--repair', '--from', backup)).code).toBe(
      7,
    );
  });
});
