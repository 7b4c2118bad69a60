import type { Writable } from 'node:stream';
import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { ServiceError } from '../../../../core/foundation/service-error.ts';
import { RENDITION_VERSION } from '../../../../core/images/object-keys.ts';
import type { ImageEngine } from '../../../../core/ports/images/image-engine.ts';
import type { RenditionClaim } from '../../../../core/ports/images/rendition-store.ts';
import type { Services } from '../../../../core/ports/services.ts';
import { createHandler as createDelete } from '../../../../lambdas/api/delete-image.ts';
import { createHandler as createSave } from '../../../../lambdas/api/save-temporary-image.ts';
import { createHandler as createUpload } from '../../../../lambdas/api/upload-temporary-image.ts';
import { createHandler as createRender } from '../../../../lambdas/delivery/render-image.ts';
import { defineLambdaGlobals } from '../../../../local/lambda/lambda-globals.ts';
import { createResponseStream } from '../../../../local/lambda/response-stream.ts';
import { makeApiEvent } from '../../../support/http/api-event.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  makeContext,
  makeServices,
  type TestServices,
} from '../../../support/stores/make-services.ts';
import { renderForACrowd } from '../../../support/stores/render-for-a-crowd.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const DAY = 24 * 3_600_000;
let test: TestServices;
beforeAll(async () => {
  defineLambdaGlobals();
  test = await makeServices();
});
afterAll(() => test.remove());

async function store(): Promise<{ imageId: string; temporaryImageUrl: string }> {
  const { services, credentials } = test;
  const uploaded = await createUpload(services)(
    makeApiEvent(ENDPOINTS.uploadTemporaryImage, {
      headers: { 'content-type': 'image/jpeg' },
      body: await drawJpeg(60, 40),
      uploadKey: credentials.uploadKey,
    }),
    makeContext(),
  );
  const { temporaryImageUrl } = JSON.parse(uploaded.body);
  const headers = { 'x-api-key': credentials.apiKey, 'content-type': 'application/json' };
  const body = JSON.stringify({ temporaryImageUrl });
  const event = makeApiEvent(ENDPOINTS.saveTemporaryImage, { headers, body });
  const saved = await createSave(services)(event, makeContext());
  return { temporaryImageUrl, imageId: JSON.parse(saved.body).imageId };
}

async function remove(imageId: string): Promise<void> {
  const headers = { 'x-api-key': test.credentials.apiKey, 'content-type': 'application/json' };
  const event = makeApiEvent(ENDPOINTS.deleteImage, { headers, body: JSON.stringify({ imageId }) });
  await createDelete(test.services)(event, makeContext());
}

type Streaming = (event: unknown, stream: Writable, context: Context) => Promise<void>;

async function get(path: string, services: Services = test.services, method = 'GET', headers = {}) {
  const chunks: Uint8Array[] = [];
  let head: { statusCode: number; headers?: Readonly<Record<string, string>> } = { statusCode: 0 };
  const stream = createResponseStream(1, (message) => {
    if (message.type === 'head') head = message.head;
    if (message.type !== 'chunk') return;
    chunks.push(Buffer.from(message.data));
    stream.noteConsumed(message.data.length);
  });
  const [rawPath, rawQueryString = ''] = path.split('?');
  const event = { rawPath, rawQueryString, headers, requestContext: { http: { method } } };
  await (createRender(services) as unknown as Streaming)(event, stream.writable, makeContext());
  const bytes = Buffer.concat(chunks);
  const isJson = JSON.stringify(head.headers ?? {}).includes('json');
  return {
    status: head.statusCode,
    headers: head.headers ?? {},
    bytes,
    json: isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined,
  };
}

function withEngine(change: Partial<ImageEngine>): Services {
  const { services } = test;
  return {
    ...services,
    imageEngine: async () => ({ ...(await services.imageEngine()), ...change }),
  };
}

const NO_ENGINE = (): Services => ({
  ...test.services,
  imageEngine: () => Promise.reject(new Error('the engine was loaded')),
});

