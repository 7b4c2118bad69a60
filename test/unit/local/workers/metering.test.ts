import { copyFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessLogsPath } from '../../../../local/data-folder/data-paths.ts';
import { type Client, createClient } from '../../../support/http/client.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../../../support/service/start-service.ts';

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let service: StartedService;
let client: Client;

async function start(): Promise<void> {
  service = await startService(folder.path);
  client = createClient(service);
}
beforeAll(async () => {
  folder = await makeDataFolder();
  await start();
});
afterAll(async () => {
  await service.stop();
  await folder.remove();
});

const used = async (): Promise<number> =>
  (await client.call('get-usage', {})).json.bandwidthBytes.used;
const logs = async () =>
  (await readdir(accessLogsPath(folder.path)).catch(() => [])).filter((candidate) =>
    /\.log$/.test(candidate),
  );
const settled = () => expect.poll(logs).toEqual([]);

describe('bandwidth on one machine', () => {
  it('is the bytes that the edge sent, head and body, of hits, misses, errors and responses without a body (quotas.bandwidth)', async () => {
    const { imageId } = await client.store(await drawJpeg(300, 200));
    const path = `/res/${imageId}.jpg`;
    const got = await Promise.all(Array.from({ length: 5 }, () => client.get(path)));
    const bodies = got.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const [head, wrong] = [
      await client.get(path, { method: 'HEAD' }),
      await client.get(`${path}?width=0`),
    ];
    expect([head.status, wrong.status]).toEqual([200, 400]);
    const least = bodies + wrong.bytes.length;
    const topImages = async () => (await client.call('get-usage', {})).json.topImages;
    const requests = async () => (await topImages())[0]?.requests;
    await expect.poll(requests).toBe(7); // in one log, or in several
    expect(await used()).toBeGreaterThan(least + 7 * 200);
    expect(await used()).toBeLessThan(least + 7 * 2_000);
    expect(await topImages()).toEqual([{ imageId, bandwidthBytes: await used(), requests: 7 }]);
  });

  it('of a log that is closed nothing is lost by a kill, and nothing counted twice (security.acknowledged-is-durable, quotas.bandwidth)', async () => {
    const { imageId } = await client.store(await drawJpeg(301, 200));
    await settled();
    const before = await used();
    const line = (bytes: number) =>
      `${new Date().toISOString().slice(0, 10)}\t12:00:00\tLOCAL\t${bytes}\t-\tGET\t-\t/res/${imageId}.jpg\t200\n`;
    const names = [1, 2, 3].map(
      (at) => `00000000000001-00000000-0000-4000-8000-00000000000${at}.log`,
    );
    const kept = join(folder.path, 'kept.log');
    await writeFile(kept, line(1000) + line(10_000).slice(0, 12));
    // killed as soon as one is counted, whatever has become of the others. Then all are reported
    // once more, as if it was killed before it could remove the file.
    for (const signal of ['SIGKILL', 'SIGKILL', 'SIGTERM'] as const) {
      for (const name of names) await copyFile(kept, join(accessLogsPath(folder.path), name));
      const left = async () => (await logs()).length;
      await expect.poll(left, { interval: 5 }).toBeLessThan(names.length);
      await service.stop(signal);
      await start();
      await settled();
    }
    expect((await used()) - before).toBe(3000);
  });

  it('a stop closes the log, and the next start counts it (local.graceful-stop)', async () => {
    const { imageId } = await client.store(await drawJpeg(302, 200));
    await settled();
    const before = await used();
    const { bytes } = await client.get(`/res/${imageId}.jpg`);
    await service.stop();
    await start();
    await expect.poll(used).toBeGreaterThan(before + bytes.length);
  });
});
