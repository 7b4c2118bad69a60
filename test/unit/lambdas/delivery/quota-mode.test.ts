import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { PLANS, type Plan } from '../../../../core/projects/plans.ts';
import type { SettingsChange } from '../../../../core/projects/read-settings.ts';
import type { PlannedRendition } from '../../../../core/use-cases/delivery/delivery.ts';
import type { RenditionPlan } from '../../../../core/use-cases/delivery/plan-delivery.ts';
import { orderRendition } from '../../../../core/use-cases/delivery/queue-rendition.ts';
import type { ServedImage } from '../../../../core/use-cases/delivery/served-image.ts';
import {
  createDefaultProject,
  storeDefaultProject,
} from '../../../../core/use-cases/projects/store-default-project.ts';
import { createHandler as createApiKeyCalls } from '../../../../lambdas/api/api-key-calls.ts';
import { createHandler as createSave } from '../../../../lambdas/api/save-temporary-image.ts';
import { createHandler as createUploadKeyCalls } from '../../../../lambdas/api/upload-key-calls.ts';
import { createHandler as createUpload } from '../../../../lambdas/api/upload-temporary-image.ts';
import { LOCAL_ACCOUNT_ID } from '../../../../local/data-folder/local-account.ts';
import { makeApiEvent } from '../../../support/http/api-event.ts';
import { deliver } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  makeContext,
  makeServices,
  type TestServices,
  withPlan,
} from '../../../support/stores/make-services.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;
let test: TestServices;
let image: Buffer;
let first: Keys;
let second: Keys;

type Keys = Pick<TestServices['credentials'], 'projectId' | 'apiKey' | 'uploadKey'>;
type Create = (services: TestServices['services']) => ReturnType<typeof createSave>;

/** Another project of the same account. */
async function addProject(): Promise<Keys> {
  const { services } = test;
  const defaultProject = createDefaultProject(services.randomBytes);
  const names = { accountId: LOCAL_ACCOUNT_ID, keyName: 'k', plan: PLANS.free };
  await storeDefaultProject(services, defaultProject, names);
  return defaultProject;
}

beforeEach(async () => {
  test = await makeServices();
  image = await drawJpeg(400, 300);
  first = test.credentials;
  second = await addProject();
});
afterEach(() => test.remove());

const LOGGING = { ...PLANS.free, mayExceedQuota: true };

/** From here on the account is on this plan. */
function setPlan(plan: Plan): void {
  test = withPlan(test, () => plan);
}

const change = (settings: SettingsChange, { projectId } = first) =>
  test.services.projects.changeSettings(projectId, settings);

async function upload({ uploadKey }: Keys) {
  const headers = { 'content-type': 'image/jpeg' };
  const of = { headers, body: image, uploadKey };
  const event = makeApiEvent(ENDPOINTS.uploadTemporaryImage, of);
  return JSON.parse((await createUpload(test.services)(event, makeContext())).body);
}

async function call(
  create: Create,
  name: 'saveTemporaryImage' | 'getUsage',
  keys: Keys,
  body = {},
) {
  const headers = { 'x-api-key': keys.apiKey, 'content-type': 'application/json' };
  const event = makeApiEvent(ENDPOINTS[name], { headers, body: JSON.stringify(body) });
  const answer = await create(test.services)(event, makeContext());
  return { status: answer.statusCode, headers: answer.headers, json: JSON.parse(answer.body) };
}

async function save(keys: Keys) {
  const { temporaryImageUrl } = await upload(keys);
  return call(createSave, 'saveTemporaryImage', keys, { temporaryImageUrl });
}
const getUsage = async (keys: Keys) =>
  (await call(createApiKeyCalls as Create, 'getUsage', keys)).json;

