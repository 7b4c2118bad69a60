import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { termsOfImage } from '../../../../core/images/search/terms.ts';
import { prepareDataFolder } from '../../../../local/data-folder/data-folder.ts';
import { createClient } from '../../../support/http/client.ts';
import { makeFolder } from '../../../support/local/start-fixture-pool.ts';
import { killWhen, startCommand } from '../../../support/service/start-command.ts';
import { type StartedService, startService } from '../../../support/service/start-service.ts';
import { readManifestOf, sha256Of } from './backup-trial.ts';

/** CI kills twice each, by BACKUP_KILLS; without it the drill is skipped. */
const KILLS = Number(process.env.BACKUP_KILLS ?? 0);
if (KILLS === 0) console.log('skipped: the drill of backups under load, without BACKUP_KILLS');
const KILL_EVERY_MS = 60;
const CLIENT = resolve('test/support/stores/journal-client.ts');

interface Entry {
  readonly op: string;
  readonly phase: string;
  readonly id: string;
}

const run = (args: readonly string[]) => startCommand(args).ended;

/** Kills a command, each time later after its first act; false if it had ended before. */
async function killAfter(ms: number, args: readonly string[], hasBegun: () => boolean) {
  const when = async () => {
    if (!hasBegun()) return false;
    await sleep(ms);
    return true;
  };
  return (await killWhen(startCommand(args), { signal: 'SIGKILL', when })).signal === 'SIGKILL';
}

