import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import type { Services } from '../../../../core/ports/services.ts';
import { hashKey } from '../../../../core/projects/credentials.ts';
import { createHandler as createDelete } from '../../../../lambdas/api/delete-image.ts';
import { createHandler as createSave } from '../../../../lambdas/api/save-temporary-image.ts';
import { createHandler as createUpload } from '../../../../lambdas/api/upload-temporary-image.ts';
import { createHandler as createPurge } from '../../../../lambdas/background/erase-images.ts';
import type { ApiHandler } from '../../../../lambdas/http/api-types.ts';
import { makeApiEvent } from '../../../support/http/api-event.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  makeContext,
  makeServices,
  type TestServices,
} from '../../../support/stores/make-services.ts';
import { turnUntil } from '../../../support/waits/turn-until.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const DAY = 24 * 3_600_000;
let test: TestServices;
let imageBytes: Buffer;
beforeAll(async () => {
  test = await makeServices();
  imageBytes = await drawJpeg(32, 24);
});
afterAll(() => test.remove());

const upload = async (headers: Record<string, string> = {}, services = test.services) => {
  const result = await createUpload(services)(
    makeApiEvent(ENDPOINTS.uploadTemporaryImage, {
      headers: { 'content-type': 'image/jpeg', ...headers },
      body: imageBytes,
      uploadKey: test.credentials.uploadKey,
    }),
    makeContext(),
  );
  return { status: result.statusCode, headers: result.headers, json: JSON.parse(result.body) };
};
const call = async (
  create: (services: Services) => ApiHandler,
  endpoint: (typeof ENDPOINTS)['saveTemporaryImage' | 'deleteImage'],
  body: object,
  headers: Record<string, string> = {},
) => {
  const sent = {
    'X-Api-Key': test.credentials.apiKey,
    'content-type': 'application/json',
    ...headers,
  };
  const event = makeApiEvent(endpoint, { headers: sent, body: JSON.stringify(body) });
  const result = await create(test.services)(event, makeContext());
  return { status: result.statusCode, headers: result.headers, json: JSON.parse(result.body) };
};
const save = (body: object, headers = {}) =>
  call(createSave, ENDPOINTS.saveTemporaryImage, body, headers);
const remove = (body: object, headers = {}) =>
  call(createDelete, ENDPOINTS.deleteImage, body, headers);

