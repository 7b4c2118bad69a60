import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import type { ImageId } from '../../../../core/images/ids.ts';
import type { ProjectSettings } from '../../../../core/projects/project-settings.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { type Delivered, deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

let test: TestServices;
let imageBytes: Buffer;

const call = (name: keyof typeof ENDPOINTS, body: object) =>
  callAny(test.services, ENDPOINTS[name], {
    headers: { 'x-api-key': test.credentials.apiKey },
    body,
  });
const get = (id: string, path = '.jpg') => deliver(test, `/res/${id}${path}`);
const getUrl = (url: string) => deliver(test, url.slice(test.services.cdnUrl.length));
const review = (imageId: string, decision: string, reason?: string) =>
  call('reviewImage', { imageId, decision, ...(reason === undefined ? {} : { reason }) });
const shown = async (imageId: string) => (await call('getImage', { imageId })).json.review;
const set = (settings: Partial<ProjectSettings>) =>
  test.services.projects.changeSettings(test.credentials.projectId, settings);

async function upload(): Promise<string> {
  const { json } = await callAny(test.services, ENDPOINTS.uploadTemporaryImage, {
    headers: { 'content-type': 'image/jpeg' },
    body: imageBytes,
    uploadKey: test.credentials.uploadKey,
  });
  return /tmp_\w+/.exec(json.temporaryImageUrl)?.[0] ?? '';
}
async function store(metadata: object = {}) {
  const temporaryImageId = await upload();
  const { json } = await call('saveTemporaryImage', {
    temporaryImageUrl: temporaryImageId,
    metadata,
  });
  return { temporaryImageId, imageId: json.imageId as ImageId, json };
}
/** All of an answer that doesn't name its request. */
function told({ status, headers, bytes }: Delivered) {
  const { 'X-Request-Id': _, 'Content-Length': __, ...rest } = headers;
  const { requestId: ___, ...problem } = JSON.parse(bytes.toString());
  return { status, rest, problem };
}

beforeAll(async () => {
  imageBytes = await drawJpeg(600, 400);
});
beforeEach(async () => {
  test = await makeServices();
  await set({ moderation: 'webhook' });
});
afterEach(() => test.remove());

const PATHS = [
  '.jpg',
  '.png?width=20',
  '.webp?width=21',
  '.auto',
  '/a-name.jpg?download=1',
  `.jpg?expires=4000000000&signature=${'a'.repeat(43)}`,
];

describe('an image that waits for a decision (moderation.pending, moderation.not-served)', () => {
  it('is to visitors an image that isn’t there, by every address, until it is approved', async () => {
    const { imageId, temporaryImageId, json } = await store();
    expect(json).toMatchObject({ imageId, review: 'pending' });
    for (const path of PATHS) {
      const unknown = await get(`img_${'a'.repeat(26)}`, path);
      const answer = await get(imageId, path);
      expect(answer.code, path).toBe('image_not_found');
      expect(told(answer), path).toEqual(told(unknown));
    }
    expect((await get(temporaryImageId)).code).toBe('temporary_image_not_found');
    expect((await review(imageId, 'approve')).json).toMatchObject({
      imageId,
      review: { state: 'approved', reviewedBy: expect.stringMatching(/^key_/) },
    });
    for (const path of PATHS) expect((await get(imageId, path)).status, path).toBe(200);
    expect(
      (await call('saveTemporaryImage', { temporaryImageUrl: temporaryImageId })).json,
    ).toEqual({ ...json, review: 'approved' });
  });

  it('has its fallback, is drawn over no other, and is none itself', async () => {
    const pending = await store();
    await set({ moderation: 'none' });
    const other = await storeImage(test, imageBytes);
    await set({ moderation: 'webhook' });
    const { headers, status } = await get(pending.imageId, `.jpg?fallback=${other}`);
    expect([status, headers['imagewell-fallback']]).toEqual([200, 'image_not_found']);
    expect((await get(other, `.png?overlay=${pending.imageId}`)).status).not.toBe(200);
    const gone = `img_${'b'.repeat(26)}`;
    expect((await get(gone, `.jpg?fallback=${pending.imageId}`)).status).toBe(404);
    await review(pending.imageId, 'approve');
    expect((await get(other, `.png?overlay=${pending.imageId}`)).status).toBe(200);
  });

  it('stays pending after the moderation ends, also under its temporary address', async () => {
    const { imageId, temporaryImageId } = await store();
    const unsaved = await upload();
    expect((await get(unsaved)).code).toBe('temporary_image_not_found');
    await set({ moderation: 'none' });
    expect((await get(unsaved)).status).toBe(200);
    expect((await get(temporaryImageId)).code).toBe('temporary_image_not_found');
    expect((await get(imageId)).code).toBe('image_not_found');
    const plain = await store();
    expect(plain.json).not.toHaveProperty('review');
    expect((await review(plain.imageId, 'approve')).json.code).toBe('review_not_pending');
    expect(await shown(plain.imageId)).toBeNull();
    await set({ moderation: 'webhook' });
    await review(imageId, 'approve');
  });
});

