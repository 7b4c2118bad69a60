import { createHash } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { lastStoreAt } from '../../../../core/foundation/in-flight-time.ts';
import type { AnyImageId, ImageId, TemporaryImageId } from '../../../../core/images/ids.ts';
import { originalObjectKey } from '../../../../core/images/object-keys.ts';
import type { ProjectSettings } from '../../../../core/projects/project-settings.ts';
import { blockImage, unblockImage } from '../../../../core/use-cases/moderation/block-image.ts';
import { createHandler as createPurge } from '../../../../lambdas/background/erase-images.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { type CallName, callWithKey, uploadWithKey } from '../../../support/http/call-with-keys.ts';
import { deliver } from '../../../support/http/deliver.ts';
import { drawJpeg, drawQuadrants } from '../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';
import { openOperator } from '../../../support/stores/operator-ports.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const DAY = 24 * 3_600_000;
const SETTLED = lastStoreAt(0) + 1;
const PATHS = ['.jpg', '.png', '.png?width=20', '.auto', '/a-name.jpg?download=1'];

let test: TestServices;
let operator: ReturnType<typeof openOperator>;
let first: Buffer;
let second: Buffer;

beforeAll(async () => {
  [first, second] = [await drawJpeg(80, 40), await drawQuadrants(40, 60).png().toBuffer()];
});
beforeEach(async () => {
  test = await makeServices();
  operator = openOperator(test);
  test.setClock(NOON);
  await set({ keepDays: 7 });
});
afterEach(async () => {
  operator.close();
  await test.remove();
});

const set = (settings: Partial<ProjectSettings>) =>
  test.services.projects.changeSettings(test.credentials.projectId, settings);
const call = async (name: CallName, body: object) => {
  const { status, json } = await callWithKey(test, name, body);
  return { status, json, code: json.code as string | undefined };
};
const codeOf = async (name: CallName, body: object) => (await call(name, body)).code;
const review = (imageId: string, decision: string) => call('reviewImage', { imageId, decision });
const restoreVersion = (imageId: string, versionId: string) =>
  call('restoreImageVersion', { imageId, versionId });
const block = (id: string) => blockImage(operator, id as AnyImageId, 'A court’s order');
const unblock = (id: string) => unblockImage(operator, id as AnyImageId);
const show = (url: string) => deliver(test, url.slice(test.services.cdnUrl.length));
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytesAt = async (imageId: string, path = '.jpg') =>
  digest((await deliver(test, `/res/${imageId}${path}`)).bytes);
const versionsOf = async (imageId: string) =>
  (await call('listImageVersions', { imageId })).json.versions;
const bin = async () => (await call('listBin', {})).json.images as Record<string, string | null>[];
const queue = async () => {
  const { images } = (await call('listImages', { review: 'pending' })).json;
  return images.map(({ imageId }: { imageId: string }) => imageId);
};
const reviewStateOf = async (imageId: string) =>
  (await call('getImage', { imageId })).json.review.state;
const isStored = async (id: AnyImageId) => {
  const stored = await test.services.objects.get(originalObjectKey(id));
  await stored?.body[Symbol.asyncIterator]().return?.();
  return stored !== undefined;
};

/** Every address of visitors, also of the first temporary image and of the one that is shown. */
async function expectUnknown(imageId: ImageId, temporaryIds: readonly string[]): Promise<void> {
  for (const path of PATHS) {
    const { status, code } = await deliver(test, `/res/${imageId}${path}`);
    expect([status, code], path).toEqual([404, 'image_not_found']);
  }
  for (const id of temporaryIds) {
    expect((await deliver(test, `/res/${id}.jpg`)).code).toBe('temporary_image_not_found');
  }
}

interface Stored {
  readonly imageId: ImageId;
  readonly temporaryImageId: TemporaryImageId;
}
const idIn = (url: string) => /tmp_\w+/.exec(url)?.[0] as TemporaryImageId;

async function store(): Promise<Stored> {
  const temporaryImageUrl = await uploadWithKey(test, first);
  const { imageId } = (await call('saveTemporaryImage', { temporaryImageUrl })).json;
  return { imageId, temporaryImageId: idIn(temporaryImageUrl) };
}
async function replace(imageId: string): Promise<{ shown: ImageId; temporaryImageId: string }> {
  const temporaryImageUrl = await uploadWithKey(test, second);
  expect((await call('replaceImage', { imageId, temporaryImageUrl })).status).toBe(200);
  const shown = (await test.services.images.getImage(imageId as ImageId))?.originalId;
  return { shown: shown as ImageId, temporaryImageId: idIn(temporaryImageUrl) };
}

