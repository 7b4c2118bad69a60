import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../core/foundation/limits.ts';
import { encodeIdBytes } from '../../core/images/ids.ts';
import type { RenditionClaim } from '../../core/ports/images/rendition-store.ts';
import type { ProjectDataCleanup } from '../../core/ports/projects/project-data-cleanup.ts';
import type { ThumbnailSecrets } from '../../core/ports/projects/thumbnail-secrets.ts';
import { makeImage, makeTemporary } from './image-store.ts';
import type { RenditionStoreUnderTest } from './rendition-store.ts';

/** The rendition stores, and the keys of thumbnails as two processes have them. */
export interface ThumbnailStoresUnderTest extends RenditionStoreUnderTest {
  readonly secrets: readonly [ThumbnailSecrets, ThumbnailSecrets];
  readonly cleanup: ProjectDataCleanup;
}

const NOW = Date.UTC(2026, 10, 21);
const MONTH = '2026-11';
const MADE = { bytes: 5, sha256: 'cd', isOriginal: false };
const newId = () => encodeIdBytes(randomBytes(26));

/** The rules of the stores for thumbnails, held against any implementation of them. */
export function describeThumbnailStores(
  name: string,
  create: () => Promise<ThumbnailStoresUnderTest>,
): void {
  describe(`thumbnails: ${name}`, () => {
    let test: ThumbnailStoresUnderTest;
    beforeAll(async () => {
      test = await create();
    });
    afterAll(() => test.remove());

    const makeProject = async () => {
      const projectId = `prj_${newId()}`;
      await test.addAccount(projectId);
      return projectId;
    };
    const makeClaims = async () => {
      const projectId = await makeProject();
      const temporary = makeTemporary(projectId);
      const { imageId, accountId } = temporary;
      await test.images.addTemporaryImage(temporary, { maxCount: 9, maxBytes: 999 }, NOW);
      await test.images.saveImage(makeImage(temporary), { maxImages: null }, NOW);
      const claim = (changes: Partial<RenditionClaim> = {}): RenditionClaim => ({
        imageId,
        accountId,
        projectId,
        renditionKey: 'thumbnail-a.webp',
        version: 1,
        generation: 0,
        owner: 'me',
        now: NOW,
        leaseMs: 100,
        month: MONTH,
        maxTransformations: 0,
        maxRenditions: null,
        isSmall: true,
        isFree: true,
        ...changes,
      });
      const counted = (renditionKey: string, now = NOW) =>
        claim({ renditionKey, now, isFree: false, isSmall: false, maxTransformations: 1 });
      const used = async () => (await test.usage.ofAccount(accountId, MONTH)).transformations;
      const [store, other] = test.stores;
      const outcome = async (of: RenditionClaim) => (await store.claim(of)).outcome;
      return { claim, counted, used, store, other, outcome };
    };

    it('a free rendition is claimed by one, and counts nothing in any month (quotas.thumbnails)', async () => {
      const { claim, used, store, other, outcome } = await makeClaims();
      expect(await outcome(claim())).toBe('claimed');
      expect((await other.claim(claim({ owner: 'you' }))).outcome).toBe('in_progress');
      expect(await store.complete(claim(), MADE)).toBe(true);
      expect((await other.claim(claim())).outcome).toBe('ready');
      expect(await used()).toBe(0);
      const { imageId, renditionKey } = claim();
      await store.forget(imageId, renditionKey, { version: 1, generation: 0 });
      const next = claim({ month: '2026-12' });
      expect(await outcome(next)).toBe('claimed');
      expect(await store.complete(next, MADE)).toBe(true);
      const { accountId } = claim();
      expect((await test.usage.ofAccount(accountId, '2026-12')).transformations).toBe(0);
    });

    it('a free rendition is made where no unit is left, and leaves the last one (quotas.thumbnails)', async () => {
      const { claim, counted, used, store, outcome } = await makeClaims();
      expect(await outcome(claim())).toBe('claimed');
      expect(await outcome(counted('a.jpg'))).toBe('claimed');
      expect(await store.complete(claim(), MADE)).toBe(true);
      expect(await store.complete(counted('a.jpg'), MADE)).toBe(true);
      expect(await used()).toBe(1);
      expect(await outcome(counted('b.jpg'))).toBe('quota_exceeded');
      const again = claim({ renditionKey: 'thumbnail-b.webp' });
      expect(await outcome(again)).toBe('claimed');
      await store.release(again);
      expect(await used()).toBe(1);
    });

    it('a free rendition that times out costs nothing, and backs off (quotas.thumbnails, quotas.failed-renditions)', async () => {
      const { claim: full, used, store, outcome } = await makeClaims();
      const claim = (changes: Partial<RenditionClaim> = {}) =>
        full({ maxTransformations: null, ...changes });
      await outcome(claim());
      const until = await store.recordTimeout(claim({ now: NOW + 90 }));
      expect(until).toBe(NOW + 90 + LIMITS.firstBackOffMs);
      expect(await used()).toBe(0);
      expect(await outcome(claim({ now: until - 1 }))).toBe('backing_off');
      expect(await outcome(claim({ now: until }))).toBe('claimed');
      expect(await store.complete(claim({ now: until }), MADE)).toBe(true);
      const open = claim({ renditionKey: 'thumbnail-b.webp', now: until + 1 });
      expect(await outcome(open)).toBe('claimed');
      expect(await used()).toBe(0);
    });

    it('a free success leaves the unit of an image that timed out: the next timeout costs none (quotas.thumbnails, quotas.failed-renditions)', async () => {
      const { claim, counted, used, store, outcome } = await makeClaims();
      const many = (key: string, now: number) => ({
        ...counted(key, now),
        isSmall: true, // its timeout closes the image as a whole
        maxTransformations: 9,
      });
      await outcome(many('a.jpg', NOW));
      const until = await store.recordTimeout(many('a.jpg', NOW + 90));
      expect(await used()).toBe(1);
      expect(await outcome(claim({ now: until }))).toBe('claimed');
      expect(await store.complete(claim({ now: until }), MADE)).toBe(true);
      expect(await used()).toBe(1);
      await outcome(many('a.jpg', until));
      await store.recordTimeout(many('a.jpg', until + 90));
      expect(await used()).toBe(1);
      // the next counted rendition takes the unit over, and no later one
      const later = until + LIMITS.maxBackOffMs;
      for (const [at, key] of ['b.jpg', 'c.jpg'].entries()) {
        expect(await outcome(many(key, later))).toBe('claimed');
        expect(await store.complete(many(key, later), MADE)).toBe(true);
        expect(await used()).toBe(at + 1);
      }
    });

    it('the key of a project is made once, whoever asks first, and only where it is asked for (quotas.thumbnails)', async () => {
      const [projectId, other] = [await makeProject(), await makeProject()];
      const [first, second] = test.secrets;
      expect(await first.find(projectId)).toBeUndefined();
      const asked = Array.from({ length: 8 }, (_, at) =>
        (at % 2 ? first : second).findOrAdd(projectId, `secret${at}`),
      );
      const [secret, ...others] = await Promise.all(asked);
      expect(new Set(others)).toEqual(new Set([secret]));
      expect(secret).toMatch(/^secret\d$/);
      expect(await second.find(projectId)).toBe(secret);
      expect(await first.find(other)).toBeUndefined();
    });

    it('the key of a project goes with the project (quotas.thumbnails, deletion.steps)', async () => {
      const [projectId, other] = [await makeProject(), await makeProject()];
      const [secrets] = test.secrets;
      for (const one of [projectId, other]) await secrets.findOrAdd(one, `secret of ${one}`);
      const of = { projectId, accountId: `acc_${projectId}` };
      await test.cleanup.remove('counters_removed', of, NOW);
      expect(await secrets.find(projectId)).toBeUndefined();
      expect(await secrets.find(other)).toBe(`secret of ${other}`);
    });
  });
}
