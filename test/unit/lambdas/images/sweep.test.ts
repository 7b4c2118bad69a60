import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TemporaryImage } from '../../../../core/images/image-states.ts';
import { originalObjectKey, renditionObjectKey } from '../../../../core/images/object-keys.ts';
import type { Services } from '../../../../core/ports/services.ts';
import { createHandler as createPurge } from '../../../../lambdas/background/erase-images.ts';
import { createHandler as createSweep } from '../../../../lambdas/background/sweep-temporary-images.ts';
import { makeImage, makeTemporary } from '../../../contract/image-store.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const DAY = 24 * 3_600_000;
const EDITION = { version: 1, generation: 0 };
const BYTES = Buffer.from('an image');

describe('the sweep of ended temporary images', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await makeServices();
  });
  afterAll(() => test.remove());

  const sweep = (changes: Partial<Services> = {}) =>
    createSweep({ ...test.services, ...changes })();
  /** A temporary image with its bytes, a rendition, and the copy of a save. */
  const add = async (expiresAt = NOON + DAY) => {
    const { services, credentials } = test;
    const temporary = makeTemporary(credentials.projectId, { accountId: 'acc_local', expiresAt });
    await services.images.addTemporaryImage(temporary, { maxCount: 999, maxBytes: 99_999 }, NOON);
    const claim = {
      imageId: temporary.temporaryImageId,
      accountId: 'acc_local',
      projectId: temporary.projectId,
      renditionKey: 'a.webp',
      ...EDITION,
      owner: 'me',
      now: NOON,
      leaseMs: 1,
      month: '2026-11',
      maxTransformations: null,
      maxRenditions: 10,
      isSmall: true,
    };
    expect((await services.renditions.claim(claim)).outcome).toBe('claimed');
    const result = { bytes: 9, sha256: 'ab', isOriginal: false };
    await services.renditions.complete(claim, result);
    for (const key of keysOf(temporary)) await services.objects.put(key, BYTES, 'image/jpeg');
    return temporary;
  };
  const keysOf = ({ temporaryImageId: id, imageId }: TemporaryImage) => [
    originalObjectKey(id),
    renditionObjectKey(id, 'a.webp', 0),
    originalObjectKey(imageId),
  ];
  const leftOf = async (temporaryImage: TemporaryImage) => {
    const stored = await Promise.all(
      keysOf(temporaryImage).map((key) => test.services.objects.get(key)),
    );
    for (const found of stored) await found?.body[Symbol.asyncIterator]().return?.();
    const { temporaryImageId: id } = temporaryImage;
    const row = await test.services.renditions.peek(id, 'a.webp');
    return { objects: stored.map((found) => found !== undefined), hasRow: row !== undefined };
  };
  const NOTHING = { objects: [false, false, false], hasRow: false };
  const ALL = { objects: [true, true, true], hasRow: true };

  it('leaves only the record of an ended one as soon as no work on it is possible, and counts it (temporary.removal)', async () => {
    const image = await add();
    test.setClock(NOON + DAY + 19_999);
    expect(await sweep()).toEqual({ swept: 0 });
    expect(await leftOf(image)).toEqual(ALL);
    test.setClock(NOON + DAY + 20_000);
    expect(await sweep()).toEqual({ swept: 1 });
    expect(await leftOf(image)).toEqual(NOTHING);
    expect(test.logged.at(-1)).toBe('{"message":"temporary images swept","swept":1}');
    expect(await test.services.images.getTemporaryImage(image.temporaryImageId)).toMatchObject({
      state: 'expired',
      expiresAt: NOON + DAY,
    });
    expect(await sweep()).toEqual({ swept: 0 });
    test.setClock(NOON);
  });

  it('leaves a saved image its stored object (temporary.removal, saving.idempotent)', async () => {
    const image = await add();
    await test.services.images.saveImage(makeImage(image), { maxImages: null }, NOON);
    test.setClock(NOON + 2 * DAY);
    expect(await sweep()).toEqual({ swept: 1 });
    expect(await leftOf(image)).toEqual({ objects: [false, false, true], hasRow: false });
    test.setClock(NOON);
  });

  it('never names the stored object of an image: it may not, and only says that a copy may be left (security.least-privilege)', async () => {
    const [saved, unsaved] = [await add(), await add()];
    const { services } = test;
    await services.images.saveImage(makeImage(saved), { maxImages: null }, NOON);
    test.setClock(NOON + 2 * DAY);
    const mayName = (key: string) => {
      if (!key.startsWith('tmp_')) throw new Error(`AccessDenied: ${key}`);
      return key;
    };
    const told: string[] = [];
    const swept = await sweep({
      objects: {
        ...services.objects,
        remove: async (key) => services.objects.remove(mayName(key)),
        removeAll: async (prefix) => services.objects.removeAll(mayName(prefix)),
      },
      orphanedCopies: { add: async (id) => void told.push(id) },
    });
    expect(swept).toEqual({ swept: 2 });
    expect(told).toEqual([unsaved.temporaryImageId]);
    expect((await leftOf(saved)).objects).toEqual([false, false, true]);
    expect((await leftOf(unsaved)).objects).toEqual([false, false, true]);
    test.setClock(NOON);
  });

  it('has the purge worker remove what a refused save has left, and nothing that is or may become an image (saving.idempotent)', async () => {
    const { services } = test;
    const [living, saved, deleted, remaining] = [
      await add(),
      await add(),
      await add(),
      await add(),
    ];
    for (const entry of [saved, deleted]) {
      await services.images.saveImage(makeImage(entry), { maxImages: null }, NOON);
    }
    await services.images.markDeleting(deleted.imageId, NOON);
    for (const element of [saved, remaining]) {
      await services.images.closeEnded(element.temporaryImageId, NOON + 2 * DAY);
    }
    const unknown = `tmp_${'q'.repeat(26)}`;
    const ids = [living, saved, deleted, remaining].map((entry) => entry.temporaryImageId);
    const bodies = [...ids, unknown, 'tmp_x', remaining.imageId].map((temporaryImageId) => ({
      temporaryImageId,
    }));
    const Records = [...bodies, ...bodies].map((body, at) => ({
      messageId: String(at),
      body: JSON.stringify(body),
    }));
    const answer = await createPurge(services)({ Records } as never);
    expect(answer).toEqual({ batchItemFailures: [] });
    const originals = [living, saved, deleted, remaining].map(
      async (entry) => (await leftOf(entry)).objects[2],
    );
    expect(await Promise.all(originals)).toEqual([true, true, true, false]);
  });

  it('is not done while it could not be said that a copy may be left (temporary.removal)', async () => {
    const image = await add();
    test.setClock(NOON + 2 * DAY);
    const failing = { add: () => Promise.reject(new Error('no queue')) };
    await sweep({ orphanedCopies: failing });
    expect((await leftOf(image)).objects[2]).toBe(true);
    await sweep();
    expect(await leftOf(image)).toEqual(NOTHING);
    test.setClock(NOON);
  });

  it('sweeps hundreds in one run, in its time, and the rest in the next (temporary.removal)', async () => {
    const all: TemporaryImage[] = [];
    for (let at = 0; at < 120; at += 1) all.push(await add(NOON + DAY + at));
    let now = NOON + 2 * DAY;
    const slow = await sweep({ clock: () => now++ });
    expect(slow.swept).toBe(120);
    for (let at = 0; at < 120; at += 1) await add(NOON + DAY + at);
    now = NOON + 2 * DAY;
    // each look at the clock is 200 ms later: half a minute is over before the second list
    const first = await sweep({ clock: () => (now += 300) });
    expect(first.swept).toBe(100);
    test.setClock(NOON + 3 * DAY);
    expect(await sweep()).toEqual({ swept: 20 });
    expect(await leftOf(all[0] as TemporaryImage)).toEqual(NOTHING);
    test.setClock(NOON);
  });

  it('takes up what a failure left, wherever it came, and one that fails holds up no other (temporary.removal)', async () => {
    const fails = ['removeAll', 'remove'] as const;
    for (const name of fails) {
      const [bad, good] = [await add(), await add()];
      test.setClock(NOON + 2 * DAY);
      const { objects } = test.services;
      const failing = {
        ...objects,
        [name]: (key: string) =>
          key.startsWith(bad.temporaryImageId)
            ? Promise.reject(new Error('slow down'))
            : objects[name](key),
      };
      expect(await sweep({ objects: failing })).toEqual({ swept: 1 });
      expect(await leftOf(good)).toEqual(NOTHING);
      expect(test.logged.some((line) => line.includes('sweep failed'))).toBe(true);
      expect(await sweep()).toEqual({ swept: 1 });
      expect(await leftOf(bad)).toEqual(NOTHING);
      test.setClock(NOON);
    }
  });
});
