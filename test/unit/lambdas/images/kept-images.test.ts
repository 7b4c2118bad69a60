import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { lastStoreAt } from '../../../../core/foundation/in-flight-time.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import type { AnyImageId, ImageId } from '../../../../core/images/ids.ts';
import { originalObjectKey } from '../../../../core/images/object-keys.ts';
import { blockImage, unblockImage } from '../../../../core/use-cases/moderation/block-image.ts';
import { createHandler as createPurge } from '../../../../lambdas/background/erase-images.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { type CallName, callWithKey, uploadWithKey } from '../../../support/http/call-with-keys.ts';
import { deliver } from '../../../support/http/deliver.ts';
import { drawJpeg, drawQuadrants } from '../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';
import { openOperator } from '../../../support/stores/operator-ports.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SETTLED = lastStoreAt(0) + 1;
let test: TestServices;
let first: Buffer;
let second: Buffer;
/** Of the stored files. */
const SHA = { first: '', second: '' };

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

beforeAll(async () => {
  test = await makeServices();
  [first, second] = [await drawJpeg(80, 40), await drawQuadrants(40, 60).png().toBuffer()];
  for (const [name, body] of [
    ['first', first],
    ['second', second],
  ] as const) {
    const temporaryImageUrl = await upload(body);
    const { imageId } = (await call('saveTemporaryImage', { temporaryImageUrl })).json;
    SHA[name] = (await call('getImage', { imageId })).json.sha256;
    await call('deleteImage', { imageId });
  }
});
afterAll(() => test.remove());
beforeEach(async () => {
  test.setClock(NOON);
  await keep(7);
});

const keep = (keepDays: number, more: object = {}) =>
  test.services.projects.changeSettings(test.credentials.projectId, { keepDays, ...more });
const call = async (name: CallName, body: object) => {
  const { status, json } = await callWithKey(test, name, body);
  return { status, json, code: json.code as string | undefined };
};
const upload = (body: Buffer) => uploadWithKey(test, body);
const store = async (fields: object = {}): Promise<ImageId> => {
  const temporaryImageUrl = await upload(first);
  return (await call('saveTemporaryImage', { temporaryImageUrl, ...fields })).json.imageId;
};
const replace = async (imageId: string, body: Buffer) =>
  call('replaceImage', { imageId, temporaryImageUrl: await upload(body) });
const versionsOf = async (imageId: string) =>
  (await call('listImageVersions', { imageId })).json.versions;
const binned = async () => {
  const { images } = (await call('listBin', {})).json;
  return images as Record<string, string>[];
};
const get = (id: string, path = '.jpg') => deliver(test, `/res/${id}${path}`);
const show = (url: string) => deliver(test, url.slice(test.services.cdnUrl.length));
/** One run of the worker over all that is due now. */
const work = async () => {
  const ids = await test.services.images.listPurgesDue(999, test.services.clock());
  const Records = ids.map((imageId) => ({ messageId: imageId, body: JSON.stringify({ imageId }) }));
  return createPurge(test.services)({ Records } as never);
};
/** The worker runs now, and when nothing is in flight any more. */
const settle = async (at: number) => {
  test.setClock(at);
  await work();
  test.setClock(at + SETTLED);
  await work();
};
const hasOriginal = async (id: AnyImageId) => {
  const stored = await test.services.objects.get(originalObjectKey(id));
  await stored?.body[Symbol.asyncIterator]().return?.();
  return stored !== undefined;
};
const stepsOf = async (imageId: string) => {
  const { json } = await call('getDeletionStatus', { imageId });
  const done = (json.steps as { step: string; at: string | null }[]).filter(({ at }) => at);
  return { state: json.state, keptUntil: json.keptUntil, done: done.map(({ step }) => step) };
};

