import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withBucket } from '../../../admin/backup/open-archive.ts';
import { restore } from '../../../admin/backup/restore.ts';
import { readObjectsPlace } from '../../../local/settings/objects-place.ts';
import { createClient } from '../../support/http/client.ts';
import { drawJpeg } from '../../support/images/draw.ts';
import { lacks } from '../../support/needs/needs.ts';
import { type ObjectStoreServer, startObjectStore } from '../../support/objects/versitygw.ts';
import {
  makeDataFolder,
  type StartedService,
  startServiceWith,
} from '../../support/service/start-service.ts';
import { TESTED_COMMAND } from '../../support/service/tested-command.ts';

// the object store is written in it
const isThere = !lacks('go');

const DAYS_AGO = new Date(Date.now() - 3 * 86_400_000);
const IMAGES = 4;

let store: ObjectStoreServer;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
const at = (name: string) => join(folder.path, name);
const placeAt = (prefix: string) =>
  `s3://${store.bucket}?endpoint=${store.endpoint}&prefix=${prefix}`;
const originalIn = (prefix: string, id: string) => join(store.folder, prefix, id, 'original');

const services: StartedService[] = [];
async function start(dataDir: string, prefix?: string): Promise<StartedService> {
  const more = prefix === undefined ? [] : ['--objects', placeAt(prefix)];
  const service = await startServiceWith({ ...store.env }, dataDir, ...more);
  services.push(service);
  return service;
}

/** Runs `npx imagewell …` with the credentials of the store. */
async function run(args: readonly string[], env: Readonly<Record<string, string>> = store.env) {
  const command = [TESTED_COMMAND, ...args, '--json'];
  const done = await promisify(execFile)(process.execPath, command, {
    env: { PATH: process.env.PATH, HOME: at('home'), ...env },
  }).catch((error) => error);
  const { code = 0, stdout, stderr } = done as { code?: number; stdout: string; stderr: string };
  return { code, stderr, report: stdout === '' ? undefined : JSON.parse(stdout) };
}

/** The images that were stored, with their bytes. */
const originals = new Map<string, Buffer>();
const someId = () => [...originals.keys()][0] ?? '';

beforeAll(async () => {
  if (!isThere) return;
  store = await startObjectStore();
  folder = await makeDataFolder();
}, 600_000);
afterEach(() => Promise.all(services.splice(0).map((service) => service.stop('SIGKILL'))));
afterAll(async () => {
  if (!isThere) return;
  await store.stop();
  await folder.remove();
});

async function expectServed(service: StartedService): Promise<void> {
  const client = createClient(service);
  for (const [id, bytes] of originals) {
    const { status, bytes: found } = await client.get(`/res/${id}.jpg`);
    expect([status, found.equals(bytes)]).toEqual([200, true]);
  }
}