describe('the addresses of reviewers (moderation.preview)', () => {
  it('show it while they last, uncached, in any project, and nothing else', async () => {
    await set({ requireSignature: true, allowedWidths: [] });
    const { imageId } = await store();
    const { sha256, review: pending } = (await call('getImage', { imageId })).json;
    const { previewUrl, originalUrl, ...rest } = pending;
    expect(rest).toEqual({
      state: 'pending',
      reason: null,
      reviewedAt: null,
      reviewedBy: null,
      labels: [],
    });
    for (const url of [previewUrl, originalUrl]) {
      const { status, headers } = await getUrl(url);
      expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
      expect((await getUrl(url.replace(/expires=\d/, 'expires=3'))).status).toBe(404);
    }
    expect((await getUrl(originalUrl)).headers.etag).toBe(`"${sha256}"`);
    expect((await getUrl(previewUrl)).bytes.length).toBeLessThan(imageBytes.length);
    const other = await store();
    expect((await getUrl(originalUrl.replace(imageId, other.imageId))).status).toBe(404);
    const now = test.services.clock();
    test.setClock(now + LIMITS.reviewUrlSeconds * 1000);
    expect((await getUrl(originalUrl)).status).toBe(404);
    test.setClock(now);
    await review(imageId, 'approve');
    expect((await getUrl(originalUrl)).code).toBe('signature_invalid');
    expect(await shown(imageId)).toMatchObject({ previewUrl: null, originalUrl: null });
    await set({ requireSignature: false, allowedWidths: null });
    await review(other.imageId, 'reject');
  });
});

describe('review-image (moderation.decision)', () => {
  it('rejects: the image is deleted, and the reason is kept with its receipt', async () => {
    const { imageId, temporaryImageId } = await store();
    const { originalUrl } = await shown(imageId);
    const rejected = await review(imageId, 'reject', 'not ours');
    expect(rejected.json).toMatchObject({ review: { state: 'rejected', reason: 'not ours' } });
    for (const path of PATHS) expect((await get(imageId, path)).status, path).toBe(404);
    expect((await getUrl(originalUrl)).status).toBe(404);
    expect((await call('getImage', { imageId })).json.code).toBe('image_not_found');
    const { json: receipt } = await call('getDeletionStatus', { imageId });
    expect(receipt.state).toBe('deleting');
    const again = { temporaryImageUrl: temporaryImageId };
    expect((await call('saveTemporaryImage', again)).json.code).toBe('temporary_image_not_found');
    expect((await review(imageId, 'reject', 'another')).json).toEqual(rejected.json);
    expect((await review(imageId, 'approve')).json.code).toBe('review_not_pending');
  });

  it('refuses the opposite of a decision, an unknown image, and one that was deleted', async () => {
    const { imageId } = await store();
    const approved = await review(imageId, 'approve');
    expect((await review(imageId, 'approve', 'late')).json).toEqual(approved.json);
    expect((await review(imageId, 'reject')).json.code).toBe('review_not_pending');
    expect((await get(imageId)).status).toBe(200);
    expect((await review(`img_${'c'.repeat(26)}`, 'reject')).json.code).toBe('image_not_found');
    const deleted = await store();
    await call('deleteImage', { imageId: deleted.imageId });
    expect((await review(deleted.imageId, 'approve')).json.code).toBe('image_not_found');
  });

  it('lists the queue, by pages, and no other list with it (calls.list-images)', async () => {
    const waiting = [await store({ a: 'b' }), await store(), await store()];
    const { json: first } = await call('listImages', { review: 'pending', limit: 2 });
    const { json: rest } = await call('listImages', { review: 'pending', cursor: first.cursor });
    const listed = [...first.images, ...rest.images].map(({ imageId }) => imageId);
    expect([first.images.length, rest.cursor]).toEqual([2, null]);
    expect(new Set(listed)).toEqual(new Set(waiting.map(({ imageId }) => imageId)));
    expect((await call('listImages', { cursor: first.cursor })).json.code).toBe(
      'validation_failed',
    );
    const both = { review: 'pending', metadata: { a: 'b' } };
    const { json: narrowed } = await call('listImages', both);
    expect(narrowed.images.map((image: { imageId: string }) => image.imageId)).toEqual([
      waiting[0]?.imageId,
    ]);
  });
});
