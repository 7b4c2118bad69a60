import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../support/http/client.ts';
import { drawJpeg } from '../../support/images/draw.ts';
import { lacks } from '../../support/needs/needs.ts';
import { type ObjectStoreServer, startObjectStore } from '../../support/objects/versitygw.ts';
import {
  makeDataFolder,
  type StartedService,
  startServiceWith,
} from '../../support/service/start-service.ts';

// the object store is written in it
const isThere = !lacks('go');

let store: ObjectStoreServer;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let place: string;
beforeAll(async () => {
  if (!isThere) return;
  store = await startObjectStore();
  folder = await makeDataFolder();
  place = `s3://${store.bucket}?endpoint=${store.endpoint}&prefix=shop`;
});
afterEach(() => Promise.all(services.splice(0).map((service) => service.stop('SIGKILL'))));
afterAll(async () => {
  if (!isThere) return;
  await store.stop();
  await folder.remove();
});

const services: StartedService[] = [];
const start = async (objects = place, env = store.env, dataDir = folder.path) => {
  const service = await startServiceWith({ ...env }, dataDir, '--objects', objects);
  services.push(service);
  return service;
};
/** The message of a start that is refused. */
const startInVain = (...args: Parameters<typeof start>) =>
  start(...args).then(
    async (service: StartedService) => {
      await service.stop();
      return 'started';
    },
    (error: Error) => error.message,
  );
const namesIn = (path: string) => (existsSync(path) ? readdirSync(path) : []);

describe.skipIf(!isThere)('image files in an S3-compatible store (local.objects)', () => {
  it('are uploaded, saved, resized, there after a restart, and deleted (local.objects)', async () => {
    const first = await start();
    const client = createClient(first);
    const jpeg = await drawJpeg(300, 200);
    const { imageId } = await client.store(jpeg);
    const small = await client.get(`/res/${imageId}.webp?width=40`);
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(namesIn(join(store.folder, 'shop', imageId))).toEqual(['original']);
    expect(namesIn(join(store.folder, 'shop/renditions'))).toEqual([imageId]);
    expect(namesIn(join(folder.path, 'objects'))).toEqual([]);
    expect((await client.get('/readyz')).status).toBe(200);
    await first.stop();
    const second = await start();
    const again = createClient(second);
    const original = await again.get(`/res/${imageId}.jpg`);
    expect(original.status).toBe(200);
    expect((await again.get(`/res/${imageId}.webp?width=40`)).bytes).toEqual(small.bytes);
    expect((await again.call('delete-image', { imageId })).status).toBe(200);
    await expect.poll(() => namesIn(join(store.folder, 'shop', imageId))).toEqual([]);
    await expect.poll(() => namesIn(join(store.folder, 'shop/renditions', imageId))).toEqual([]);
    await second.stop();
  });

  it('are refused with one sentence where the bucket, the credentials or the store are wrong', async () => {
    const other = await makeDataFolder();
    const said = (objects: string, env = store.env) => startInVain(objects, env, other.path);
    const at = `endpoint=${store.endpoint}`;
    expect(await said(`s3://nowhere?${at}`)).toContain(
      'cannot be used: the bucket does not exist.',
    );
    const wrong = { ...store.env, AWS_SECRET_ACCESS_KEY: 'other' };
    expect(await said(`s3://photos?${at}`, wrong)).toContain('the secret key is wrong');
    expect(await said('s3://photos?endpoint=http://127.0.0.1:9')).toContain('no answer (ECONN');
    await other.remove();
  });

  it('are looked for where they are: a start with another place is refused', async () => {
    const elsewhere = await startInVain(`${place}/other`);
    expect(elsewhere).toContain('start with the same --objects');
    const inFolder = startServiceWith({}, folder.path);
    await expect(inFolder).rejects.toThrow(/the image files of \S+ are in s3:\/\/photos\/shop\//);
    const own = await makeDataFolder();
    const service = await startServiceWith({}, own.path);
    await createClient(service).store(await drawJpeg());
    await service.stop();
    expect(await startInVain(place, store.env, own.path)).toContain('has image files of its own');
    await own.remove();
  });
});
