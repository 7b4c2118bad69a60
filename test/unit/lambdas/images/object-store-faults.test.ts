import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ENDPOINTS, type EndpointName } from '../../../../core/api/endpoints.ts';
import { ServiceError } from '../../../../core/foundation/service-error.ts';
import type { ObjectStore } from '../../../../core/ports/images/object-store.ts';
import { createHandler as createPurge } from '../../../../lambdas/background/erase-images.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  makeServices,
  type TestServices,
  withPlan,
} from '../../../support/stores/make-services.ts';

/** More calls of the store than any request makes. */
const MAX_CALLS = 20;
/** Before the call, or after it was carried out: its answer is lost. */
const WAYS = ['slow down', 'lost answer'] as const;

let test: TestServices;
let image: Buffer;
let fault: { readonly way: (typeof WAYS)[number]; readonly at: number } | undefined;
let [calls, hits] = [0, 0];
const struck: Record<string, number> = {};

type Call = (...given: unknown[]) => Promise<unknown>;

function faulty(store: ObjectStore): ObjectStore {
  const wrap =
    (carryOut: Call): Call =>
    async (...given) => {
      const isStruck = fault?.at === calls;
      calls += 1;
      const busy = new ServiceError('busy', { headers: { 'Retry-After': '2' } });
      if (isStruck) hits += 1;
      if (isStruck && fault?.way === 'slow down') throw busy;
      const answer = await carryOut(...given);
      if (isStruck) throw busy;
      return answer;
    };
  const entries: readonly [string, Call][] = Object.entries(store);
  const wrapped = entries.map(([name, carryOut]) => [name, wrap(carryOut)] as const);
  return Object.fromEntries(wrapped) as unknown as ObjectStore;
}

beforeAll(async () => {
  const made = await makeServices();
  const objects = faulty(made.services.objects);
  test = withPlan({ ...made, services: { ...made.services, objects } });
  image = await drawJpeg(400, 300);
});
afterAll(() => {
  console.log('calls of the object store struck:', struck);
  return test.remove();
});

const call = (name: EndpointName, body: object | Buffer) => {
  const { apiKey, uploadKey } = test.credentials;
  const type = Buffer.isBuffer(body) ? { 'content-type': 'image/jpeg' } : {};
  const headers = { 'x-api-key': apiKey, ...type };
  return callAny(test.services, ENDPOINTS[name], { headers, body, uploadKey });
};
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const get = async (id: string, query = '') => deliver(test, `/res/${id}.jpg${query}`);

/** Strikes each call of the store that a request makes, in both ways; returns the answers. */
async function strikeEach<Prepared>(
  name: string,
  prepare: () => Promise<Prepared>,
  act: (prepared: Prepared) => Promise<{ status: number }>,
  check: (prepared: Prepared, status: number) => Promise<void>,
): Promise<void> {
  for (const way of WAYS) {
    for (let at = 0; at < MAX_CALLS; at += 1) {
      const prepared = await prepare();
      [calls, hits, fault] = [0, 0, { way, at }];
      const { status } = await act(prepared);
      fault = undefined;
      expect([200, 503], `${way} at ${at}`).toContain(status);
      await check(prepared, status);
      if (hits === 0) break;
      struck[name] = (struck[name] ?? 0) + 1;
    }
  }
  expect(struck[name]).toBeGreaterThanOrEqual(WAYS.length);
}

it('an upload that the object store fails is 503 or whole, and is done when it is repeated (errors.busy)', async () => {
  await strikeEach(
    'upload',
    async () => undefined,
    () => call('uploadTemporaryImage', image),
    async () => {
      const { status, json } = await call('uploadTemporaryImage', image);
      expect(status).toBe(200);
      const { temporaryImageUrl } = json;
      expect((await deliver(test, new URL(temporaryImageUrl).pathname)).status).toBe(200);
      const { imageId } = (await call('saveTemporaryImage', { temporaryImageUrl })).json;
      await call('deleteImage', { imageId });
    },
  );
});

it('a save that the object store fails is repeated into the same one image (errors.busy, security.saved-once)', async () => {
  await strikeEach(
    'save',
    async () => (await call('uploadTemporaryImage', image)).json.temporaryImageUrl as string,
    (temporaryImageUrl) => call('saveTemporaryImage', { temporaryImageUrl }),
    async (temporaryImageUrl) => {
      const ids = new Set<string>();
      for (let again = 0; again < 2; again += 1) {
        const { status, json } = await call('saveTemporaryImage', { temporaryImageUrl });
        expect(status).toBe(200);
        ids.add(json.imageId);
      }
      expect(ids.size).toBe(1);
      const [imageId = ''] = ids;
      expect((await get(imageId)).status).toBe(200);
      await call('deleteImage', { imageId });
    },
  );
});

it('an image and a rendition are 503 or whole while the object store fails, and never absent (errors.busy)', async () => {
  const imageId = await storeImage(test, image);
  const wanted = sha((await get(imageId)).bytes);
  let width = 20;
  const renditionOf = (query: string) => () => get(imageId, query);
  await strikeEach(
    'original',
    async () => undefined,
    renditionOf(''),
    async () => expect(sha((await get(imageId)).bytes)).toBe(wanted),
  );
  await strikeEach(
    'rendition',
    async () => {
      width += 1;
      return `?width=${width}&fit=fill`;
    },
    (query) => renditionOf(query)(),
    async (query) => expect((await get(imageId, query)).status).toBe(200),
  );
});

it('a deletion that the object store fails is finished by the next run (errors.busy, deletion.steps)', async () => {
  let now = Date.UTC(2026, 10, 21, 13);
  const run = (imageId: string) =>
    createPurge(test.services)({
      Records: [{ messageId: '1', body: JSON.stringify({ imageId }) }],
    } as never);
  await strikeEach(
    'deletion',
    async () => {
      const imageId = await storeImage(test, image);
      await get(imageId, '?width=20');
      expect((await call('deleteImage', { imageId })).status).toBe(200);
      now += 60_000;
      test.setClock(now);
      return imageId;
    },
    async (imageId) => {
      await run(imageId);
      return { status: 200 };
    },
    async (imageId) => {
      expect((await run(imageId)).batchItemFailures).toEqual([]);
      expect(await test.services.objects.get(`${imageId}/original`)).toBeUndefined();
      expect((await get(imageId)).status).toBe(404);
    },
  );
});