describe('handlers with events of API Gateway', () => {
  it('upload and save, and the record holds the fields that the contract lists (images.stored-fields, images.placeholder, uploads.file-name)', async () => {
    const { json } = await upload({ 'X-Original-Filename': 'C%3A%5Cfotos%5Cbr%C3%BCcke%00.jpg' });
    const saved = await save({ temporaryImageUrl: json.temporaryImageUrl });
    const image = await test.services.images.getImage(saved.json.imageId);
    expect(image).toMatchObject({
      projectId: test.credentials.projectId,
      state: 'saved',
      createdAt: NOON,
      format: 'jpg',
      width: 32,
      height: 24,
      frames: 1,
      hasAlpha: false,
      mainColor: expect.stringMatching(/^#[0-9a-f]{6}$/),
      thumbhash: expect.stringMatching(/^[\w+/]{20,36}={0,2}$/),
      version: 1,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      originalFilename: 'brücke.jpg',
      metadata: {},
    });
  });

  it('a temporary image ends to the second, though its bytes are still there (security.exact-expiry, saving.idempotent)', async () => {
    const { json } = await upload();
    const saved = (await upload()).json;
    const first = await save({ temporaryImageUrl: saved.temporaryImageUrl });
    test.setClock(NOON + DAY - 1);
    const other = (await upload()).json;
    expect(other.expiresAt).toBe(new Date(NOON + 2 * DAY - 1).toISOString());
    test.setClock(NOON + DAY);
    const late = await save({ temporaryImageUrl: json.temporaryImageUrl });
    expect([late.status, late.json.code]).toEqual([410, 'temporary_image_expired']);
    const again = await save({ temporaryImageUrl: saved.temporaryImageUrl });
    expect([again.status, again.json]).toEqual([200, first.json]);
    test.setClock(NOON + 31 * DAY - 1);
    expect((await save({ temporaryImageUrl: json.temporaryImageUrl })).status).toBe(410);
    test.setClock(NOON + 31 * DAY);
    const forgotten = await save({ temporaryImageUrl: json.temporaryImageUrl });
    expect([forgotten.status, forgotten.json.code]).toEqual([404, 'temporary_image_not_found']);
    test.setClock(NOON);
  });

  it('a key is held to its scopes, its end and its project (keys.scopes, keys.expiry, keys.project, errors.forbidden)', async () => {
    const { services, credentials } = test;
    const record = await services.keys.findApiKey(hashKey(credentials.apiKey));
    if (!record) throw new Error('no key');
    const { json } = await upload();
    const limited = {
      ...services,
      keys: {
        ...services.keys,
        findApiKey: async () => ({ ...record, scopes: ['images:read' as const] }),
      },
    };
    const event = (key: string) =>
      makeApiEvent(ENDPOINTS.saveTemporaryImage, {
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ temporaryImageUrl: json.temporaryImageUrl }),
      });
    const refused = await createSave(limited)(event(credentials.apiKey), makeContext());
    expect([refused.statusCode, JSON.parse(refused.body).code]).toEqual([
      403,
      'insufficient_scope',
    ]);
    for (const change of [{ revokedAt: NOON }, { expiresAt: NOON }]) {
      const ended = {
        ...services,
        keys: { ...services.keys, findApiKey: async () => ({ ...record, ...change }) },
      };
      const answer = await createSave(ended)(event(credentials.apiKey), makeContext());
      expect(JSON.parse(answer.body).code).toBe('invalid_api_key');
    }
  });

  it('lastUsedAt is written at most once an hour (keys.last-used)', async () => {
    const used = async () =>
      (await test.services.keys.findApiKey(hashKey(test.credentials.apiKey)))?.lastUsedAt;
    const later = NOON + 60 * DAY;
    test.setClock(later);
    await save({});
    expect(await used()).toBe(later);
    test.setClock(later + 3_599_999);
    await save({});
    expect(await used()).toBe(later);
    test.setClock(later + 3_600_000);
    await save({});
    expect(await used()).toBe(later + 3_600_000);
    test.setClock(NOON);
  });

  it('an unexpected fault is internal_error, without its details (errors.internal)', async () => {
    const broken = {
      ...test.services,
      images: {
        ...test.services.images,
        addTemporaryImage: () => Promise.reject(new Error('secret at /var/db')),
      },
    };
    const answer = await upload({ origin: 'http://localhost:1' }, broken);
    expect([answer.status, answer.json.code]).toEqual([500, 'internal_error']);
    expect(JSON.stringify(answer.json)).not.toContain('secret');
    expect(answer.headers?.['Access-Control-Allow-Origin']).toBe('http://localhost:1');
    expect(answer.headers?.['Timing-Allow-Origin']).toBe('http://localhost:1');
  });

  it('a key store that is down is never "allowed" (errors.busy)', async () => {
    const down = {
      ...test.services,
      keys: { ...test.services.keys, findUploadKey: () => Promise.reject(new Error('down')) },
    };
    expect((await upload({}, down)).status).toBe(500);
  });

  let isEndless = false;
  const never = () => {
    isEndless = true;
    return new Promise<never>(() => undefined);
  };
  it.each([
    [
      'a decode',
      LIMITS.proofDeadlineMs,
      2,
      async (): Promise<Partial<Services>> => {
        const engine = await test.services.imageEngine();
        return { imageEngine: async () => ({ ...engine, placeholder: never }) };
      },
    ],
    [
      'a store',
      LIMITS.uploadDeadlineMs,
      1,
      async (): Promise<Partial<Services>> => ({
        objects: { ...test.services.objects, put: never },
      }),
    ],
  ] as const)(
    '%s that never ends is busy at its deadline, and its process is given up (uploads.validation-timeout, security.deadline-kills)',
    async (_, ms, timers, change) => {
      isEndless = false;
      const before = test.abandoned();
      const services = { ...test.services, ...(await change()) };
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const answering = upload({}, services);
      await turnUntil(() => vi.getTimerCount() === timers && isEndless);
      vi.advanceTimersByTime(ms - 1);
      expect(test.abandoned()).toBe(before);
      vi.advanceTimersByTime(1);
      const answer = await answering;
      expect([answer.status, answer.json.code, answer.headers?.['Retry-After']]).toEqual([
        503,
        'busy',
        String(LIMITS.busyRetryAfterSeconds),
      ]);
      expect(test.abandoned()).toBe(before + 1);
    },
  );

  it('no log line holds a key or a path with one in it (security.no-key-in-clear)', () => {
    const { apiKey, uploadKey } = test.credentials;
    expect(test.logged.length).toBeGreaterThan(5);
    for (const line of test.logged) {
      expect(line).not.toContain(apiKey.slice(8));
      expect(line).not.toContain(uploadKey.slice(4));
    }
    expect(test.logged.join()).toContain('/api/v1/upload-temporary-image/{uploadKey}');
  });
});