function tally(values: readonly (string | number)[]) {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
const overQuota = () => test.logged.filter((candidate) => candidate.includes('over quota'));

describe('two projects of one account', () => {
  it('share its 50 images exactly, under 80 parallel saves (quotas.images)', async () => {
    const saves = await Promise.all(
      Array.from({ length: 80 }, (_, at) => save(at % 2 ? first : second)),
    );
    const codes = tally(saves.map(({ status, json }) => json.code ?? status));
    expect(codes).toEqual({ 200: 50, image_quota_exceeded: 30 });
    const [firstUsage, secondUsage] = [await getUsage(first), await getUsage(second)];
    expect(firstUsage.images.used + secondUsage.images.used).toBe(50);
    expect(firstUsage.images.limit).toBe(50);
  });

  it('share its 100 transformations exactly, under a flood of sizes (quotas.transformations, quotas.over-limit)', async () => {
    const ids = [(await save(first)).json.imageId, (await save(second)).json.imageId];
    const answers = await Promise.all(
      Array.from({ length: 160 }, (_, at) =>
        deliver(test, `/res/${ids[at % 2]}.jpg?width=${at + 20}`),
      ),
    );
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 100, 429: 60 });
    const [firstUsage, secondUsage] = [await getUsage(first), await getUsage(second)];
    expect(firstUsage.transformations.used + secondUsage.transformations.used).toBe(100);
  });
});

describe('quotaMode log', () => {
  it('lets a project’s saves by, counts them and logs each that is over (quotas.log-mode, quotas.images)', async () => {
    setPlan(LOGGING);
    await change({ quotaMode: 'log' });
    const saves = await Promise.all(Array.from({ length: 53 }, () => save(first)));
    expect(tally(saves.map(({ status }) => status))).toEqual({ 200: 53 });
    expect((await getUsage(first)).images).toEqual({ used: 53, limit: 50 });
    expect(overQuota()).toHaveLength(3);
    expect(JSON.parse(overQuota()[0] ?? '')).toMatchObject({
      projectId: first.projectId,
      plan: 'free',
      quota: 'maxImages',
      limit: 50,
    });
    // its neighbour in the same account is held to the shared quota
    expect((await save(second)).json.code).toBe('image_quota_exceeded');
    await change({ quotaMode: 'enforce' });
    expect((await save(first)).json.code).toBe('image_quota_exceeded');
  });

  it('allows its new renditions, also in the background (quotas.log-mode, quotas.transformations, quotas.over-limit)', async () => {
    const { imageId } = (await save(first)).json;
    setPlan({ ...LOGGING, maxTransformationsPerMonth: 2 });
    const ask = (width: number) => deliver(test, `/res/${imageId}.jpg?width=${width}`);
    expect([(await ask(20)).status, (await ask(21)).status]).toEqual([200, 200]);
    expect((await ask(22)).code).toBe('transformation_quota_exceeded');
    await change({ quotaMode: 'log' });
    const all = await Promise.all([22, 23, 24].map(ask));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await getUsage(first)).transformations.used).toBe(5);
    expect(overQuota()).toHaveLength(3);
  });
});

describe('a plan that is not to be exceeded', () => {
  it('ends a mode that was set before: saves and renditions, those in the background too (quotas.log-mode)', async () => {
    setPlan({ ...LOGGING, maxImages: 1, maxTransformationsPerMonth: 1 });
    await change({ quotaMode: 'log' });
    const { imageId } = (await save(first)).json;
    expect((await save(first)).status).toBe(200);
    const ask = (query: string) => deliver(test, `/res/${imageId}.${query}`);
    expect([(await ask('jpg?width=20')).status, (await ask('jpg?width=21')).status]).toEqual([
      200, 200,
    ]);
    setPlan({ ...PLANS.free, maxImages: 1, maxTransformationsPerMonth: 1 });
    const logged = overQuota().length;
    expect((await save(first)).json.code).toBe('image_quota_exceeded');
    expect((await ask('jpg?width=22')).code).toBe('transformation_quota_exceeded');
    expect((await ask('jpg?width=21')).status).toBe(200);
    expect(overQuota()).toHaveLength(logged);
    expect((await test.services.projects.getOpenProject(first.projectId))?.settings.quotaMode).toBe(
      'log',
    );
  });

  it('orders no rendition in the background beyond itself (quotas.log-mode)', async () => {
    const { imageId } = (await save(first)).json;
    const { id, projectId, generation } = {
      id: imageId,
      projectId: first.projectId,
      generation: 0,
    };
    const image = { id, projectId, generation } as unknown as ServedImage;
    const plan = { key: 'k.avif', format: 'avif', parameters: {} } as unknown as RenditionPlan;
    await change({ quotaMode: 'log' });
    const project = await test.services.projects.getOpenProject(projectId);
    const order = (accountPlan: Plan) =>
      orderRendition(test.services, { image, plan, project, accountPlan } as PlannedRendition);
    await order({ ...PLANS.free, maxTransformationsPerMonth: 0 });
    expect(test.queued).toHaveLength(0);
    await order({ ...LOGGING, maxTransformationsPerMonth: 0 });
    expect(test.queued).toHaveLength(1);
  });
});