async function work(): Promise<void> {
  const ids = await test.services.images.listPurgesDue(999, test.services.clock());
  const Records = ids.map((imageId) => ({ messageId: imageId, body: JSON.stringify({ imageId }) }));
  await createPurge(test.services)({ Records } as never);
}
/** The worker runs now, and when nothing is in flight any more. */
async function settle(): Promise<void> {
  const now = test.services.clock();
  await work();
  test.setClock(now + SETTLED);
  await work();
}

describe('a rejection in a project that keeps bytes', () => {
  it('erases the image: no bin, no restore, also after a deletion (keeping.end-for-good, moderation.decision)', async () => {
    await set({ moderation: 'webhook' });
    const { imageId, temporaryImageId } = await store();
    await review(imageId, 'reject');
    for (let tries = 0; tries < 2; tries += 1) {
      expect(await bin()).toEqual([]);
      expect(await codeOf('restoreImage', { imageId })).toBe('image_not_found');
      await expectUnknown(imageId, [temporaryImageId]);
      expect((await call('deleteImage', { imageId })).status).toBe(200);
    }
    await settle();
    expect(await isStored(imageId)).toBe(false);
    expect((await call('getDeletionStatus', { imageId })).json.state).toBe('deleted');
    expect(await codeOf('restoreImage', { imageId })).toBe('image_not_found');
  });

  it('of new bytes erases the former ones too, and no address shows either (keeping.end-for-good)', async () => {
    const { imageId, temporaryImageId } = await store();
    await settle();
    await set({ moderation: 'webhook' });
    const next = await replace(imageId);
    const [{ versionId, originalUrl }] = await versionsOf(imageId);
    expect((await show(originalUrl)).status).toBe(200);
    // nothing replaces bytes that a reviewer has on the screen
    expect((await restoreVersion(imageId, versionId)).code).toBe('review_pending');
    await expectUnknown(imageId, [temporaryImageId, next.temporaryImageId]);
    await review(imageId, 'reject');
    await set({ moderation: 'none' });
    expect((await show(originalUrl)).status).toBe(404);
    expect((await restoreVersion(imageId, versionId)).code).toBe('image_not_found');
    expect(await codeOf('restoreImage', { imageId })).toBe('image_not_found');
    expect(await codeOf('listImageVersions', { imageId })).toBe('image_not_found');
    await expectUnknown(imageId, [temporaryImageId, next.temporaryImageId]);
    await settle();
    expect([await isStored(imageId), await isStored(next.shown)]).toEqual([false, false]);
    expect(await test.services.images.listPurgesDue(9, NOON + 9 * DAY)).toEqual([]);
  });

  it('of a restored version erases the approved bytes that it replaced, too (keeping.restore-version)', async () => {
    const { imageId, temporaryImageId } = await store();
    const next = await replace(imageId);
    await settle();
    await set({ moderation: 'webhook' });
    expect((await restoreVersion(imageId, imageId)).json.review).toBe('pending');
    // a decision of the reviewer is needed, whatever the project does
    await set({ moderation: 'none' });
    expect((await restoreVersion(imageId, imageId)).json.review).toBe('pending');
    expect((await restoreVersion(imageId, next.shown)).code).toBe('review_pending');
    await expectUnknown(imageId, [temporaryImageId, next.temporaryImageId]);
    expect(await queue()).toEqual([imageId]);
    await review(imageId, 'reject');
    expect((await restoreVersion(imageId, next.shown)).code).toBe('image_not_found');
    await settle();
    expect([await isStored(imageId), await isStored(next.shown)]).toEqual([false, false]);
  });
});

