import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { PROBLEMS } from '../../../../core/foundation/problems.ts';
import type { ImageId } from '../../../../core/images/ids.ts';
import { originalObjectKey } from '../../../../core/images/object-keys.ts';
import { PLANS } from '../../../../core/projects/plans.ts';
import type { ProjectSettings } from '../../../../core/projects/project-settings.ts';
import { originalTextToSign, sign } from '../../../../core/projects/signing-secrets.ts';
import { createProjectSigningSecret } from '../../../../core/use-cases/keys/manage-signing-secrets.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { type Delivered, deliver, storeImage } from '../../../support/http/deliver.ts';
import {
  makeServices,
  type TestServices,
  withPlan,
} from '../../../support/stores/make-services.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const FORMATS = ['jpeg', 'png', 'webp', 'gif'] as const;
let test: TestServices;

const set = (settings: Partial<ProjectSettings>) =>
  test.services.projects.changeSettings(test.credentials.projectId, settings);
const call = (name: keyof typeof ENDPOINTS, body: object) =>
  callAny(test.services, ENDPOINTS[name], {
    headers: { 'x-api-key': test.credentials.apiKey },
    body,
  });
const draw = (format: (typeof FORMATS)[number]) =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: '#369' } })
    .toFormat(format)
    .toBuffer();
const store = async (format: (typeof FORMATS)[number] = 'jpeg') =>
  storeImage(test, await draw(format), `image/${format}`);
const pathOf = (url: string) => url.slice(test.services.cdnUrl.length);

beforeEach(async () => {
  test = await makeServices();
});
afterEach(() => test.remove());

const lifeOf = ({ headers }: Delivered) => headers['cache-control'] ?? headers['Cache-Control'];

/** Every kind of answer to a path: whole, without its body, unchanged, and a part. */
async function expectForOneViewer(path: string, status = 200, on = test) {
  const ask = (method: 'GET' | 'HEAD', headers: Record<string, string> = {}) =>
    deliver(on, path, [], headers, method);
  const whole = await ask('GET');
  const others = [await ask('HEAD'), await ask('GET', { range: 'bytes=0-9' })];
  const etag = whole.headers.etag;
  if (etag !== undefined) {
    for (const method of ['GET', 'HEAD'] as const) {
      const unchanged = await ask(method, { 'if-none-match': etag });
      expect([unchanged.status, lifeOf(unchanged)], path).toEqual([304, 'private, no-store']);
    }
  }
  expect(whole.status, path).toBe(status);
  for (const answer of [whole, ...others]) expect(lifeOf(answer), path).toBe('private, no-store');
  return whole;
}

const createSecret = async () =>
  (await createProjectSigningSecret(test.services, test.credentials.projectId))?.secret ?? '';

/** The path of an original, signed as one. */
function originalPath(secret: string, imageId: string, format: 'jpg' | 'png' | 'webp' | 'gif') {
  const expires = NOON / 1000 + 60;
  const text = originalTextToSign(imageId as ImageId, format, expires);
  return `/res/${imageId}.${format}?expires=${expires}&signature=${sign(text, secret)}`;
}

describe('an answer for one viewer is kept by no cache, where it shows', () => {
  it('a pending image to reviewers, in each format and as a preview (security.one-viewer)', async () => {
    await set({ moderation: 'webhook' });
    const stored = await Promise.all(FORMATS.map(store));
    const { json } = await call('listImages', { review: 'pending' });
    expect(json.images.length).toBe(stored.length);
    for (const { review } of json.images) {
      for (const url of [review.previewUrl, review.originalUrl]) {
        await expectForOneViewer(pathOf(url));
      }
    }
  });

  it('a pending image in a project with signatures, sizes and a watermark (security.one-viewer)', async () => {
    const watermark = `overlay=${await store()}`;
    await set({ moderation: 'webhook', requireSignature: true, allowedWidths: [], watermark });
    await store('png');
    const { json } = await call('listImages', { review: 'pending' });
    await expectForOneViewer(pathOf(json.images[0].review.previewUrl));
  });

  it('an original of a project with a watermark, or with signatures (security.one-viewer)', async () => {
    const watermark = `overlay=${await store()}`;
    const secret = await createSecret();
    for (const closed of [{ watermark }, { requireSignature: true }]) {
      for (const format of FORMATS) {
        await set({ watermark: null, requireSignature: false });
        const imageId = await store(format);
        await set(closed);
        const extension = format === 'jpeg' ? 'jpg' : format;
        await expectForOneViewer(originalPath(secret, imageId, extension));
      }
    }
  });

  it('an error in place of a preview or an original (security.one-viewer)', async () => {
    await set({ moderation: 'webhook' });
    const imageId = await store();
    const { json } = await call('getImage', { imageId });
    const preview = pathOf(json.review.previewUrl);
    const full = withPlan(test, () => ({ ...PLANS.free, maxTransformationsPerMonth: 0 }));
    const refused = await expectForOneViewer(preview, 429, full);
    expect(refused.code).toBe('transformation_quota_exceeded');
    await test.services.objects.remove(originalObjectKey(imageId as ImageId));
    for (const path of [preview, pathOf(json.review.originalUrl)]) {
      const { code } = await expectForOneViewer(path, 404);
      expect(PROBLEMS[code as keyof typeof PROBLEMS].status).toBe(404);
    }
    await set({ moderation: 'none' });
    const original = await store('png');
    await set({ watermark: `overlay=${await store()}` });
    const path = originalPath(await createSecret(), original, 'png');
    await test.services.objects.remove(originalObjectKey(original as ImageId));
    await expectForOneViewer(path, 404);
  });

  it('is for everyone again once an image is approved or a watermark gone (security.one-viewer)', async () => {
    await set({ moderation: 'webhook' });
    const imageId = await store();
    await call('reviewImage', { imageId, decision: 'approve' });
    expect(lifeOf(await deliver(test, `/res/${imageId}.jpg`))).toMatch(/^public, max-age=86400/);
  });
});

it('the 404 of a pending, a rejected and an unknown image are one (security.one-viewer, moderation.not-served)', async () => {
  await set({ moderation: 'webhook' });
  const [pending, rejected] = [await store(), await store()];
  const { json } = await call('getImage', { imageId: rejected });
  const { previewUrl, originalUrl } = json.review;
  await call('reviewImage', { imageId: rejected, decision: 'reject' });
  const unknown = `/res/img_${'a'.repeat(26)}.jpg`;
  for (const path of [pathOf(previewUrl), pathOf(originalUrl), `/res/${pending}.jpg`, unknown]) {
    const answer = await deliver(test, path);
    expect([answer.code, lifeOf(answer)]).toEqual(['image_not_found', 'public, max-age=10']);
  }
});