describe('the delivery function', () => {
  it('serves stored renditions, images, 304s, HEADs and refusals without the engine (delivery.stored-image, delivery.head)', async () => {
    const { imageId } = await store();
    const response = await get(`/res/${imageId}.webp?width=20`);
    expect(response.status).toBe(200);
    const again = await get(`/res/${imageId}.webp?width=20`, NO_ENGINE());
    expect(again.bytes.equals(response.bytes)).toBe(true);
    expect((await get(`/res/${imageId}.jpg`, NO_ENGINE())).status).toBe(200);
    const head = await get(`/res/${imageId}.webp?width=20`, NO_ENGINE(), 'HEAD');
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    const etag = response.headers.etag ?? '';
    const fresh = await get(`/res/${imageId}.webp?width=20`, NO_ENGINE(), 'GET', {
      'if-none-match': etag,
    });
    expect([fresh.status, fresh.bytes.length]).toEqual([304, 0]);
    for (const path of [
      `/res/${imageId}.webp?width=0`,
      '/res/x.jpg',
      `/res/${imageId}.jpg?crop=60,0,1,1`,
    ]) {
      expect((await get(path, NO_ENGINE())).status, path).toBeGreaterThanOrEqual(400);
    }
  });

  it('a rendition in flight over a delete can not bring the image back (security.deletion-final)', async () => {
    const { imageId } = await store();
    let release: () => void = () => undefined;
    const latch = new Promise<void>((resolve) => {
      release = resolve;
    });
    const engine = await test.services.imageEngine();
    let isRendering = false;
    const slow = withEngine({
      render: async (original, requested) => {
        isRendering = true;
        await latch;
        return engine.render(original, requested);
      },
    });
    const inFlight = get(`/res/${imageId}.webp?width=21`, slow);
    await expect.poll(() => isRendering).toBe(true);
    await remove(imageId);
    release();
    expect((await inFlight).status).toBe(404);
    expect(
      await test.services.objects.get(
        `renditions/${imageId}/g0/v${RENDITION_VERSION}/scale21x14-q79.webp`,
      ),
    ).toBeUndefined();
    expect((await get(`/res/${imageId}.webp?width=21`)).status).toBe(404);
  });

  it('an image that never ends is 503 busy at 12 s, its process is given up, and its unit is kept (errors.busy, quotas.failed-renditions, security.deadline-kills)', async () => {
    const { imageId } = await store();
    const endless = withEngine({ render: () => new Promise(() => undefined) });
    const before = test.abandoned();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let isAnswered = false;
    const requested = get(`/res/${imageId}.webp?width=22`, endless).finally(() => {
      isAnswered = true;
    });
    await vi.advanceTimersByTimeAsync(LIMITS.renderDeadlineMs - 1);
    expect([LIMITS.renderDeadlineMs, isAnswered]).toEqual([12_000, false]);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    const answer = await requested;
    expect([answer.status, answer.json.code]).toEqual([503, 'busy']);
    expect(answer.headers).toMatchObject({ 'Retry-After': '15', 'Cache-Control': 'no-store' });
    expect(test.abandoned()).toBe(before + 1);
  });

  it('the deadline holds the reading of the original too (errors.busy)', async () => {
    const { imageId } = await store();
    const { objects } = test.services;
    const body = (async function* () {
      await new Promise(() => undefined);
      yield new Uint8Array();
    })();
    const stuck = { ...objects, get: async () => ({ bytes: 9, body }) };
    const before = test.abandoned();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const requested = get(`/res/${imageId}.webp?width=27`, { ...test.services, objects: stuck });
    await vi.advanceTimersByTimeAsync(LIMITS.renderDeadlineMs);
    vi.useRealTimers();
    expect((await requested).status).toBe(503);
    expect(test.abandoned()).toBe(before + 1);
  });

  it('a request that has waited for another maker has only the rest of the deadline (errors.busy)', async () => {
    const { imageId } = await store();
    const { services } = test;
    const begun = services.clock();
    const claims: number[] = [];
    const renditions = {
      ...services.renditions,
      claim: async (claim: RenditionClaim) => {
        claims.push(claim.now - begun);
        return { outcome: claims.length === 1 ? 'in_progress' : 'claimed' } as const;
      },
      peek: async () => ({
        isReady: false,
        version: RENDITION_VERSION,
        generation: 0,
        countedMonth: null,
      }),
    };
    const endless = { ...withEngine({ render: () => new Promise(() => undefined) }), renditions };
    let now = begun;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const clock = () => now;
    const requested = get(`/res/${imageId}.webp?width=28`, { ...endless, clock });
    while (now < begun + LIMITS.renderDeadlineMs + 500) {
      await vi.advanceTimersByTimeAsync(50);
      now += 50;
    }
    vi.useRealTimers();
    expect((await requested).status).toBe(503);
    expect(claims).toEqual([0, LIMITS.renditionWaitMs]);
  });

  it('a store without room gives the unit back, as any failure but a timeout does (quotas.failed-renditions)', async () => {
    const { imageId } = await store();
    const { objects, renditions } = test.services;
    const released: string[] = [];
    const full = {
      ...test.services,
      objects: { ...objects, put: () => Promise.reject(new ServiceError('busy')) },
      renditions: {
        ...renditions,
        release: async (claim: RenditionClaim) => {
          released.push(claim.renditionKey);
          await renditions.release(claim);
        },
      },
    };
    // the pixels are there, and the viewer waits for no store
    expect((await get(`/res/${imageId}.webp?width=29`, full)).status).toBe(200);
    expect(released).toHaveLength(1);
    expect((await get(`/res/${imageId}.webp?width=29`)).status).toBe(200);
  });

  it('a failed render gives its unit back, and the next try makes it (quotas.failed-renditions)', async () => {
    const { imageId } = await store();
    const failing = withEngine({ render: () => Promise.reject(new Error('out of memory')) });
    const failed = await get(`/res/${imageId}.webp?width=23`, failing);
    expect([failed.status, failed.json.code]).toEqual([500, 'internal_error']);
    expect(failed.headers['Cache-Control']).toBe('no-store');
    expect((await get(`/res/${imageId}.webp?width=23`)).status).toBe(200);
  });

  it('one encode for any number of concurrent requests, in different processes too', async () => {
    const { imageId } = await store();
    const crowd = renderForACrowd(test.services, 20);
    const all = await Promise.all(
      Array.from({ length: 20 }, () => get(`/res/${imageId}.webp?width=24`, crowd.services)),
    );
    expect(new Set(all.map((entry) => entry.status))).toEqual(new Set([200]));
    expect(crowd.renders()).toBe(1);
    expect(new Set(all.map((entry) => entry.headers.etag)).size).toBe(1);
  });

  it('a temporary image is served to its last second and not after, its life in the headers (security.exact-expiry)', async () => {
    const { temporaryImageUrl } = await store();
    const path = new URL(temporaryImageUrl).pathname;
    expect((await get(path)).headers['cache-control']).toBe('public, max-age=300, s-maxage=300');
    test.setClock(NOON + DAY - 90_500);
    expect((await get(path)).headers['cache-control']).toBe('public, max-age=90, s-maxage=90');
    test.setClock(NOON + DAY - 1);
    expect((await get(path)).status).toBe(200);
    test.setClock(NOON + DAY);
    const ended = await get(path);
    expect([ended.status, ended.json.code]).toEqual([404, 'temporary_image_not_found']);
    test.setClock(NOON);
  });

  it('a rendition whose bytes are missing is rendered again, without a unit', async () => {
    const { imageId } = await store();
    const path = `/res/${imageId}.webp?width=25`;
    await get(path);
    await test.services.objects.removeAll(`renditions/${imageId}/`);
    expect((await get(path)).status).toBe(200);
    expect((await get(path, NO_ENGINE())).status).toBe(200);
  });

  it('a missing object behind a record is 404, never 5xx (security.missing-object-is-404)', async () => {
    const { imageId } = await store();
    await test.services.objects.remove(`${imageId}/original`);
    expect((await get(`/res/${imageId}.jpg`)).status).toBe(404);
    expect((await get(`/res/${imageId}.webp?width=26`)).status).toBe(404);
  });
});
