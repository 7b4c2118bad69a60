import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient } from '../../../support/http/client.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../../../support/service/start-service.ts';

const tally = (values: readonly (string | number)[]) => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let service: StartedService;
let client: Client;
let image: Buffer;
const restart = async (...options: string[]) => {
  await service?.stop();
  service = await startService(folder.path, ...options);
  client = createClient(service);
};

beforeAll(async () => {
  folder = await makeDataFolder();
  image = await drawJpeg(64, 48);
  await restart();
});
afterAll(async () => {
  await service.stop();
  await folder.remove();
});

describe('the Free plan', () => {
  it('holds exactly 50 images under 80 parallel saves, and a delete frees a place immediately (quotas.images)', async () => {
    const uploads = await Promise.all(Array.from({ length: 80 }, () => client.upload(image)));
    const saves = await Promise.all(
      uploads.map(({ json }) =>
        client.call('save-temporary-image', { temporaryImageUrl: json.temporaryImageUrl }),
      ),
    );
    expect(tally(saves.map((save) => save.json.code ?? save.status))).toEqual({
      200: 50,
      image_quota_exceeded: 30,
    });
    const refusedAt = saves.findIndex((save) => save.status === 403);
    const savedAt = saves.findIndex((save) => save.status === 200);
    const refused = { temporaryImageUrl: uploads[refusedAt]?.json.temporaryImageUrl };
    await client.call('delete-image', { imageId: saves[savedAt]?.json.imageId });
    expect((await client.call('save-temporary-image', refused)).status).toBe(200);
    expect((await client.upload(image)).status).toBe(200);
  });

  it('makes exactly 100 renditions under a flood of sizes, and still serves them and plain images (quotas.transformations, quotas.over-limit, errors.too-many-requests)', async () => {
    await restart('--plan', 'unlimited');
    const { imageId } = await client.store(await drawJpeg(400, 300));
    await restart();
    const paths = Array.from({ length: 300 }, (_, at) => `/res/${imageId}.jpg?width=${at + 20}`);
    const answers: Awaited<ReturnType<Client['get']>>[] = [];
    for (let at = 0; at < paths.length; at += 30) {
      const some = paths.slice(at, at + 30).map((path) => client.get(path));
      answers.push(...(await Promise.all(some)));
    }
    expect(tally(answers.map((answer) => answer.status))).toEqual({ 200: 100, 429: 200 });
    const refused = answers.find((answer) => answer.status === 429);
    expect(refused?.json.code).toBe('transformation_quota_exceeded');
    expect(refused?.headers.get('cache-control')).toBe('no-store');
    const wait = Number(refused?.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(31 * 86_400);
    await restart();
    const served = paths.filter((_, at) => answers[at]?.status === 200);
    for (const path of served) expect((await client.get(path)).status).toBe(200);
    expect((await client.get(`/res/${imageId}.jpg`)).status).toBe(200);
    expect((await client.get(`/res/${imageId}.jpg?width=11`)).status).toBe(429);
  });

  it('--plan unlimited lifts it for one start (local.plan-option, quotas.transformations)', async () => {
    await restart('--plan', 'unlimited');
    const { imageId } = await client.store(image);
    expect((await client.get(`/res/${imageId}.jpg?width=13`)).status).toBe(200);
  });
});

describe('upload limits', () => {
  it('20 uploads a minute, only with --rate-limits (uploads.rate-limit, errors.too-many-requests)', async () => {
    await restart('--rate-limits');
    const answers = await Promise.all(Array.from({ length: 25 }, () => client.upload(image)));
    const counts = tally(answers.map((answer) => answer.json.code ?? answer.status));
    // the minute may turn in between, which lets more in, never fewer
    expect(counts[200]).toBeGreaterThanOrEqual(20);
    const refused = answers.find((answer) => answer.status === 429);
    if (counts[200] === 20) expect(refused?.json.code).toBe('rate_limited');
    for (const answer of answers.filter(({ status }) => status === 429)) {
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
  });

  it('200 temporary images that are neither saved nor ended (uploads.temporary-limits, errors.too-many-requests)', async () => {
    await restart('--plan', 'unlimited');
    let last = await client.upload(image);
    for (let count = 0; count < 210 && last.status === 200; count += 1) {
      last = await client.upload(image);
    }
    expect([last.status, last.json.code]).toEqual([429, 'upload_limit_exceeded']);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