describe('the purge', () => {
  const event = (imageId: string) => ({
    Records: [{ messageId: '1', body: JSON.stringify({ imageId }) }] as never,
  });

  it('goes through every step, resumes where it failed, sweeps after the deadline, and takes duplicates (deletion.steps)', async () => {
    const { services } = test;
    const { json } = await upload();
    const { imageId } = (await save({ temporaryImageUrl: json.temporaryImageUrl })).json;
    expect((await remove({ imageId })).status).toBe(200);
    const failing = {
      ...services,
      objects: { ...services.objects, remove: () => Promise.reject(new Error('slow down')) },
    };
    expect((await createPurge(failing)(event(imageId))).batchItemFailures).toHaveLength(1);
    expect(Object.keys(await services.images.getPurgeSteps(imageId)).sort()).toEqual(
      ['marked', 'origin_closed', 'renditions_removed'].sort(),
    );
    expect((await createPurge(services)(event(imageId))).batchItemFailures).toHaveLength(1);
    expect(test.purged).toContain(imageId);
    expect(await services.objects.get(`${imageId}/original`)).toBeUndefined();
    // a rendition in flight that is stored after that is swept away
    await services.objects.put(`renditions/${imageId}/g0/v1/late.jpg`, imageBytes, 'image/jpeg');
    test.setClock(NOON + 20_000);
    expect((await createPurge(services)(event(imageId))).batchItemFailures).toEqual([]);
    expect(await services.objects.get(`renditions/${imageId}/g0/v1/late.jpg`)).toBeUndefined();
    expect((await services.images.getImage(imageId))?.state).toBe('deleted');
    expect((await createPurge(services)(event(imageId))).batchItemFailures).toEqual([]);
    expect(Object.keys(await services.images.getPurgeSteps(imageId))).toHaveLength(7);
    expect((await remove({ imageId })).json).toEqual({ message: 'image_marked_for_deletion' });
    test.setClock(NOON + 30 * DAY);
    expect((await remove({ imageId })).status).toBe(404);
    test.setClock(NOON);
  });

  it('of a batch runs concurrently, so that one call can purge the edge of all', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      const { imageId } = (
        await save({ temporaryImageUrl: (await upload()).json.temporaryImageUrl })
      ).json;
      await remove({ imageId });
      ids.push(imageId);
    }
    let told = 0;
    let tellAll: () => void = () => undefined;
    const allTold = new Promise<void>((resolve) => {
      tellAll = resolve;
    });
    const purge = () => {
      told += 1;
      if (told === ids.length) tellAll();
      return allTold;
    };
    const Records = ids.map((imageId, i) => ({
      messageId: String(i),
      body: JSON.stringify({ imageId }),
    }));
    const handler = createPurge({ ...test.services, edge: { ...test.services.edge, purge } });
    const { batchItemFailures } = await handler({ Records } as never);
    expect(batchItemFailures).toHaveLength(3); // the last sweep is still to come
    expect(told).toBe(3);
  });

  it('passes over a record that is no deletion', async () => {
    for (const id of ['img_x', `img_${'q'.repeat(26)}`, `tmp_${'q'.repeat(26)}`]) {
      expect((await createPurge(test.services)(event(id))).batchItemFailures).toEqual([]);
    }
  });
});