function readJournal(path: string): Entry[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

const idsOf = (journal: readonly Entry[], op: string, phase: string) =>
  journal.filter((entry) => entry.op === op && entry.phase === phase).map(({ id }) => id);

function startClient(dataDir: string, journal: string): ChildProcess {
  const client = fork(CLIENT, [join(dataDir, 'credentials.json'), journal], { execArgv: [] });
  onTestFinished(() => void client.kill('SIGKILL'));
  return client;
}

async function until(isTrue: () => boolean): Promise<void> {
  const end = Date.now() + 120_000;
  while (!isTrue() && Date.now() < end) await sleep(20);
  expect(isTrue()).toBe(true);
}

async function start(dataDir: string): Promise<StartedService> {
  const service = await startService(dataDir, '--plan', 'unlimited');
  onTestFinished(async () => void (await service.stop('SIGKILL')));
  return service;
}

it.skipIf(KILLS === 0)(
  'under load and kills loses nothing that was acknowledged before the backup began',
  {
    timeout: 120_000 + KILLS * 20_000,
  },
  async () => {
    const root = makeFolder();
    const at = (name: string) => join(root, name);
    const [data, dir, restored] = [at('data'), at('backup'), at('restored')];
    const service = await start(data);
    const client = startClient(data, at('journal'));
    const saved = () => idsOf(readJournal(at('journal')), 'save', 'done').length;
    await until(() => saved() >= 10);

    let hits = 0;
    const hasSnapshot = () => existsSync(join(dir, 'originals'));
    for (let kill = 0; kill < KILLS; kill += 1) {
      const known = saved();
      const isHit = await killAfter(
        kill * KILL_EVERY_MS,
        ['backup', dir, '--data', data],
        hasSnapshot,
      );
      if (isHit) hits += 1;
      await until(() => saved() > known);
    }
    expect(hits).toBeGreaterThan(0);
    const leftBy = existsSync(join(dir, 'backup.json')) ? readManifestOf(dir).snapshot : undefined;

    const before = readJournal(at('journal'));
    const backup = await run(['backup', dir, '--data', data]);
    expect(backup).toMatchObject({ code: 0 });
    const verified = await run(['verify', '--data', data]);
    expect(verified).toMatchObject({ code: 0 }); // beside the service and its load
    client.kill('SIGKILL');
    const during = readJournal(at('journal'));
    expect(saved()).toBeGreaterThan(idsOf(before, 'save', 'done').length);
    await service.stop();
    expect(readManifestOf(dir).snapshot).not.toBe(leftBy);
    expect(await run(['verify', dir])).toMatchObject({ code: 0 });

    const restore = ['restore', dir, '--data', restored];
    let restoreHits = 0;
    const isMarked = () => existsSync(join(restored, 'restore-unfinished.json'));
    for (let kill = 0; kill < KILLS && (kill === 0 || isMarked()); kill += 1) {
      if (await killAfter(kill * KILL_EVERY_MS, restore, isMarked)) restoreHits += 1;
    }
    if (restoreHits > 0 && isMarked()) {
      await expect(startService(restored)).rejects.toThrow('has an unfinished restore');
      expect(await run(restore)).toMatchObject({ code: 0 });
    }
    expect(isMarked()).toBe(false);
    expect(await run(['verify', '--data', restored])).toMatchObject({ code: 0 });

    const again = createClient(await start(restored));
    const touched = new Set(idsOf(during, 'delete', 'intent'));
    const gone = new Set(idsOf(before, 'delete', 'done'));
    const lost: string[] = [];
    for (const id of idsOf(before, 'save', 'done')) {
      const { status, bytes } = await again.get(`/res/${id}.jpg`);
      if (gone.has(id) && status !== 404) lost.push(`${id} is back: ${status}`);
      if (touched.has(id)) continue;
      const original = readFileSync(join(data, 'objects', id, 'original'));
      if (status !== 200 || sha256Of(bytes) !== sha256Of(original)) lost.push(`${id}: ${status}`);
    }
    expect(lost).toEqual([]);
    const images = idsOf(before, 'save', 'done').length;
    console.info(
      `backup drill: ${hits} of ${KILLS} kills in a backup, ${restoreHits} in a restore, ${images} acknowledged images`,
    );
  },
);

/** A backup of this number of images has a bounded heap: 10,000 with BACKUP_IMAGES. */
const IMAGES = Number(process.env.BACKUP_IMAGES ?? 300);

it(`backs up, restores and verifies ${IMAGES} images in a heap of 40 MB`, {
  timeout: 600_000,
}, async () => {
  const root = makeFolder();
  const data = join(root, 'data');
  mkdirSync(data);
  const { projectId } = await prepareDataFolder(data, 'http://127.0.0.1:8080');
  const db = new DatabaseSync(join(data, 'imagewell.db'));
  const insert = db.prepare(
    `INSERT INTO images (image_id, project_id, account_id, temporary_image_id, state, created_at,
       metadata, saved_metadata, version, facts, generation)
     VALUES (?, ?, 'acc_local', ?, 'saved', ?, '{}', '{}', 1, ?, 0)`,
  );
  const insertTerm = db.prepare('INSERT INTO image_terms VALUES (?, ?, ?, ?)');
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const idOf = (at: number) =>
    [...String(at).padStart(26, '0')]
      .map((digit) => letters[Number(digit)])
      .reverse()
      .join('');
  db.exec('BEGIN');
  for (let at = 0; at < IMAGES; at += 1) {
    const bytes = Buffer.from(`image ${at} `.repeat(100));
    const facts = {
      format: 'jpg',
      width: 1,
      height: 1,
      bytes: bytes.length,
      sha256: sha256Of(bytes),
      frames: 1,
      hasAlpha: false,
      originalFilename: null,
    } as const;
    const found = { ...facts, state: 'saved', metadata: {} } as const;
    for (const term of termsOfImage(found)) {
      insertTerm.run(projectId, term, at, `img_${idOf(at)}`);
    }
    insert.run(`img_${idOf(at)}`, projectId, `tmp_${idOf(at)}`, at, JSON.stringify(facts));
    mkdirSync(join(data, 'objects', `img_${idOf(at)}`), { recursive: true });
    writeFileSync(join(data, 'objects', `img_${idOf(at)}`, 'original'), bytes);
  }
  db.exec('COMMIT');
  db.prepare('UPDATE accounts SET images = ?').run(IMAGES);
  db.prepare('INSERT INTO project_images VALUES (?, ?)').run(projectId, IMAGES);
  db.close();
  const env = { ...process.env, NODE_OPTIONS: '--max-old-space-size=40' };
  const [dir, restored] = [join(root, 'backup'), join(root, 'restored')];
  const figures: string[] = [];
  const timed = async (name: string, args: readonly string[]) => {
    const begun = performance.now();
    const ended = await startCommand([...args, '--json'], { env }).ended;
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stdout).toContain(`"images": ${IMAGES}`);
    figures.push(`${name} ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  };
  await timed('backup', ['backup', dir, '--data', data]);
  await timed('second backup', ['backup', dir, '--data', data]);
  await timed('backup by copies', ['backup', `${dir}-2`, '--copy', '--data', data]);
  await timed('verify', ['verify', '--data', data]);
  await timed('verify of the backup', ['verify', dir]);
  await timed('restore', ['restore', dir, '--data', restored]);
  console.info(`${IMAGES} images: ${figures.join(', ')}`);
});
