import { createHash } from 'node:crypto';
import { rm, stat, truncate } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reservePath } from '../../../../adapters/folder/disk/reserve.ts';
import { issueToken } from '../../../../local/identity-provider/issue-token.ts';
import { mountSmallDisk, type SmallDisk } from '../../../support/disk/small-disk.ts';
import { type Client, createClient } from '../../../support/http/client.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { lacks } from '../../../support/needs/needs.ts';
import { type StartedService, startService } from '../../../support/service/start-service.ts';
import { createDirectUploads, sendForm } from '../../../support/stores/direct-upload.ts';

const DISK_BYTES = 24_000_000;
const EMAIL = 'somebody@example.com';
const PATIENCE = { interval: 200 };

const mounted = lacks('mount') ? undefined : mountSmallDisk(DISK_BYTES);

describe.skipIf(!mounted)('a disk that is really full', () => {
  const disk = mounted as SmallDisk;
  let service: StartedService;
  let client: Client;
  let image: Buffer;
  /** Saved images and the digest of each. */
  const kept = new Map<string, string>();
  let unsaved: string;

  const start = async () => {
    service = await startService(disk.dataDir);
    client = createClient(service);
  };
  const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const get = (id: string, query = '') => client.get(`/res/${id}.jpg${query}`);
  const expectAllKept = async () => {
    for (const [id, digest] of kept) {
      const { status, bytes } = await get(id);
      expect([status, sha(bytes)]).toEqual([200, digest]);
    }
  };
  const expectFull = ({ status, headers, json }: Awaited<ReturnType<Client['call']>>) => {
    expect([status, json.code]).toEqual([507, 'storage_full']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  };
  const deleteOne = async () => {
    const [id = ''] = kept.keys();
    expect((await client.call('delete-image', { imageId: id })).status).toBe(200);
    kept.delete(id);
    disk.fill(); // another program takes the space that is freed for one
    await expect.poll(async () => (await get(id)).status, PATIENCE).toBe(404);
  };
  const callAsPerson = async (name: string) => {
    const headers = {
      Authorization: `Bearer ${await issueToken(disk.dataDir, EMAIL)}`,
      'Content-Type': 'application/json',
    };
    return client.request(`/api/v1/${name}`, { method: 'POST', headers, body: '{}' });
  };

  beforeAll(async () => {
    await start();
    image = await drawJpeg(400, 300);
    for (let count = 0; count < 12; count += 1) {
      const { imageId } = await client.store(image);
      kept.set(imageId, sha((await get(imageId)).bytes));
      expect((await client.get(`/res/${imageId}.png?width=380`)).status).toBe(200);
    }
    unsaved = (await client.upload(image)).json.temporaryImageUrl;
    expect((await callAsPerson('get-account')).status).toBe(200);
    disk.fill();
  });
  afterAll(async () => {
    await service.stop('SIGKILL');
    disk.remove();
  });

  it('reads still work: images, stored renditions and new ones, lists, a user’s calls', async () => {
    await expectAllKept();
    const [id = ''] = kept.keys();
    expect((await client.get(`/res/${id}.png?width=380`)).status).toBe(200);
    expect((await get(id, '?width=41')).status).toBe(200);
    expect((await client.call('list-images', {})).json.images).toHaveLength(kept.size);
    expect((await callAsPerson('get-account')).status).toBe(200);
  });

  it('a call that adds is 507 storage_full, with when to come again', async () => {
    expectFull(await client.upload(image));
    const direct = createDirectUploads(service);
    const ask = { contentType: 'image/jpeg', bytes: image.length, originalFilename: 'a.jpg' };
    // a record that fits into what SQLite's log holds already needs no room: then it is written
    // whole
    const requested = await direct.ask(ask);
    if (requested.status !== 200) expectFull(requested);
  });

  it('deletions work, also while another program takes the freed space', async () => {
    for (let count = 0; count < 4; count += 1) await deleteOne();
    await expectAllKept();
  });

  it('a call that adds is refused while the room for deletions is not whole', async () => {
    // as a deletion leaves it that needed some of it, all of which another program took
    const { size } = await stat(reservePath(disk.dataDir));
    await truncate(reservePath(disk.dataDir), size - 65_536);
    disk.fill();
    expectFull(await client.upload(image));
    expectFull(await client.call('save-temporary-image', { temporaryImageUrl: unsaved }));
  });

  it('a start on it comes up, serves and deletes, after a kill and after a stop (security.full-disk)', async () => {
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      await service.stop(signal);
      disk.fill();
      await start();
      disk.fill(); // a start brings the log of SQLite into the database, which frees some room
      await expectAllKept();
      expectFull(await client.upload(image));
      expect((await callAsPerson('get-account')).status).toBe(200);
      await deleteOne();
    }
  });

  it('a start without any reserve left takes its space from renditions, which are made again', async () => {
    await service.stop();
    await rm(reservePath(disk.dataDir), { force: true });
    disk.fill();
    await start();
    await expect.poll(service.output, PATIENCE).toContain('imagewell: the disk is full');
    await expectAllKept();
    for (const id of kept.keys()) {
      expect((await client.get(`/res/${id}.png?width=380`)).status).toBe(200);
    }
    await deleteOne();
  });

  it('with room again everything is there, and can be added', async () => {
    disk.empty();
    await expectAllKept();
    const saved = await client.call('save-temporary-image', { temporaryImageUrl: unsaved });
    expect(saved.status).toBe(200);
    const { imageId } = await client.store(image);
    expect((await get(imageId, '?width=50')).status).toBe(200);
    let form = await createDirectUploads(service).form(image.length);
    // the service frees some space automatically, when SQLite's log is written to the database
    const sendToFullDisk = async () => {
      disk.empty();
      form = await createDirectUploads(service).form(image.length);
      disk.fill();
      return sendForm(form, image);
    };
    const refusal = { status: 503, code: 'ServiceUnavailable' };
    await expect.poll(sendToFullDisk, PATIENCE).toMatchObject(refusal);
    disk.empty();
    expect((await sendForm(form, image)).status).toBe(204);
  });
});
