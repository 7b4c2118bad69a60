import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createS3Client } from '../../adapters/s3/s3-client.ts';
import { openReadOnly } from '../../adapters/sqlite/backup/open-read-only.ts';
import { createSqliteTakedowns } from '../../adapters/sqlite/images/takedowns.ts';
import { createSqliteRecordReaders } from '../../adapters/sqlite/moving/record-readers.ts';
import { verifyData } from '../../admin/backup/verify-data.ts';
import { readStack } from '../../admin/read-stack.ts';
import { digestRecord, MOVED_KIND_NAMES } from '../../core/ports/moving/moved-kinds.ts';
import type { MovedRecord } from '../../core/ports/moving/moved-records.ts';
import { createSigningSecret } from '../../core/projects/signing-secrets.ts';
import type { Credentials } from '../../local/data-folder/data-folder.ts';
import { databasePath } from '../../local/data-folder/data-paths.ts';
import { openRecords } from '../../local/data-folder/open-records.ts';
import { createClient } from '../support/http/client.ts';
import { storeImage } from '../support/http/deliver.ts';
import { drawJpeg } from '../support/images/draw.ts';
import { type EndedCommand, killWhen, startCommand } from '../support/service/start-command.ts';
import { makeServices } from '../support/stores/make-services.ts';

const IMAGES = 48;
/** Objects in the target when a move is killed. */
const KILLED_AT = 6;
const {
  MOVE_STACK: stack = '',
  MOVE_BASE_URL: baseUrl = '',
  MOVE_CDN_URL: cdnUrl = '',
} = process.env;
if (!stack) console.warn('skipped: MOVE_STACK is not set; the part `move` of test:cloud sets it');

/** Runs `admin move`; kills it as soon as `isTime` says so. */
function runMove(
  args: readonly string[],
  isTime: () => Promise<boolean> | boolean = () => false,
): Promise<EndedCommand> {
  const command = startCommand(['admin', 'move', '--json', ...args]);
  return killWhen(command, { signal: 'SIGKILL', when: isTime });
}

const sha256Of = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
const originalsOf = (dataDir: string) => {
  const folder = join(dataDir, 'objects');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => name.startsWith('img_')).sort();
};

/** The digest of every record of a data folder, by kind. */
async function digestsOf(dataDir: string) {
  const db = openReadOnly(databasePath(dataDir));
  const readers = createSqliteRecordReaders(db);
  const found: Record<string, string[]> = {};
  for (const kind of MOVED_KIND_NAMES) {
    const digests: string[] = [];
    for await (const value of readers[kind]()) {
      digests.push(digestRecord({ kind, value } as MovedRecord));
    }
    found[kind] = digests.sort();
  }
  db.close();
  return found;
}

/** A stopped service's data folder with images, an erased one, a blocked one, and secrets. */
async function fillFolder(from: string): Promise<Credentials> {
  const test = await makeServices();
  test.setClock(Date.now());
  const ids: string[] = [];
  for (let at = 0; at < IMAGES; at += 1) {
    ids.push(await storeImage(test, await drawJpeg(60 + at, 40)));
  }
  const { projectId } = test.credentials;
  const { signingSecrets, projects } = test.services;
  await signingSecrets.addSecret(projectId, createSigningSecret(randomBytes, Date.now()));
  await projects.changeSettings(projectId, { presets: { small: 'width=20' } });
  cpSync(test.dataDir, from, { recursive: true });
  await test.remove();
  const db = openRecords(from);
  const blocked = ids.at(-1) as `img_${string}`;
  await createSqliteTakedowns(db).block(blocked, { reason: 'a report', takenDownAt: Date.now() });
  db.close();
  return test.credentials;
}

describe.skipIf(!stack)('a service moves from a data folder to a stack and back', () => {
  const root = mkdtempSync(join(tmpdir(), 'imagewell-move-'));
  const [from, back] = [join(root, 'from'), join(root, 'back')];
  const to = `stack:${stack}`;
  let credentials: Credentials;

  beforeAll(async () => {
    credentials = await fillFolder(from);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('counts with --dry-run, and changes nothing', async () => {
    const { code, stdout } = await runMove(['--from', from, '--to', to, '--dry-run']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ images: IMAGES, isDryRun: true });
  });

  it('to the stack: continues after a kill, and refuses the full stack then', async () => {
    const s3 = createS3Client({ forcePathStyle: true });
    const Bucket = (await readStack(stack)).output('OriginalsBucket');
    const isTime = async () => {
      const { KeyCount = 0 } = await s3.send(new ListObjectsV2Command({ Bucket }));
      return KeyCount >= KILLED_AT;
    };
    const killed = await runMove(['--from', from, '--to', to], isTime);
    expect(killed.signal).toBe('SIGKILL');
    const done = await runMove(['--from', from, '--to', to]);
    expect(done).toMatchObject({ code: 0 });
    const { originals } = JSON.parse(done.stdout);
    expect(originals).toMatchObject({ missing: 0, damaged: 0 });
    expect(originals.kept).toBeGreaterThanOrEqual(KILLED_AT);
    expect(originals.kept + originals.copied).toBe(IMAGES);
    const again = await runMove(['--from', from, '--to', to]);
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('has data') });
  });

  it('back to a new folder: continues after a kill; originals and records are equal', async () => {
    const isTime = () => originalsOf(back).length >= KILLED_AT;
    const killed = await runMove(['--from', to, '--to', back], isTime);
    expect(killed.signal).toBe('SIGKILL');
    const done = await runMove(['--from', to, '--to', back]);
    expect(done).toMatchObject({ code: 0 });
    const [before, after] = [originalsOf(from), originalsOf(back)];
    expect(after).toEqual(before);
    expect(after).toHaveLength(IMAGES);
    const sums = (dataDir: string) =>
      before.map((id) => sha256Of(join(dataDir, 'objects', id, 'original')));
    expect(sums(back)).toEqual(sums(from));
    expect(await digestsOf(back)).toEqual(await digestsOf(from));
    const silent = () => undefined;
    const report = await verifyData(back, { clock: Date.now, progress: silent, onFault: silent });
    expect(report).toMatchObject({ images: IMAGES, remaining: 0, counts: {} });
  });

  it('on the stack, addresses, keys and settings work as before', async () => {
    const client = createClient({ ...credentials, baseUrl, cdnUrl });
    const { json, status } = await client.call('list-images', { limit: 100 });
    expect(status).toBe(200);
    expect(json.images).toHaveLength(IMAGES);
    const [blocked] = json.images.filter((image: { takenDown?: object }) => image.takenDown);
    for (const { imageId } of json.images.slice(0, 5)) {
      const shown = await client.get(`/res/${imageId}.jpg`);
      if (imageId === blocked?.imageId) continue;
      expect(shown.status).toBe(200);
      const small = await client.get(`/res/${imageId}.webp?preset=small`);
      expect(small.headers.get('content-type')).toBe('image/webp');
    }
    expect((await client.get(`/res/${blocked.imageId}.jpg`)).status).toBe(404);
    const stored = await client.store(await drawJpeg(70, 50));
    expect((await client.get(stored.imageUrl)).status).toBe(200);
  });
});
