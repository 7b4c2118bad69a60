import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import type { AnyImageId } from '../../../../core/images/ids.ts';
import { createHandler } from '../../../../lambdas/api/upload-key-calls.ts';
import { makeApiEvent } from '../../../support/http/api-event.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  createFakeBucket,
  type FakeBucket,
  promise,
  tellOf,
} from '../../../support/stores/direct-arrivals.ts';
import {
  makeContext,
  makeServices,
  type TestServices,
} from '../../../support/stores/make-services.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const WISH = { contentType: 'image/jpeg', bytes: 50_000 };
const LAPSE = NOON + LIMITS.directUploadFormMs + LIMITS.directUploadMarginMs;
const END = NOON + LIMITS.temporaryLifeMs;
const picture = await drawJpeg(60, 40);

let test: TestServices;
let bucket: FakeBucket;
beforeEach(async () => {
  bucket = createFakeBucket();
  test = await makeServices({ incoming: bucket, hasRateLimits: true });
});
afterEach(() => test.remove());

const JSON_TYPE = { 'content-type': 'application/json' };
async function ask(id: string, uploadKey = test.credentials.uploadKey) {
  const body = JSON.stringify({ temporaryImageUrl: id });
  const event = makeApiEvent(ENDPOINTS.getDirectUpload, { headers: JSON_TYPE, body, uploadKey });
  const answer = await createHandler(test.services)(event, makeContext());
  return { status: answer.statusCode, json: JSON.parse(answer.body) };
}
const stateOf = async (id: string) => {
  const { status, json } = await ask(id);
  return [status, json.state ?? json.code];
};
async function askWithKey(id: string, apiKey: string) {
  const headers = { ...JSON_TYPE, 'x-api-key': apiKey };
  const body = JSON.stringify({ temporaryImageUrl: id });
  const event = makeApiEvent(ENDPOINTS.getProjectUpload, { headers, body });
  const answer = await createHandler(test.services)(event, makeContext());
  return { status: answer.statusCode, json: JSON.parse(answer.body) };
}