describe('the end of a month', () => {
  it('is 23:59:59.999 UTC: a rendition before it waits a second, one after it is the new month’s (quotas.month)', async () => {
    const { imageId } = (await save(first)).json;
    const { getProject } = test.services.projects;
    const plan = { ...PLANS.free, maxTransformationsPerMonth: 1 };
    const getFirstProject: typeof getProject = async (id) => {
      const project = await getProject(id);
      return project && { ...project, plan };
    };
    const services = {
      ...test.services,
      projects: {
        ...test.services.projects,
        getProject: getFirstProject,
        getPlan: async () => plan,
      },
    };
    const ask = (width: number) => deliver({ services }, `/res/${imageId}.jpg?width=${width}`);
    const end = Date.UTC(2026, 11, 1);
    expect((await ask(20)).status).toBe(200);
    for (const [before, seconds] of [
      [1, '1'],
      [1000, '1'],
      [1001, '2'],
      [HOUR, '3600'],
    ] as const) {
      test.setClock(end - before);
      const { status, headers } = await ask(21);
      expect([status, headers['Retry-After'] ?? headers['retry-after']]).toEqual([429, seconds]);
    }
    expect(await getUsage(first)).toMatchObject({
      month: '2026-11',
      resetsAt: '2026-12-01T00:00:00.000Z',
      transformations: { used: 1 },
    });
    test.setClock(end);
    expect(await getUsage(first)).toMatchObject({
      month: '2026-12',
      resetsAt: '2027-01-01T00:00:00.000Z',
      transformations: { used: 0 },
    });
    expect((await ask(21)).status).toBe(200);
    expect((await ask(22)).status).toBe(429);
    expect((await getUsage(first)).transformations.used).toBe(1);
  });
});

describe('temporaryLifeHours', () => {
  it.each([1, 168])(
    '%i hours are the life of each image that is uploaded later, to the millisecond (temporary.lifetime)',
    async (hours) => {
      const before = await upload(first);
      await change({ temporaryLifeHours: hours });
      const { temporaryImageUrl, expiresAt } = await upload(first);
      expect(Date.parse(before.expiresAt)).toBe(NOON + 24 * HOUR);
      expect(Date.parse(expiresAt)).toBe(NOON + hours * HOUR);
      const path = new URL(temporaryImageUrl).pathname;
      const body = { temporaryImageUrl };
      test.setClock(NOON + hours * HOUR - 1);
      const last = await deliver(test, path);
      expect([last.status, last.headers['cache-control']]).toEqual([
        200,
        expect.stringMatching(/max-age=0\b/),
      ]);
      test.setClock(NOON + hours * HOUR);
      expect((await deliver(test, path)).status).toBe(404);
      const late = await call(createSave, 'saveTemporaryImage', first, body);
      expect(late.json.code).toBe('temporary_image_expired');
    },
  );

  it('holds for a direct upload as well (temporary.lifetime, uploads.direct-result)', async () => {
    await change({ temporaryLifeHours: 2 });
    const body = JSON.stringify({ contentType: 'image/jpeg', bytes: 1000 });
    const headers = { 'content-type': 'application/json' };
    const event = makeApiEvent(ENDPOINTS.createDirectUpload, {
      headers,
      body,
      uploadKey: first.uploadKey,
    });
    const answer = await createUploadKeyCalls(test.services)(event, makeContext());
    expect(Date.parse(JSON.parse(answer.body).expiresAt)).toBe(NOON + 2 * HOUR);
  });
});