describe('the bin', () => {
  it('has deleted images, which members alone get, and whose places are free (keeping.bin, keeping.shown)', async () => {
    const imageId = await store({ metadata: { a: 'b' } });
    expect((await get(imageId)).status).toBe(200);
    const before = (await call('getUsage', {})).json.images.used;
    const deleted = await call('deleteImage', { imageId });
    expect([deleted.status, deleted.json]).toEqual([200, { message: 'image_marked_for_deletion' }]);
    expect((await get(imageId)).code).toBe('image_not_found');
    expect((await call('getImage', { imageId })).code).toBe('image_not_found');
    expect((await call('listImages', { metadata: { a: 'b' } })).json.images).toEqual([]);
    expect((await call('getUsage', {})).json.images.used).toBe(before - 1);
    const [entry] = await binned();
    expect(entry).toMatchObject({ imageId, metadata: { a: 'b' }, sha256: SHA.first });
    expect(entry?.keptUntil).toBe(new Date(NOON + 7 * DAY).toISOString());
    const shown = await show(String(entry?.originalUrl));
    expect(digest(shown.bytes)).toBe(SHA.first);
    expect(shown.headers['cache-control']).toContain('no-store');
    const forged = String(entry?.originalUrl).replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
    expect((await show(forged)).status).toBe(404);
    await settle(NOON + 1000);
    expect(await hasOriginal(imageId)).toBe(true);
    expect((await stepsOf(imageId)).done).toEqual([
      'marked',
      'origin_closed',
      'renditions_removed',
      'temporary_ended',
      'edge_invalidated',
    ]);
    expect((await stepsOf(imageId)).state).toBe('deleting');
    expect(await test.services.images.listPurgesDue(9, test.services.clock())).toEqual([]);
  });

  it('gives an image back with all its facts, and a later deletion has steps of its own (keeping.restore)', async () => {
    const imageId = await store({ metadata: { a: 'b' }, focalPoint: '0.2,0.4' });
    const before = (await call('getImage', { imageId })).json;
    const used = (await call('getUsage', {})).json.images.used;
    await call('deleteImage', { imageId });
    await settle(NOON + 1000);
    const restored = await call('restoreImage', { imageId });
    expect([restored.status, restored.json]).toMatchObject([200, { message: 'image_restored' }]);
    expect((await get(imageId)).status).toBe(200);
    expect((await call('getImage', { imageId })).json).toEqual(before);
    expect((await call('listImages', { metadata: { a: 'b' } })).json.images).toHaveLength(1);
    expect((await call('getUsage', {})).json.images.used).toBe(used);
    expect((await call('restoreImage', { imageId })).json).toEqual(restored.json);
    expect(await stepsOf(imageId)).toMatchObject({ state: 'live', keptUntil: null, done: [] });
    expect(await test.services.images.listPurgesDue(99, test.services.clock())).toContain(imageId);
    await settle(NOON + HOUR);
    await call('deleteImage', { imageId, forGood: true });
    expect((await stepsOf(imageId)).done).toEqual(['marked']);
    await settle(test.services.clock());
    expect((await stepsOf(imageId)).state).toBe('deleted');
    expect(await hasOriginal(imageId)).toBe(false);
    expect((await call('restoreImage', { imageId })).code).toBe('image_not_found');
  });

  it('ends after the days of its project, to the millisecond for callers (keeping.end, keeping.days)', async () => {
    const imageId = await store();
    await call('deleteImage', { imageId });
    await settle(NOON + 1000);
    test.setClock(NOON + 7 * DAY - 1);
    await work();
    expect((await binned()).map((one) => one.imageId)).toContain(imageId);
    const url = String((await binned()).find((one) => one.imageId === imageId)?.originalUrl);
    test.setClock(NOON + 7 * DAY);
    expect((await binned()).map((one) => one.imageId)).not.toContain(imageId);
    expect((await show(url)).status).toBe(404);
    expect((await call('restoreImage', { imageId })).code).toBe('image_not_found');
    await settle(NOON + 7 * DAY);
    expect(await hasOriginal(imageId)).toBe(false);
    expect(await stepsOf(imageId)).toMatchObject({ state: 'deleted', keptUntil: null });
  });

  it('ends earlier by a lower setting, within a day, and never later by a higher one (keeping.end)', async () => {
    const [one, other] = [await store(), await store()];
    await call('deleteImage', { imageId: one });
    await keep(2);
    await call('deleteImage', { imageId: other });
    await settle(NOON + 1000);
    await keep(30);
    test.setClock(NOON + 2 * DAY);
    expect((await call('restoreImage', { imageId: other })).code).toBe('image_not_found');
    await keep(1);
    expect((await call('restoreImage', { imageId: one })).code).toBe('image_not_found');
    await settle(NOON + 2 * DAY);
    expect([await hasOriginal(one), await hasOriginal(other)]).toEqual([false, false]);
  });

  it('refuses a restore without room in the plan, and keeps the image (keeping.restore)', async () => {
    const imageId = await store();
    await call('deleteImage', { imageId });
    const project = await test.services.projects.getProject(test.credentials.projectId);
    if (!project) throw new Error('it exists');
    const full = { ...project, plan: { ...project.plan, maxImages: 0 } };
    const projects = { ...test.services.projects, getProject: async () => full };
    const services = { ...test.services, projects };
    const headers = { 'x-api-key': test.credentials.apiKey };
    const refused = await callAny(services, ENDPOINTS.restoreImage, { headers, body: { imageId } });
    expect([refused.status, refused.json.code]).toEqual([403, 'image_quota_exceeded']);
    expect((await call('restoreImage', { imageId })).status).toBe(200);
  });

  it('erases an image now if a deletion says so, in one call or after another (keeping.end-for-good)', async () => {
    const [one, other] = [await store(), await store()];
    await call('deleteImage', { imageId: one });
    await call('deleteImages', { imageIds: [one, other], forGood: true });
    expect(await binned()).not.toContainEqual(expect.objectContaining({ imageId: one }));
    await settle(NOON + 1000);
    expect([await hasOriginal(one), await hasOriginal(other)]).toEqual([false, false]);
    expect((await stepsOf(one)).state).toBe('deleted');
  });

  it('shows no image that the operator blocks, before or after (keeping.blocked)', async () => {
    const imageId = await store();
    await call('deleteImage', { imageId });
    const url = String((await binned())[0]?.originalUrl);
    expect((await show(url)).status).toBe(200);
    const operator = openOperator(test);
    await blockImage(operator, imageId, 'A court’s order');
    expect((await show(url)).status).toBe(404);
    expect((await binned()).find((one) => one.imageId === imageId)?.originalUrl).toBeNull();
    await call('restoreImage', { imageId });
    expect((await get(imageId)).status).toBe(404);
    await unblockImage(operator, imageId);
    expect((await get(imageId)).status).toBe(200);
    operator.close();
  });
});

