import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databasePath } from '../../../../local/data-folder/data-paths.ts';
import { mountSmallDisk } from '../../../support/disk/small-disk.ts';
import { lacks } from '../../../support/needs/needs.ts';
import { freePort, makeDataFolder, startService } from '../../../support/service/start-service.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
/** Ended by us where it starts after all. */
const PATIENCE_MS = 120_000;

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
beforeEach(async () => {
  folder = await makeDataFolder();
});
afterEach(() => folder.remove());

/** Starts as `npm start` does, to fail; the error is one sentence. */
async function startInVain(dataDir: string): Promise<string> {
  const args = ['bin/start.ts', '--port', String(await freePort()), '--data', dataDir];
  const done = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  });
  expect(done.status).toBe(1);
  expect(done.stdout).toBe('');
  const lines = done.stderr.split('\n');
  expect(lines.slice(1)).toEqual(['']);
  expect(done.stderr).toMatch(/^imagewell: .*\.\n$/);
  expect(done.stderr).not.toMatch(/Error|node:|file:\/\/| at /);
  return done.stderr;
}

/** Overwrites the page of a table that no start looks into. */
function damageTrail(path: string): void {
  const db = new DatabaseSync(path);
  const { at, bytes } = db
    .prepare(
      `SELECT rootpage - 1 AS at, page_size AS bytes FROM sqlite_schema, pragma_page_size
       WHERE name = 'audit_events'`,
    )
    .get() as { at: number; bytes: number };
  db.close();
  const all = readFileSync(path);
  writeFileSync(path, all.fill(0xa5, at * bytes, (at + 1) * bytes));
}

describe('an impossible start reports the reason in one sentence', () => {
  it('a file for a data folder, and a file on the way to it', async () => {
    const file = join(folder.path, 'file');
    writeFileSync(file, 'x');
    expect(await startInVain(file)).toContain(`${file} is a file`);
    expect(await startInVain(join(file, 'below'))).toContain('a part of its path is a file');
    expect(readFileSync(file, 'utf8')).toBe('x');
  });

  it('a link, and a folder for everybody', async () => {
    const link = join(folder.path, 'link');
    symlinkSync(folder.path, link);
    expect(await startInVain(link)).toContain('is a symbolic link');
    const shared = join(folder.path, 'shared');
    await mkdir(shared);
    spawnSync('chmod', ['1777', shared]);
    expect(await startInVain(shared)).toContain('is writable by everybody');
    expect(statSync(shared).mode & 0o7777).toBe(0o1777);
  });

  it.each<[string, (path: string) => void]>([
    ['overwritten', (path) => writeFileSync(path, 'not a database '.repeat(500))],
    ['cut short', (path) => truncateSync(path, statSync(path).size - 40_000)],
    [
      'damaged in the middle',
      (path) => {
        const bytes = readFileSync(path);
        bytes.fill(0xa5, bytes.length / 2, bytes.length / 2 + 12_000);
        writeFileSync(path, bytes);
      },
    ],
    ['damaged where no start reads', damageTrail],
  ])('a database that was %s', async (_, damage) => {
    await (await startService(folder.path)).stop();
    damage(databasePath(folder.path));
    expect(await startInVain(folder.path)).toContain(`${databasePath(folder.path)} is damaged`);
  });

  it('a database of a later version, and damaged credentials', async () => {
    await (await startService(folder.path)).stop();
    writeFileSync(join(folder.path, 'credentials.json'), '{"apiKey":');
    expect(await startInVain(folder.path)).toContain('credentials.json is damaged');
    const db = new DatabaseSync(databasePath(folder.path));
    db.exec('PRAGMA user_version = 9999');
    db.close();
    expect(await startInVain(folder.path)).toContain('written by a newer version of imagewell');
  });

  const disk = lacks('mount') ? undefined : mountSmallDisk(4_000_000);
  afterAll(() => disk?.remove());
  it.skipIf(!disk)('a new folder on a full disk', async () => {
    disk?.fill();
    const said = await startInVain(disk?.dataDir ?? '');
    disk?.empty();
    const service = await startService(disk?.dataDir ?? '');
    await service.stop();
    expect(said).toContain(`no space is left on the disk of ${disk?.dataDir}`);
  });
});
