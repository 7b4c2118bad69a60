import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { BrokenImageError, type ImageEngine } from '../../../../core/ports/images/image-engine.ts';
import { createHandler } from '../../../../lambdas/api/api-key-calls.ts';
import { makeApiEvent } from '../../../support/http/api-event.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  makeContext,
  makeServices,
  type TestServices,
} from '../../../support/stores/make-services.ts';
import { renderForACrowd } from '../../../support/stores/render-for-a-crowd.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
let test: TestServices;
let encodes = 0;
let imageId: string;

/** The same services, their engine's rendering replaced. */
function withRender(render: ImageEngine['render']): TestServices {
  const { services } = test;
  const imageEngine = async () => ({ ...(await services.imageEngine()), render });
  return { ...test, services: { ...services, imageEngine } };
}

beforeEach(async () => {
  test = await makeServices();
  const engine = await test.services.imageEngine();
  encodes = 0;
  test = withRender(async (original, transformation) => {
    encodes += 1;
    return engine.render(original, transformation);
  });
  imageId = await storeImage(test, await drawJpeg(300, 200));
});
afterEach(() => test.remove());

async function getUsage(body: object = {}) {
  const headers = { 'x-api-key': test.credentials.apiKey, 'content-type': 'application/json' };
  const event = makeApiEvent(ENDPOINTS.getUsage, { headers, body: JSON.stringify(body) });
  const answer = await createHandler(test.services)(event, makeContext());
  return { status: answer.statusCode, json: JSON.parse(answer.body) };
}
const transformations = async () => (await getUsage()).json.transformations.used;

describe('get-usage', () => {
  it('shows the usage of each limit, and the end of the month (calls.get-usage)', async () => {
    await deliver(test, `/res/${imageId}.webp?width=20`);
    expect((await getUsage({ projectId: test.credentials.projectId })).json).toEqual({
      month: '2026-11',
      resetsAt: '2026-12-01T00:00:00.000Z',
      images: { used: 1, limit: 50 },
      transformations: { used: 1, limit: 100 },
      bandwidthBytes: { used: 0, limit: 1_000_000_000 },
      imagesRefusedUntil: null,
      topImages: [],
    });
    test.setClock(Date.UTC(2026, 11, 31, 23));
    const later = (await getUsage()).json;
    expect([later.month, later.resetsAt]).toEqual(['2026-12', '2027-01-01T00:00:00.000Z']);
    expect([later.images.used, later.transformations.used]).toEqual([1, 0]);
  });

  it('knows no other project, and refuses an ID that is no text (security.foreign-as-unknown)', async () => {
    const other = await getUsage({ projectId: `prj_${'a'.repeat(26)}` });
    expect([other.status, other.json.code]).toEqual([404, 'project_not_found']);
    const wrong = await getUsage({ projectId: 1, more: 2 });
    expect([wrong.status, wrong.json.errors.length]).toEqual([400, 2]);
  });
});

describe('the cost of a rendition', () => {
  it('one encode, one unit and one answer, of a hundred concurrent requests for the same result (quotas.transformations, performance.one-encode, transformations.rendition-key)', async () => {
    const ways = [
      `webp?width=30&height=20&utm=`,
      `WEBP?height=20&width=30&fit=cover&a=`,
      `webp?dpr=2&width=15&b=`,
      `webp?width=30&quality=79&position=top&c=`,
    ];
    const crowd = renderForACrowd(test.services, 100);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        deliver({ ...test, ...crowd }, `/res/${imageId}.${ways[at % ways.length]}${at}`),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
    expect(new Set(answers.map(({ bytes }) => bytes.toString('latin1'))).size).toBe(1);
    expect([crowd.renders(), await transformations()]).toEqual([1, 1]);
  });

  it('nothing where it failed, and nothing more when the retry succeeds (quotas.failed-renditions)', async () => {
    const path = `/res/${imageId}.webp?width=31`;
    for (const cause of [new BrokenImageError('cut'), new Error('out of memory')]) {
      const broken = withRender(() => Promise.reject(cause));
      expect((await deliver(broken, path)).status).toBeGreaterThanOrEqual(422);
      expect(await transformations()).toBe(0);
    }
    expect((await deliver(test, path)).status).toBe(200);
    expect(await transformations()).toBe(1);
  });

  it('none if its maker was killed, and one if the next takes the expired lease over (quotas.failed-renditions)', async () => {
    const path = `/res/${imageId}.webp?width=32`;
    let begun = 0;
    const killed = withRender(() => {
      begun += 1;
      return new Promise(() => undefined);
    });
    void deliver(killed, path);
    await expect.poll(() => begun).toBe(1);
    expect(await transformations()).toBe(0);
    test.setClock(NOON + LIMITS.renditionLeaseMs);
    expect((await deliver(test, path)).status).toBe(200);
    expect([encodes, await transformations()]).toEqual([1, 1]);
  });
});
