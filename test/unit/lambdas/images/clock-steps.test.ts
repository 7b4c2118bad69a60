import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS, type EndpointName } from '../../../../core/api/endpoints.ts';
import { createHandler as createSweep } from '../../../../lambdas/background/sweep-temporary-images.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { makeUsers, type TestUsers } from '../../../support/http/call-as.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { withPlan } from '../../../support/stores/make-services.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The last minute of a month. */
const NOW = Date.UTC(2026, 10, 30, 23, 59, 30);
/** Back by a correction, by a resumed machine, over one month end and over two; and forward. */
const STEPS = [-1_000, -HOUR, -DAY, -31 * DAY, 60_000, 31 * DAY];
const FREE = { name: 'small', maxImages: 9, maxTransformationsPerMonth: 2 } as const;

let test: TestUsers;
let image: Buffer;
beforeEach(async () => {
  test = await makeUsers({ hasRateLimits: true });
  test.setClock(NOW);
  image = await drawJpeg(40, 40);
});
afterEach(() => test.remove());

const call = (name: EndpointName, body: object | Buffer, apiKey = test.credentials.apiKey) =>
  callAny(test.services, ENDPOINTS[name], {
    headers: { 'x-api-key': apiKey, ...(Buffer.isBuffer(body) ? JPEG : {}) },
    body,
    uploadKey: test.credentials.uploadKey,
  });
const JPEG = { 'content-type': 'image/jpeg' };
const statusOf = async (path: string) => (await deliver(test, path)).status;

/** A key of ann's project, and its text. */
async function makeKey() {
  const projectId = await test.projectOf('ann');
  const { json } = await test.call('ann', 'createApiKey', { projectId, name: 'x' });
  return { projectId, keyId: json.key.keyId as string, apiKey: json.apiKey as string };
}
const opens = async (apiKey: string) => (await call('getUsage', {}, apiKey)).status;

describe.each(STEPS)('a clock that steps by %i ms in a run', (step) => {
  it('brings back no deleted image, swept upload, or revoked or replaced key (errors.clock-steps)', async () => {
    const imageId = await storeImage(test, image);
    await call('deleteImage', { imageId });
    const [revoked, replaced] = [await makeKey(), await makeKey()];
    await test.call('ann', 'revokeApiKey', { ...revoked, apiKey: undefined });
    const rotation = { projectId: replaced.projectId, keyId: replaced.keyId, overlapHours: 0 };
    const rotated = await test.call('ann', 'rotateApiKey', rotation);
    const { temporaryImageUrl } = (await call('uploadTemporaryImage', image)).json;
    test.setClock(NOW + DAY + 20_000);
    expect(await createSweep(test.services)()).toEqual({ swept: 1 });
    test.setClock(NOW + step);
    expect(await statusOf(`/res/${imageId}.jpg`)).toBe(404);
    expect(await statusOf(new URL(temporaryImageUrl).pathname)).toBe(404);
    expect(await opens(revoked.apiKey)).toBe(401);
    expect(await opens(replaced.apiKey)).toBe(401);
    expect(await opens(rotated.json.apiKey)).toBe(200);
  });

  it('keeps each acknowledged record, and each month its own exact count (errors.clock-steps, quotas.transformations)', async () => {
    const imageId = await storeImage(test, image);
    const planned = withPlan(test, () => ({
      ...FREE,
      maxBandwidthBytesPerMonth: null,
      maxProjects: 1,
    }));
    const rendered = async (width: number) =>
      (await deliver(planned, `/res/${imageId}.png?width=${width}`)).status;
    await call('updateImageMetadata', { imageUrl: imageId, add: { before: 'yes' } });
    expect([await rendered(30), await rendered(31), await rendered(32)]).toEqual([200, 200, 429]);
    const month = (at: number) => new Date(at).toISOString().slice(0, 7);
    const isOtherMonth = month(NOW + step) !== month(NOW);
    test.setClock(NOW + step);
    const { json } = await call('getImage', { imageId });
    expect(json.metadata).toEqual({ before: 'yes' });
    expect(await rendered(30)).toBe(200);
    const other = [await rendered(33), await rendered(34), await rendered(35)];
    expect(other).toEqual(isOtherMonth ? [200, 200, 429] : [429, 429, 429]);
    test.setClock(NOW);
    expect(await rendered(36)).toBe(429);
  });
});

describe.each([-DAY, 60_000])('a clock that steps by %i ms in a run', (step) => {
  it('leaves no rate limit longer than its minute, and each Retry-After within it (errors.clock-steps, uploads.rate-limit)', async () => {
    const upload = () => call('uploadTemporaryImage', image);
    const untilLimited = async () => {
      for (let sent = 0; sent <= 20; sent += 1) {
        const { status, headers } = await upload();
        if (status === 429) return { sent, wait: Number(headers['Retry-After']) };
      }
      throw new Error('never limited');
    };
    for (const now of [NOW, NOW + step]) {
      test.setClock(now);
      const { wait } = await untilLimited();
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
      test.setClock(now + wait * 1000);
      expect((await upload()).status).toBe(200);
    }
  });
});