describe('an image that waits for a decision', () => {
  it('waits for it again after the bin, where no decision is made (keeping.restore, moderation.not-served)', async () => {
    await set({ moderation: 'webhook' });
    const { imageId, temporaryImageId } = await store();
    const { originalUrl } = (await call('getImage', { imageId })).json.review;
    expect((await show(originalUrl)).status).toBe(200);
    await call('deleteImage', { imageId });
    expect(await queue()).toEqual([]);
    expect((await show(originalUrl)).status).toBe(404);
    for (const decision of ['approve', 'reject']) {
      expect((await review(imageId, decision)).code).toBe('image_not_found');
    }
    await expectUnknown(imageId, [temporaryImageId]);
    await set({ moderation: 'none' });
    expect((await call('restoreImage', { imageId })).json.review).toBe('pending');
    await expectUnknown(imageId, [temporaryImageId]);
    expect([await queue(), await reviewStateOf(imageId)]).toEqual([[imageId], 'pending']);
    await review(imageId, 'approve');
    expect(await bytesAt(imageId)).toBe((await call('getImage', { imageId })).json.sha256);
  });

  it('can be rejected after the bin, and is erased then (keeping.end-for-good)', async () => {
    await set({ moderation: 'webhook' });
    const { imageId } = await store();
    await call('deleteImage', { imageId });
    await settle();
    await call('restoreImage', { imageId });
    await review(imageId, 'reject');
    expect([await bin(), await codeOf('restoreImage', { imageId })]).toEqual([
      [],
      'image_not_found',
    ]);
    await settle();
    expect(await isStored(imageId)).toBe(false);
  });
});

describe('a blocked image of a project that keeps bytes (keeping.blocked)', () => {
  it('stays blocked through the bin and each restore, until the operator ends that', async () => {
    const { imageId, temporaryImageId } = await store();
    const sha = await bytesAt(imageId);
    await block(imageId);
    for (let round = 0; round < 2; round += 1) {
      await call('deleteImage', { imageId });
      expect(await bin()).toMatchObject([{ imageId, originalUrl: null }]);
      await settle();
      expect((await call('restoreImage', { imageId })).status).toBe(200);
      await expectUnknown(imageId, [temporaryImageId]);
      expect((await call('getImage', { imageId })).json.takenDown).not.toBeNull();
    }
    await unblock(imageId);
    expect(await bytesAt(imageId)).toBe(sha);
  });

  it('shows and restores none of its versions, in the bin and after it', async () => {
    const { imageId, temporaryImageId } = await store();
    const sha = await bytesAt(imageId);
    const next = await replace(imageId);
    const [{ originalUrl }] = await versionsOf(imageId);
    const expectShut = async () => {
      expect((await show(originalUrl)).status).toBe(404);
      expect(await versionsOf(imageId)).toMatchObject([{ versionId: imageId, originalUrl: null }]);
      await expectUnknown(imageId, [temporaryImageId, next.temporaryImageId]);
    };
    await block(imageId);
    await expectShut();
    expect((await restoreVersion(imageId, imageId)).code).toBe('image_taken_down');
    await call('deleteImage', { imageId });
    await expectShut();
    expect((await restoreVersion(imageId, imageId)).code).toBe('image_not_found');
    await call('restoreImage', { imageId });
    await expectShut();
    expect((await restoreVersion(imageId, imageId)).code).toBe('image_taken_down');
    await unblock(imageId);
    expect((await restoreVersion(imageId, imageId)).status).toBe(200);
    expect(await bytesAt(imageId)).toBe(sha);
  });

  it('is blocked by the temporary address of former bytes, too', async () => {
    const { imageId, temporaryImageId } = await store();
    await replace(imageId);
    await block(temporaryImageId);
    expect((await restoreVersion(imageId, imageId)).code).toBe('image_taken_down');
    await expectUnknown(imageId, [temporaryImageId]);
  });

  it('keeps its bytes where the block comes into a restore of a version', async () => {
    const { imageId } = await store();
    const next = await replace(imageId);
    const { images } = test.services;
    const getVersion: typeof images.getVersion = async (id, versionId) => {
      const found = await images.getVersion(id, versionId);
      await block(id);
      return found;
    };
    const services = { ...test.services, images: { ...images, getVersion } };
    const headers = { 'x-api-key': test.credentials.apiKey };
    const body = { imageId, versionId: imageId };
    const answer = await callAny(services, ENDPOINTS.restoreImageVersion, { headers, body });
    expect(answer.json.code).toBe('image_taken_down');
    expect((await images.getImage(imageId))?.originalId).toBe(next.shown);
    await expectUnknown(imageId, [next.temporaryImageId]);
  });

  it('stays blocked where the block comes into a restore from the bin', async () => {
    const { imageId, temporaryImageId } = await store();
    await call('deleteImage', { imageId });
    const { images } = test.services;
    const getImage: typeof images.getImage = async (id) => {
      const found = await images.getImage(id);
      await block(id);
      return found;
    };
    const services = { ...test.services, images: { ...images, getImage } };
    const headers = { 'x-api-key': test.credentials.apiKey };
    const answer = await callAny(services, ENDPOINTS.restoreImage, { headers, body: { imageId } });
    expect(answer.status).toBe(200);
    await expectUnknown(imageId, [temporaryImageId]);
  });
});
