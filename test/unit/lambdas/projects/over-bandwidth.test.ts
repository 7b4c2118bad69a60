import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccessLogFolder } from '../../../../adapters/folder/access-logs.ts';
import { monthEnd, PLANS, type Plan } from '../../../../core/projects/plans.ts';
import type { ProjectSettings } from '../../../../core/projects/project-settings.ts';
import { createHandler } from '../../../../lambdas/background/meter-access-logs.ts';
import { createAccessLog } from '../../../../local/cloudfront/access-log.ts';
import { accessLogsPath } from '../../../../local/data-folder/data-paths.ts';
import { callWith, makeUsers, type TestUsers } from '../../../support/http/call-as.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { type TestServices, withPlan } from '../../../support/stores/make-services.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const LIMIT = PLANS.free.maxBandwidthBytesPerMonth;
let users: TestUsers;
let test: TestServices;
let plan: Plan;
let projectId: string;
let imageId: string;
/** The projects that were purged, in order. */
let purged: string[];

const set = (settings: Partial<ProjectSettings>) =>
  test.services.projects.changeSettings(projectId, settings);
const get = (path = '.jpg', headers: string[] = []) =>
  deliver(test, `/res/${imageId}${path}`, headers);
const answerOf = async (path?: string) => {
  const { status, code } = await get(path);
  return code ?? status;
};

/** Meters a log of one answer of the image; the number of its messages that come again. */
async function send(bytes: number, now = NOON, services = test.services): Promise<number> {
  const folder = createAccessLogFolder(accessLogsPath(test.dataDir));
  const known = await folder.list();
  const log = createAccessLog(folder.add);
  const common = { method: 'GET', status: 200, resultType: 'Hit', requestId: 'r' } as const;
  log.write({ ...common, url: `/res/${imageId}.jpg`, bytes, now });
  await log.close();
  const [name = ''] = (await folder.list()).filter((one) => !known.includes(one));
  return meter(name, services);
}

async function meter(name: string, services = test.services): Promise<number> {
  const body = JSON.stringify({ Records: [{ s3: { object: { key: name, eTag: '' } } }] });
  const { batchItemFailures } = await createHandler(services)({
    Records: [{ messageId: '0', body }],
  } as never);
  return batchItemFailures.length;
}

beforeEach(async () => {
  users = await makeUsers();
  users.setClock(NOON);
  ({ projectId } = users.credentials);
  plan = PLANS.free;
  purged = [];
  const planned = withPlan(users, () => plan);
  const projectPurge = { purgeProject: async (id: string) => void purged.push(id) };
  test = { ...planned, services: { ...planned.services, projectPurge } };
  imageId = await storeImage(test, await drawJpeg(30, 20));
});
afterEach(() => users.remove());