describe('the state of a direct upload', () => {
  it('is pending, then temporary, each with 200, for both credentials (uploads.direct-state, calls.get-direct-upload, calls.project-uploads)', async () => {
    const id = await promise(test, WISH);
    const known = {
      temporaryImageUrl: expect.stringMatching(new RegExp(`/res/${id}\\.jpg$`)),
      expiresAt: new Date(END).toISOString(),
      reason: null,
      detail: null,
    };
    expect(await ask(id)).toEqual({ status: 200, json: { state: 'pending', ...known } });
    await tellOf(test.services, id, [bucket.write(id, picture)]);
    const arrived = { status: 200, json: { state: 'temporary', ...known } };
    expect(await ask(id)).toEqual(arrived);
    expect(await askWithKey(id, test.credentials.apiKey)).toEqual(arrived);
  });

  it('has the extension of the stored image, which the bytes decide (uploads.direct-state)', async () => {
    const id = await promise(test, { ...WISH, contentType: 'application/octet-stream' });
    const png = await (await import('sharp')).default(picture).png().toBuffer();
    await tellOf(test.services, id, [bucket.write(id, png)]);
    expect((await ask(id)).json.temporaryImageUrl).toMatch(/\.png$/);
  });

  it('is refused with the reason while it is known, then expired, then unknown (uploads.direct-state)', async () => {
    const id = await promise(test, WISH);
    await tellOf(test.services, id, [bucket.write(id, picture.subarray(0, 400))]);
    const { status, json } = await ask(id);
    expect([status, json.state, json.reason]).toEqual([200, 'refused', 'invalid_image']);
    expect(json.detail.length).toBeGreaterThan(10);
    test.setClock(END - 1);
    expect(await stateOf(id)).toEqual([200, 'refused']);
    test.setClock(END);
    expect((await ask(id)).json).toMatchObject({ state: 'expired', reason: null, detail: null });
    test.setClock(END + LIMITS.temporaryGraceMs - 1);
    expect(await stateOf(id)).toEqual([200, 'expired']);
    test.setClock(END + LIMITS.temporaryGraceMs);
    expect(await stateOf(id)).toEqual([404, 'temporary_image_not_found']);
  });

  it('ends: bytes that never come are expired, as is an image at its end (uploads.direct-state)', async () => {
    const [unused, used] = [await promise(test, WISH), await promise(test, WISH)];
    await tellOf(test.services, used, [bucket.write(used, picture)]);
    test.setClock(LAPSE - 1);
    expect(await stateOf(unused)).toEqual([200, 'pending']);
    test.setClock(LAPSE);
    expect(await stateOf(unused)).toEqual([200, 'expired']);
    test.setClock(END - 1);
    expect(await stateOf(used)).toEqual([200, 'temporary']);
    test.setClock(END);
    expect(await stateOf(used)).toEqual([200, 'expired']);
    test.setClock(END + LIMITS.temporaryGraceMs);
    expect(await stateOf(used)).toEqual([404, 'temporary_image_not_found']);
  });

  it('is unknown to another project, whatever it is (security.foreign-as-unknown)', async () => {
    const id = await promise(test, WISH);
    const unknown = await ask(`tmp_${'a'.repeat(26)}`);
    expect(unknown.status).toBe(404);
    const { requestId: _, ...due } = unknown.json;
    const { directUploads } = test.services;
    const upload = await directUploads.get(id);
    for (const state of ['pending', 'refused'] as const) {
      const strange = { ...upload, state, projectId: 'prj_other' };
      test.services.directUploads.get = async () => strange as never;
      const { json } = await ask(id);
      expect({ ...json, requestId: undefined }, state).toEqual({ ...due, requestId: undefined });
    }
  });

  it('is unknown once it ended after a save: its image may be deleted (saving.after-deletion)', async () => {
    const id = await promise(test, WISH);
    await tellOf(test.services, id, [bucket.write(id, picture)]);
    const image = await test.services.images.getTemporaryImage(id);
    test.services.images.getTemporaryImage = async () =>
      ({ ...image, isSaved: true, state: 'expired' }) as never;
    expect(await stateOf(id)).toEqual([404, 'temporary_image_not_found']);
  });

  it('of a blocked image is the refusal that save answers (operator.takedown)', async () => {
    const id = await promise(test, WISH);
    await tellOf(test.services, id, [bucket.write(id, picture)]);
    const image = await test.services.images.getTemporaryImage(id as AnyImageId as never);
    const takenDown = { reason: 'court order', takenDownAt: NOON };
    test.services.images.getTemporaryImage = async () => ({ ...image, takenDown }) as never;
    const { status, json } = await ask(id);
    expect([status, json.code]).toEqual([403, 'image_taken_down']);
    expect(json.detail).toContain('court order');
  });

  it('counts as no upload, however often it is asked for (uploads.direct-state, uploads.rate-limit)', async () => {
    const id = await promise(test, WISH);
    for (let at = 0; at < LIMITS.maxUploadsPerMinute + 5; at += 1) {
      expect((await ask(id)).status).toBe(200);
    }
    // the form above was the first
    for (let at = 1; at < LIMITS.maxUploadsPerMinute; at += 1) await promise(test, WISH);
    await expect(promise(test, WISH)).rejects.toThrow('rate_limited');
  });

  it.each([
    ['no field', {}, 'validation_failed'],
    ['an image', { temporaryImageUrl: `img_${'a'.repeat(26)}` }, 'invalid_image_reference'],
    ['a number', { temporaryImageUrl: 7 }, 'validation_failed'],
    [
      'a project',
      { temporaryImageUrl: `tmp_${'a'.repeat(26)}`, projectId: 'x' },
      'validation_failed',
    ],
  ])('refuses %s in place of a temporary image (errors.all-faults)', async (_, fields, code) => {
    const body = JSON.stringify(fields);
    const { uploadKey } = test.credentials;
    const event = makeApiEvent(ENDPOINTS.getDirectUpload, { headers: JSON_TYPE, body, uploadKey });
    const answer = await createHandler(test.services)(event, makeContext());
    expect([answer.statusCode, JSON.parse(answer.body).code]).toEqual([400, code]);
  });
});
