import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FailingDisk, mountFailingDisk } from '../../../support/disk/failing-disk.ts';
import { type Client, createClient } from '../../../support/http/client.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { type StartedService, startService } from '../../../support/service/start-service.ts';
import { createDirectUploads, sendForm } from '../../../support/stores/direct-upload.ts';

const mounted = mountFailingDisk(64_000_000);

describe.skipIf(!mounted)('a disk that the kernel makes read-only in a run', () => {
  const disk = mounted as FailingDisk;
  let service: StartedService;
  let client: Client;
  let image: Buffer;
  let unsaved: string;
  let gone: string;
  /** Saved images and the digest of each. */
  const kept = new Map<string, string>();
  const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const get = (id: string, query = '') => client.get(`/res/${id}.jpg${query}`);
  const start = async () => {
    service = await startService(disk.dataDir);
    client = createClient(service);
  };
  const expectAllKept = async () => {
    for (const [id, digest] of kept) {
      const { status, bytes } = await get(id);
      expect([status, sha(bytes)]).toEqual([200, digest]);
    }
    expect((await client.call('list-images', {})).json.images).toHaveLength(kept.size);
    expect((await get(gone)).status).toBe(404);
  };
  let refusals = 0;
  const expectBusy = ({ status, headers, json }: Awaited<ReturnType<Client['call']>>) => {
    expect([status, json.code]).toEqual([503, 'busy']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    refusals += 1;
  };

  beforeAll(async () => {
    await start();
    image = await drawJpeg(400, 300);
    for (let count = 0; count < 3; count += 1) {
      const { imageId } = await client.store(image);
      kept.set(imageId, sha((await get(imageId)).bytes));
      expect((await client.get(`/res/${imageId}.png?width=380`)).status).toBe(200);
    }
    gone = (await client.store(image)).imageId;
    await client.call('delete-image', { imageId: gone });
    unsaved = (await client.upload(image)).json.temporaryImageUrl;
  });
  afterAll(async () => {
    await service.stop('SIGKILL');
    disk.remove();
  });

  it('serves its stored images, and refuses each write with 503 (security.full-disk)', async () => {
    const form = await createDirectUploads(service).form(image.length);
    disk.fail();
    await expectAllKept();
    const [id = ''] = kept.keys();
    expect((await client.get(`/res/${id}.png?width=380`)).status).toBe(200);
    expect((await get(id, '?width=41')).status).toBe(200); // made, and not stored
    expectBusy(await client.upload(image));
    expectBusy(await client.call('save-temporary-image', { temporaryImageUrl: unsaved }));
    expectBusy(await client.call('update-image-metadata', { imageUrl: id, add: { a: 'b' } }));
    expectBusy(await client.call('delete-image', { imageId: id }));
    expect(await sendForm(form, image)).toMatchObject({ status: 503, code: 'ServiceUnavailable' });
    await expectAllKept();
    console.log(`a read-only disk: ${refusals + 1} writes of 5 met it`);
    expect(refusals).toBe(4);
  });

  it('that is well again has all that was acknowledged, and takes more (security.full-disk)', async () => {
    await service.stop('SIGKILL');
    disk.repair();
    await start();
    await expectAllKept();
    const saved = await client.call('save-temporary-image', { temporaryImageUrl: unsaved });
    expect(saved.status).toBe(200);
    const [id = ''] = kept.keys();
    expect((await client.call('delete-image', { imageId: id })).status).toBe(200);
    await expect.poll(async () => (await get(id)).status).toBe(404);
  });

  it('ends a start on it with one sentence, and harms nothing (local.help)', async () => {
    const [, id = ''] = kept.keys();
    await service.stop('SIGKILL');
    disk.fail();
    await expect(startService(disk.dataDir)).rejects.toThrow(
      'is mounted read-only; mount it for writing',
    );
    disk.repair();
    await start();
    expect(sha((await get(id)).bytes)).toBe(kept.get(id));
  });
});