describe.skipIf(!isThere)('files in a bucket (local.object-backup)', () => {
  it('a backup reads the originals of the bucket while the service runs, each once', async () => {
    const service = await start(at('data'), 'shop');
    const client = createClient(service);
    for (const width of [60, 70, 80, 90].slice(0, IMAGES)) {
      const { imageId } = await client.store(await drawJpeg(width, 50));
      originals.set(imageId, readFileSync(originalIn('shop', imageId)));
    }
    const backup = ['backup', at('backup'), '--data', at('data'), '--objects', placeAt('shop')];
    const first = await run(backup);
    expect(first).toMatchObject({
      code: 0,
      report: { images: IMAGES, added: { linked: 0 }, kept: 0, faults: { counts: {} } },
    });
    const added = first.report.added.copied;
    expect(added).toBeGreaterThanOrEqual(IMAGES);
    expect((await run(backup)).report).toMatchObject({ added: { copied: 0 }, kept: added });
    const { imageId } = await client.store(await drawJpeg(100, 50));
    originals.set(imageId, readFileSync(originalIn('shop', imageId)));
    const again = await run(backup);
    expect(again.report).toMatchObject({ images: IMAGES + 1, kept: added });
    expect(again.report.added.copied).toBeGreaterThan(0);
    expect(await run(['verify', at('backup')])).toMatchObject({ code: 0 });
    const [renamed] = originals.keys();
    const copy = join(at('backup'), 'originals', `${renamed}`.slice(4, 6), `${renamed}`);
    expect(readFileSync(copy).equals(originals.get(`${renamed}`) ?? Buffer.of())).toBe(true);
  });

  it('all three commands are refused for another place than the service’s own', async () => {
    const data = ['--data', at('data')];
    for (const args of [['backup', at('other')], ['verify']]) {
      const without = await run([...args, ...data]);
      expect([without.code, without.stderr]).toEqual([
        2,
        expect.stringContaining('s3://photos/shop/'),
      ]);
      const elsewhere = await run([...args, ...data, '--objects', placeAt('blog')]);
      expect([elsewhere.code, elsewhere.stderr]).toEqual([
        2,
        expect.stringContaining('IMAGEWELL_OBJECTS'),
      ]);
    }
    expect((await run(['verify', ...data, '--objects', 'photos'])).stderr).toContain('s3://BUCKET');
  });

  it('a verify reads every original; a wrong key is a failure and never a lost original', async () => {
    const verify = ['verify', '--data', at('data')];
    const env = { ...store.env, IMAGEWELL_OBJECTS: placeAt('shop') };
    expect(await run(verify, env)).toMatchObject({
      code: 0,
      report: { images: originals.size, counts: {} },
    });
    const id = someId();
    const bytes = Buffer.from(originals.get(id) ?? []);
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    writeFileSync(originalIn('shop', id), bytes);
    expect(await run(verify, env)).toMatchObject({
      code: 7,
      report: { counts: { original_damaged: 1 } },
    });
    expect((await run([...verify, '--quick'], env)).report.counts).toEqual({});
    rmSync(originalIn('shop', id));
    expect((await run([...verify, '--quick'], env)).report.counts).toEqual({ original_missing: 1 });
    const wrong = await run(verify, { ...env, AWS_SECRET_ACCESS_KEY: 'other' });
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      expect.stringContaining('the secret key is wrong'),
    ]);
  });

  it('a repair brings originals back into the bucket, and removes those without a record', async () => {
    const orphan = originalIn('shop', `img_${'b'.repeat(26)}`);
    mkdirSync(join(orphan, '..'), { recursive: true });
    writeFileSync(orphan, 'x');
    utimesSync(orphan, DAYS_AGO, DAYS_AGO);
    const args = ['--data', at('data'), '--objects', placeAt('shop')];
    const repaired = await run(['verify', ...args, '--repair', '--from', at('backup')]);
    expect(repaired).toMatchObject({
      code: 0,
      report: { counts: { original_missing: 1, original_orphaned: 1 }, remaining: 0 },
    });
    expect(
      readFileSync(originalIn('shop', someId())).equals(originals.get(someId()) ?? Buffer.of()),
    ).toBe(true);
    expect((await run(['verify', ...args])).report.counts).toEqual({});
  });

  it('a verify lists a bucket page by page', async () => {
    const pages = join(store.folder, 'shop/foreign');
    mkdirSync(pages);
    for (let at = 0; at < 1_100; at += 1) writeFileSync(join(pages, `f${at}`), '');
    const { report } = await run([
      'verify',
      '--data',
      at('data'),
      '--objects',
      placeAt('shop'),
      '--quick',
    ]);
    expect(report.counts).toEqual({ file_unknown: 1_100 });
    rmSync(pages, { recursive: true });
  });

  it('a restore fills another bucket; one that was stopped is continued, and not served before', async () => {
    const read = readObjectsPlace(placeAt('restored'));
    if (!('value' in read)) throw new Error('no place');
    Object.assign(process.env, store.env);
    let stored = 0;
    const stopped = withBucket(read.value, (objects) =>
      restore(at('backup'), at('restored'), {
        mustCopy: false,
        skipsDamaged: false,
        tell: () => undefined,
        bucket: {
          place: read.value,
          objects: {
            ...objects,
            store: async (...args) => {
              stored += 1;
              if (stored > 2) throw new Error('stopped');
              return objects.store(...args);
            },
          },
        },
      }),
    );
    await expect(stopped).rejects.toThrow('stopped');
    for (const name of Object.keys(store.env)) delete process.env[name];
    await expect(start(at('restored'), 'restored')).rejects.toThrow('restore');
    const args = ['restore', at('backup'), '--data', at('restored')];
    const whole = await run([...args, '--objects', placeAt('restored')]);
    expect(whole).toMatchObject({ code: 0, report: { skipped: 0 } });
    expect(whole.report.kept).toBeGreaterThanOrEqual(2);
    await expectServed(await start(at('restored'), 'restored'));
    const checked = ['verify', '--data', at('restored'), '--objects', placeAt('restored')];
    expect(await run(checked)).toMatchObject({ code: 0, report: { counts: {} } });
  });

  it('a bucket that outlived its data folder stays unchanged, but for its lost files', async () => {
    rmSync(originalIn('shop', someId()));
    const args = ['restore', at('backup'), '--data', at('second'), '--objects', placeAt('shop')];
    const { report } = await run(args);
    expect(report.copied - 2).toBeLessThanOrEqual(3); // the lost one, and the files of records
    expect(report.kept).toBeGreaterThanOrEqual(originals.size - 1);
    await expectServed(await start(at('second'), 'shop'));
  });

  it('a backup moves a service from a bucket to a folder, and back', async () => {
    expect(await run(['restore', at('backup'), '--data', at('folder')])).toMatchObject({ code: 0 });
    const service = await start(at('folder'));
    await expectServed(service);
    await service.stop();
    expect(await run(['backup', at('back'), '--data', at('folder')])).toMatchObject({ code: 0 });
    const args = ['restore', at('back'), '--data', at('moved'), '--objects', placeAt('moved')];
    expect(await run(args)).toMatchObject({ code: 0 });
    await expectServed(await start(at('moved'), 'moved'));
  });
});