describe('a project that refuses images above its bandwidth', () => {
  beforeEach(() => set({ overBandwidth: 'refuse' }));

  it('serves below the quota, and refuses from it on, with one purge (quotas.bandwidth-refusal)', async () => {
    await send(LIMIT - 1);
    expect([await answerOf(), purged]).toEqual([200, []]);
    await send(1);
    await send(1);
    expect(purged).toEqual([projectId]);
    const { status, code, headers } = await get();
    expect([status, code]).toEqual([429, 'bandwidth_quota_exceeded']);
    expect(headers).toMatchObject({
      'Retry-After': String((monthEnd(NOON) - NOON) / 1000),
      'Cache-Control': 'no-store',
    });
    // a change of the project purges by the tag
    expect(Object.entries(headers).flat().join()).toContain(projectId);
  });

  it('refuses originals, stored renditions and revalidations, and not a missing image (quotas.bandwidth-refusal)', async () => {
    const { headers } = await get('.webp?width=10');
    await send(LIMIT);
    expect(await answerOf('.webp?width=10')).toBe('bandwidth_quota_exceeded');
    const again = await get('.webp?width=10', ['If-None-Match', headers.etag ?? '']);
    expect(again.status).toBe(429);
    const head = await deliver(test, `/res/${imageId}.jpg`, [], {}, 'HEAD');
    expect(head.status).toBe(429);
    const unknown = imageId.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    expect((await deliver(test, `/res/${unknown}.jpg`)).code).toBe('image_not_found');
  });

  it('serves again with the next month, which starts at zero (quotas.bandwidth-refusal)', async () => {
    await send(LIMIT);
    users.setClock(monthEnd(NOON) - 1);
    expect(await answerOf()).toBe('bandwidth_quota_exceeded');
    users.setClock(monthEnd(NOON));
    expect(await answerOf()).toBe(200);
    await send(LIMIT, NOON); // a late log of the month before
    expect(await answerOf()).toBe(200);
    await send(LIMIT, monthEnd(NOON));
    expect(await answerOf()).toBe('bandwidth_quota_exceeded');
    expect(purged).toEqual([projectId, projectId]);
  });

  it('serves with a larger plan until that is used up, too (quotas.bandwidth-refusal)', async () => {
    await send(LIMIT);
    plan = { ...PLANS.free, maxBandwidthBytesPerMonth: LIMIT + 2 };
    expect(await answerOf()).toBe(200);
    await send(1);
    expect(await answerOf()).toBe(200);
    await send(1);
    expect(await answerOf()).toBe('bandwidth_quota_exceeded');
    plan = PLANS.unlimited;
    expect(await answerOf()).toBe(200);
  });

  it('serves by another choice from the next request on, and refuses again (quotas.bandwidth-refusal)', async () => {
    await send(LIMIT);
    await set({ overBandwidth: 'serve' });
    expect(await answerOf()).toBe(200);
    await set({ overBandwidth: 'refuse' });
    expect(await answerOf()).toBe('bandwidth_quota_exceeded');
  });

  it('refuses nothing where its quotas are only logged (quotas.log-mode)', async () => {
    plan = { ...PLANS.free, mayExceedQuota: true };
    await set({ quotaMode: 'log' });
    await send(LIMIT);
    expect([await answerOf(), purged]).toEqual([200, []]);
    await set({ quotaMode: 'enforce' });
    await send(1);
    expect(await answerOf()).toBe('bandwidth_quota_exceeded');
  });

  it('purges though a run ended between the note and the purge (quotas.bandwidth-refusal)', async () => {
    const broken = { purgeProject: () => Promise.reject(new Error('killed')) };
    expect(await send(LIMIT, NOON, { ...test.services, projectPurge: broken })).toBe(1);
    expect([await answerOf(), purged]).toEqual(['bandwidth_quota_exceeded', []]);
    const [name = ''] = await createAccessLogFolder(accessLogsPath(test.dataDir)).list();
    expect(await meter(name)).toBe(0);
    expect(purged).toEqual([projectId]);
    expect((await test.services.usage.ofAccount('acc_local', '2026-11')).bandwidthBytes).toBe(
      LIMIT,
    );
  });

  it('serves reviewers and thumbnails of members (quotas.bandwidth-refusal)', async () => {
    await users.giveRole('ann', projectId, 'editor');
    const { json } = await users.call('ann', 'getImage', { projectId, imageId });
    await set({ moderation: 'webhook' });
    const pendingId = await storeImage(test, await drawJpeg(31, 20));
    await send(LIMIT);
    const pending = await users.call('ann', 'getImage', { projectId, imageId: pendingId });
    for (const url of [json.thumbnailUrl, pending.json.review.previewUrl]) {
      const { status } = await deliver(test, url.slice(test.services.cdnUrl.length));
      expect(status).toBe(200);
    }
    expect(await answerOf()).toBe('bandwidth_quota_exceeded');
  });

  it('says until when, in get-usage (calls.get-usage)', async () => {
    const headers = { 'x-api-key': test.credentials.apiKey };
    const usage = async () =>
      (await callWith(test.services, 'getUsage', { headers, body: {} })).json;
    expect((await usage()).imagesRefusedUntil).toBeNull();
    await send(LIMIT);
    expect((await usage()).imagesRefusedUntil).toBe('2026-12-01T00:00:00.000Z');
    users.setClock(monthEnd(NOON));
    expect((await usage()).imagesRefusedUntil).toBeNull();
  });
});

describe('a project that chose nothing', () => {
  it('serves above its bandwidth, and is purged for nothing (quotas.bandwidth)', async () => {
    await send(LIMIT);
    expect([await answerOf(), purged]).toEqual([200, []]);
    expect(test.logged.join()).toContain('bandwidth over the plan');
  });

  it('refuses where its plan does, with the next log (quotas.bandwidth-refusal)', async () => {
    await send(LIMIT);
    plan = { ...PLANS.free, refusesOverBandwidth: true };
    expect(await answerOf()).toBe(200);
    await send(1);
    expect([await answerOf(), purged]).toEqual(['bandwidth_quota_exceeded', [projectId]]);
  });

  it('refuses from its choice on with the next log, which it may have above the quota (quotas.bandwidth-refusal)', async () => {
    await send(LIMIT + 1);
    await set({ overBandwidth: 'refuse' });
    expect(await answerOf()).toBe(200);
    await send(1);
    expect(await answerOf()).toBe('bandwidth_quota_exceeded');
  });
});