describe('versions', () => {
  it('are the former bytes, which members can see and restore (keeping.versions, keeping.restore-version)', async () => {
    const imageId = await store({ metadata: { a: 'b' } });
    await replace(imageId, second);
    await settle(NOON + 1000);
    const [version] = await versionsOf(imageId);
    expect(version).toMatchObject({ versionId: imageId, sha256: SHA.first, format: 'jpg' });
    const shown = await show(version.originalUrl);
    expect([digest(shown.bytes), shown.status]).toEqual([SHA.first, 200]);
    expect(shown.headers['cache-control']).toContain('no-store');
    const restored = await call('restoreImageVersion', { imageId, versionId: imageId });
    expect(restored.json).toMatchObject({ message: 'version_restored', imageId });
    expect(restored.json.imageUrl).toMatch(/jpg$/);
    expect(digest((await get(imageId)).bytes)).toBe(SHA.first);
    expect((await show(version.originalUrl)).status).toBe(404);
    expect((await call('getImage', { imageId })).json.metadata).toEqual({ a: 'b' });
    const [former] = await versionsOf(imageId);
    expect(former).toMatchObject({ sha256: SHA.second, format: 'png' });
    const again = await call('restoreImageVersion', { imageId, versionId: imageId });
    expect(again.json).toEqual(restored.json);
    await settle(NOON + HOUR);
    const back = await call('restoreImageVersion', { imageId, versionId: former.versionId });
    expect(back.json.imageUrl).toMatch(/png$/);
    expect(digest((await get(imageId, '.png')).bytes)).toBe(SHA.second);
  });

  it('end by the clock, and leave a receipt of each step (keeping.end, keeping.receipts)', async () => {
    const imageId = await store();
    await replace(imageId, second);
    await settle(NOON + 1000);
    test.setClock(NOON + 7 * DAY);
    const restored = await call('restoreImageVersion', { imageId, versionId: imageId });
    expect(restored.code).toBe('version_not_found');
    await settle(NOON + 7 * DAY);
    expect(await hasOriginal(imageId)).toBe(false);
    const [receipt] = await versionsOf(imageId);
    expect(receipt).toMatchObject({ keptUntil: null, originalUrl: null });
    expect(receipt.steps.every(({ at }: { at: string | null }) => at !== null)).toBe(true);
    expect(digest((await get(imageId, '.png')).bytes)).toBe(SHA.second);
  });

  it('end by a call, before and after the purge of the replacement (keeping.end-for-good)', async () => {
    for (const isEarly of [true, false]) {
      test.setClock(NOON);
      const imageId = await store();
      await replace(imageId, second);
      if (!isEarly) await settle(NOON + 1000);
      const url = (await versionsOf(imageId))[0].originalUrl;
      const ended = await call('deleteImageVersion', { imageId, versionId: imageId });
      expect(ended.json).toEqual({ message: 'version_marked_for_deletion' });
      expect((await show(url)).status).toBe(404);
      const restored = await call('restoreImageVersion', { imageId, versionId: imageId });
      expect(restored.code).toBe('version_not_found');
      await settle(test.services.clock());
      await work();
      expect(await hasOriginal(imageId)).toBe(false);
      expect((await call('deleteImageVersion', { imageId, versionId: imageId })).status).toBe(200);
      expect(digest((await get(imageId, '.png')).bytes)).toBe(SHA.second);
      expect(await test.services.images.listPurgesDue(9, test.services.clock())).toEqual([]);
    }
  });

  it('are erased with their image, also out of the bin (keeping.end-for-good)', async () => {
    const imageId = await store();
    await replace(imageId, second);
    await settle(NOON + 1000);
    const shown = (await test.services.images.getImage(imageId))?.originalId as ImageId;
    await call('deleteImage', { imageId });
    expect(await versionsOf(imageId)).toHaveLength(1);
    await settle(NOON + HOUR);
    expect([await hasOriginal(imageId), await hasOriginal(shown)]).toEqual([true, true]);
    await call('deleteImage', { imageId, forGood: true });
    await settle(NOON + 2 * HOUR);
    expect([await hasOriginal(imageId), await hasOriginal(shown)]).toEqual([false, false]);
  });

  it('are at most a hundred of an image: the oldest end first (keeping.most-versions)', async () => {
    const imageId = await store();
    const { maxKeptVersions } = LIMITS;
    for (let count = 0; count < maxKeptVersions + 2; count += 1) {
      test.setClock(NOON + count);
      await replace(imageId, count % 2 ? first : second);
    }
    await settle(NOON + HOUR);
    await work();
    const all = await versionsOf(imageId);
    const kept = all.filter(({ keptUntil }: { keptUntil: string | null }) => keptUntil !== null);
    expect([all.length, kept.length]).toEqual([maxKeptVersions + 2, maxKeptVersions]);
    expect(all.at(-1)).toMatchObject({ versionId: imageId, keptUntil: null });
    expect(await hasOriginal(imageId)).toBe(false);
    expect(await test.services.images.listPurgesDue(9, test.services.clock())).toEqual([]);
  });

  it('are none in a project that keeps nothing, as before (keeping.off)', async () => {
    await keep(0);
    const imageId = await store();
    await replace(imageId, second);
    const [version] = await versionsOf(imageId);
    expect(version).toMatchObject({ keptUntil: null, originalUrl: null });
    await call('deleteImage', { imageId });
    expect((await binned()).map((one) => one.imageId)).not.toContain(imageId);
    expect((await call('restoreImage', { imageId })).code).toBe('image_not_found');
  });
});

