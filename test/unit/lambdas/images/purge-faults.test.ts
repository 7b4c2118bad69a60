import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PURGE_STEPS } from '../../../../core/images/erasure-steps.ts';
import type { ImageId } from '../../../../core/images/ids.ts';
import { originalObjectKey, renditionObjectKey } from '../../../../core/images/object-keys.ts';
import type { Services } from '../../../../core/ports/services.ts';
import { createHandler as createPurge } from '../../../../lambdas/background/erase-images.ts';
import { makeImage, makeTemporary } from '../../../contract/image-store.ts';
import { strikeAt } from '../../../support/faults/strike-at.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;
const LATER = NOON + 20_000;
const BYTES = Buffer.from('an image');

describe('the purge worker under faults', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await makeServices();
  });
  afterAll(() => test.remove());

  const run = (services: Services, bodies: readonly unknown[]) =>
    createPurge(services)({
      Records: bodies.map((body, at) => ({
        messageId: String(at),
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })),
    } as never);
  const isStored = async (key: string) => {
    const found = await test.services.objects.get(key);
    await found?.body[Symbol.asyncIterator]().return?.();
    return found !== undefined;
  };
  /** A saved image with its bytes and a rendition under both of its ids. */
  const addImage = async () => {
    const { images, objects } = test.services;
    const { projectId } = test.credentials;
    const temporary = makeTemporary(projectId, {
      accountId: 'acc_local',
      expiresAt: NOON + 24 * HOUR,
    });
    await images.addTemporaryImage(temporary, { maxCount: 999, maxBytes: 999_999 }, NOON);
    await images.saveImage(makeImage(temporary), { maxImages: null }, NOON);
    const ids = [temporary.imageId, temporary.temporaryImageId];
    const keys = ids.flatMap((id) => [originalObjectKey(id), renditionObjectKey(id, 'a.webp', 0)]);
    for (const key of keys) await objects.put(key, BYTES, 'image/jpeg');
    const claim = {
      imageId: temporary.imageId,
      accountId: 'acc_local',
      projectId,
      renditionKey: 'a.webp',
      version: 1,
      generation: 0,
      owner: 'me',
      now: NOON,
      leaseMs: 1,
      month: '2026-11',
      maxTransformations: null,
      maxRenditions: null,
      isSmall: true,
    };
    await test.services.renditions.claim(claim);
    return { imageId: temporary.imageId, keys };
  };
  const expectGone = async (imageId: ImageId, keys: readonly string[]) => {
    expect((await test.services.images.getImage(imageId))?.state).toBe('deleted');
    for (const key of keys) expect(await isStored(key), key).toBe(false);
    expect(await test.services.renditions.peek(imageId, 'a.webp')).toBeUndefined();
    const steps = await test.services.images.getPurgeSteps(imageId);
    expect(Object.keys(steps).sort()).toEqual([...PURGE_STEPS].sort());
  };

  it.each(['before', 'after'] as const)(
    'a deletion killed at any call, %s it is carried out, ends the same (security.deletion-final)',
    async (when) => {
      let struckAt = 0;
      for (let at = 0, isStruck = true; isStruck; at += 1) {
        test.setClock(NOON);
        const { imageId, keys } = await addImage();
        await test.services.images.markDeleting(imageId, NOON);
        const { services, hasStruck } = strikeAt(test.services, at, when);
        await run(services, [{ imageId }]);
        test.setClock(LATER);
        for (let round = 0; round < 3; round += 1) await run(services, [{ imageId }]);
        isStruck = hasStruck();
        if (isStruck) struckAt += 1;
        await expectGone(imageId, keys);
      }
      console.log(`killed ${when} each of ${struckAt} calls`);
      expect(struckAt).toBeGreaterThan(25);
      test.setClock(NOON);
    },
  );

  it.each(['before', 'after'] as const)(
    'a purge of renditions killed at any call, %s it is carried out, ends the same (deletion.purge-renditions)',
    async (when) => {
      let struckAt = 0;
      for (let at = 0, isStruck = true; isStruck; at += 1) {
        test.setClock(NOON);
        const { imageId } = await addImage();
        await test.services.images.outdateRenditions(imageId, NOON);
        const { services, hasStruck } = strikeAt(test.services, at, when);
        await run(services, [{ imageId }]);
        test.setClock(LATER);
        for (let round = 0; round < 3; round += 1) await run(services, [{ imageId }]);
        isStruck = hasStruck();
        if (isStruck) struckAt += 1;
        expect(await test.services.images.getOutdated(imageId)).toBeUndefined();
        expect(await isStored(renditionObjectKey(imageId, 'a.webp', 0))).toBe(false);
        expect(await isStored(originalObjectKey(imageId))).toBe(true);
        expect(test.purged).toContain(imageId);
      }
      expect(struckAt).toBeGreaterThan(8);
      test.setClock(NOON);
    },
  );

  /** Gives an image other bytes, whose purge isn't begun. */
  const replaceBytes = async (imageId: ImageId) => {
    const { images, objects } = test.services;
    const image = await images.getImage(imageId);
    if (!image) throw new Error('it was saved');
    const { projectId, accountId, metadata, focalPoint } = image;
    const expiresAt = NOON + 24 * HOUR;
    const temporary = makeTemporary(projectId, { accountId, expiresAt });
    await images.addTemporaryImage(temporary, { maxCount: 999, maxBytes: 999_999 }, NOON);
    const keys = [temporary.imageId, temporary.temporaryImageId].map(originalObjectKey);
    for (const key of keys) await objects.put(key, BYTES, 'image/jpeg');
    const wish = { metadata, focalPoint, review: undefined, now: NOON };
    expect(await images.replaceOriginal({ image, temporary, ...wish })).toBe('replaced');
    return keys;
  };

  it.each(['before', 'after'] as const)(
    'a purge of replaced bytes killed at any call, %s it is carried out, ends the same (replacing.purge)',
    async (when) => {
      let struckAt = 0;
      for (let at = 0, isStruck = true; isStruck; at += 1) {
        test.setClock(NOON);
        const { imageId, keys } = await addImage();
        const shown = await replaceBytes(imageId);
        const { services, hasStruck } = strikeAt(test.services, at, when);
        await run(services, [{ imageId }]);
        test.setClock(LATER);
        for (let round = 0; round < 3; round += 1) await run(services, [{ imageId }]);
        isStruck = hasStruck();
        if (isStruck) struckAt += 1;
        for (const key of keys) expect(await isStored(key), key).toBe(false);
        for (const key of shown) expect(await isStored(key), key).toBe(true);
        const versions = await test.services.images.listVersions(imageId);
        const steps = versions.map((version) => Object.keys(version.steps).sort());
        expect(steps).toEqual([[...PURGE_STEPS].sort()]);
        expect(await test.services.images.getOutdated(imageId)).toBeUndefined();
      }
      console.log(`killed ${when} each of ${struckAt} calls`);
      expect(struckAt).toBeGreaterThan(20);
      test.setClock(NOON);
    },
  );

  it.each(['before', 'after'] as const)(
    'a deletion of a replaced image killed at any call, %s it is carried out, ends the same (replacing.purge)',
    async (when) => {
      let struckAt = 0;
      for (let at = 0, isStruck = true; isStruck; at += 1) {
        test.setClock(NOON);
        const { imageId, keys } = await addImage();
        const shown = await replaceBytes(imageId);
        await test.services.images.markDeleting(imageId, NOON);
        const { services, hasStruck } = strikeAt(test.services, at, when);
        await run(services, [{ imageId }]);
        test.setClock(LATER);
        for (let round = 0; round < 3; round += 1) await run(services, [{ imageId }]);
        isStruck = hasStruck();
        if (isStruck) struckAt += 1;
        await expectGone(imageId, [...keys, ...shown]);
        const [version] = await test.services.images.listVersions(imageId);
        expect(version?.steps).toHaveProperty('swept');
      }
      expect(struckAt).toBeGreaterThan(30);
      test.setClock(NOON);
    },
  );

  it('an edge that refuses for an hour delays it, and nothing else (security.deletion-final)', async () => {
    const { imageId, keys } = await addImage();
    await test.services.images.markDeleting(imageId, NOON);
    const refusing = {
      ...test.services,
      edge: { ...test.services.edge, purge: () => Promise.reject(new Error('too many')) },
    };
    for (let now = NOON; now < NOON + HOUR; now += 75_000) {
      test.setClock(now);
      expect((await run(refusing, [{ imageId }])).batchItemFailures).toHaveLength(1);
    }
    for (const key of keys) expect(await isStored(key)).toBe(false);
    expect(await test.services.images.getPurgeSteps(imageId)).not.toHaveProperty('swept');
    expect(await test.services.images.listPurgesDue(999, 9e15)).toContain(imageId);
    test.setClock(NOON + HOUR);
    expect((await run(test.services, [{ imageId }])).batchItemFailures).toEqual([]);
    await expectGone(imageId, keys);
    test.setClock(NOON);
  });

  it('duplicates, other orders, day-old and poison records change nothing (deletion.steps)', async () => {
    const [living, deleted, old] = [await addImage(), await addImage(), await addImage()];
    const { images } = test.services;
    await images.markDeleting(old.imageId, NOON);
    test.setClock(LATER);
    await run(test.services, [{ imageId: old.imageId }]);
    test.setClock(NOON + 24 * HOUR);
    await images.markDeleting(deleted.imageId, NOON + 24 * HOUR - HOUR);
    const poison = [
      '',
      '{',
      'null',
      '[]',
      { imageId: 5 },
      {},
      { imageId: '../x' },
      { imageId: null },
    ];
    const records = [
      { imageId: deleted.imageId },
      ...poison,
      { imageId: old.imageId },
      { imageId: living.imageId },
      { imageId: deleted.imageId },
      { imageId: old.imageId },
    ];
    const before = await images.getPurgeSteps(old.imageId);
    for (const bodies of [records, [...records].reverse()]) {
      const { batchItemFailures } = await run(test.services, bodies);
      const failed = batchItemFailures.map(({ itemIdentifier: at }) => bodies[Number(at)]);
      // an unreadable message ends in the dead letters, and an alarm reports it to the operator
      expect([...failed].sort()).toEqual(['', 'null', '{'].sort());
    }
    await expectGone(deleted.imageId, deleted.keys);
    expect(await images.getPurgeSteps(old.imageId)).toEqual(before);
    expect((await images.getImage(living.imageId))?.state).toBe('saved');
    for (const key of living.keys) expect(await isStored(key), key).toBe(true);
    test.setClock(NOON);
  });
});