describe('a decision', () => {
  it('is about the bytes that the reviewer saw (keeping.seen-bytes)', async () => {
    await keep(7, { moderation: 'webhook' });
    const imageId = await store();
    const decide = (sha256: string) =>
      call('reviewImage', { imageId, decision: 'approve', sha256 });
    expect((await decide(SHA.second)).code).toBe('review_outdated');
    expect((await decide(SHA.first)).status).toBe(200);
    await keep(7, { moderation: 'none' });
  });
});

describe('a private image of a project that keeps', () => {
  const isPrivate = expect.stringMatching(
    /\/private\/prj_[a-z2-7]{26}\/img_[a-z2-7]{26}\.(jpg|png)$/,
  );

  it('comes back from the bin as private as it was (keeping.restore, private.path)', async () => {
    const imageId = await store({ visibility: 'private' });
    await call('deleteImage', { imageId });
    const [{ originalUrl = '' } = {}] = await binned();
    expect((await show(originalUrl)).status).toBe(200);
    expect((await get(imageId)).code).toBe('image_not_found');
    const { json } = await call('restoreImage', { imageId });
    expect(json.imageUrl).toEqual(isPrivate);
    expect((await show(json.imageUrl)).status).toBe(200);
    expect((await get(imageId)).code).toBe('image_not_found');
    expect((await call('restoreImage', { imageId })).json.imageUrl).toBe(json.imageUrl);
  });

  it('shows former bytes at the address for members alone (keeping.shown, private.path)', async () => {
    const imageId = await store({ visibility: 'private' });
    expect((await replace(imageId, second)).json.imageUrl).toEqual(isPrivate);
    const [{ versionId, originalUrl }] = await versionsOf(imageId);
    expect((await show(originalUrl)).headers['cache-control']).toBe('private, no-store');
    expect((await show(originalUrl.replace(/\?.*/, ''))).status).toBe(404);
    const { json } = await call('restoreImageVersion', { imageId, versionId });
    expect(json.imageUrl).toEqual(isPrivate);
    expect((await show(json.imageUrl)).status).toBe(200);
  });
});
