import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeIdBytes } from '../../../core/images/ids.ts';
import { factsOf, type Image, type TemporaryImage } from '../../../core/images/image-states.ts';
import { keepFor } from '../../../core/images/kept/keeping.ts';
import { newReview } from '../../../core/images/review.ts';
import type { ImageStoreUnderTest } from '../image-store.ts';
import { storedImages } from './stored-images.ts';

const NOW = Date.UTC(2026, 10, 21);
const DAY = 24 * 3_600_000;
const LIMITS = { maxCount: 9, maxBytes: 9_000_000 };
const ANY = { maxImages: null };

function kept(now = NOW, days = 7) {
  const keeping = keepFor(days, now, () => 'secret');
  if (!keeping) throw new Error('days are kept');
  return keeping;
}

/** The promises about kept bytes of every pair of image stores over one set of records. */
export function describeKeptImages(name: string, create: () => Promise<ImageStoreUnderTest>): void {
  describe(`kept images: ${name}`, () => {
    let test: ImageStoreUnderTest;
    beforeAll(async () => {
      test = await create();
    });
    afterAll(() => test.remove());

    const { addProject, upload, save } = storedImages(() => test, NOW, LIMITS);
    const read = async ({ imageId }: Pick<Image, 'imageId'>) => {
      const image = await test.stores[1].getImage(imageId);
      if (!image) throw new Error('it was saved');
      return image;
    };
    const replace = async (image: Image, changes: Partial<TemporaryImage> = {}, now = NOW) => {
      const temporary = await upload(image.projectId, changes);
      const shown = await read(image);
      const { metadata, focalPoint } = shown;
      const outcome = await test.stores[0].replaceOriginal({
        image: shown,
        temporary,
        metadata,
        focalPoint,
        review: undefined,
        kept: kept(now),
        now,
      });
      expect(outcome).toBe('replaced');
      return temporary;
    };
    const count = async ({ projectId, accountId }: Image) =>
      (await test.usage.ofProject({ projectId, accountId }, '')).images;
    const listed = async (projectId: string, key?: string) => {
      const pair = key ? { key, value: 'b' } : null;
      const page = await test.stores[1].listImages({ projectId, pair, limit: 9, before: null });
      return page.images.map(({ imageId }) => imageId);
    };
    const bin = async (projectId: string, limit = 9, before = null as never) =>
      test.stores[1].listBin({ projectId, limit, before });
    const due = (now: number) => test.stores[0].listPurgesDue(999, now);

    it('has an image in the bin: out of lists and counts, its renditions outdated (keeping.bin)', async () => {
      const projectId = await addProject();
      const image = await save(projectId, { metadata: { a: 'b' } });
      const keeping = kept(NOW + 5);
      expect(await test.stores[0].moveToBin(image.imageId, keeping)).toBe(true);
      expect(await read(image)).toEqual({
        ...image,
        state: 'binned',
        deletedAt: NOW + 5,
        kept: keeping,
        generation: 1,
      });
      expect([await listed(projectId), await listed(projectId, 'a')]).toEqual([[], []]);
      expect(await count(image)).toBe(0);
      expect((await bin(projectId)).images.map(({ imageId }) => imageId)).toEqual([image.imageId]);
      const ended = await test.stores[1].getTemporaryImage(image.temporaryImageId);
      expect(ended?.state).toBe('expired');
      expect(await test.stores[1].getOutdated(image.imageId)).toMatchObject({ from: 0 });
      expect(await test.stores[1].getPurgeSteps(image.imageId)).toEqual({ marked: NOW + 5 });
      expect(await test.stores[0].moveToBin(image.imageId, keeping)).toBe(false);
      expect(await test.stores[0].outdateRenditions(image.imageId, NOW)).toBe(false);
      const again = await test.stores[0].saveImage(image, ANY, NOW);
      expect(again.outcome).toBe('deleted');
    });

    it('lists a bin by the time of the deletions, page by page (keeping.bin)', async () => {
      const projectId = await addProject();
      const images = [await save(projectId), await save(projectId), await save(projectId)];
      for (const [place, { imageId }] of images.entries()) {
        await test.stores[0].moveToBin(imageId, kept(NOW + (3 - place)));
      }
      const first = await bin(projectId, 2);
      expect(first.images.map(({ imageId }) => imageId)).toEqual(
        images.slice(0, 2).map(({ imageId }) => imageId),
      );
      const rest = await bin(projectId, 2, first.next as never);
      expect(rest.images.map(({ imageId }) => imageId)).toEqual([images[2]?.imageId]);
      expect(rest.next).toBeNull();
      expect((await bin(await addProject())).images).toEqual([]);
    });

    it('saves it again, in its lists and counts, without steps of the deletion (keeping.restore)', async () => {
      const projectId = await addProject();
      const image = await save(projectId, { metadata: { a: 'b' } });
      await test.stores[0].moveToBin(image.imageId, kept());
      const binned = await read(image);
      expect(await test.stores[0].restoreFromBin(binned, ANY, NOW + 9)).toBe('restored');
      const { version, generation } = await read(image);
      expect([version, generation]).toEqual([2, 2]);
      expect(await read(image)).toEqual({ ...image, version, generation });
      expect(await listed(projectId, 'a')).toEqual([image.imageId]);
      expect(await count(image)).toBe(1);
      expect((await bin(projectId)).images).toEqual([]);
      expect(await test.stores[1].getPurgeSteps(image.imageId)).toEqual({});
      expect(await test.stores[1].restoreFromBin(binned, ANY, NOW)).toBe('changed');
      await expect.poll(() => due(NOW + 9)).toContain(image.imageId);
      expect(await test.stores[1].markDeleting(image.imageId, NOW + 20)).toBe(true);
      expect(await count(image)).toBe(0);
    });

    it('refuses it where the plan has no room, and restores it once of many calls (keeping.restore)', async () => {
      const projectId = await addProject();
      const [image, other] = [await save(projectId), await save(projectId)];
      await test.stores[0].moveToBin(image.imageId, kept());
      const binned = await read(image);
      const full = await test.stores[0].restoreFromBin(binned, { maxImages: 1 }, NOW);
      expect(full).toBe('quota_exceeded');
      expect(await read(image)).toEqual(binned);
      const restores = test.stores.flatMap((store) => [
        store.restoreFromBin(binned, { maxImages: 5 }, NOW),
        store.restoreFromBin(binned, { maxImages: 5 }, NOW),
      ]);
      const outcomes = await Promise.all(restores);
      expect(outcomes.filter((outcome) => outcome === 'restored')).toHaveLength(1);
      expect(await count(other)).toBe(2);
    });

    it('erases it one time only, and lets no restore come after (keeping.end-for-good)', async () => {
      const projectId = await addProject();
      const [image, other] = [await save(projectId), await save(projectId)];
      for (const { imageId } of [image, other]) await test.stores[0].moveToBin(imageId, kept());
      const binned = await read(image);
      expect(await test.stores[1].markDeleting(image.imageId, NOW + DAY)).toBe(true);
      const deleted = await read(image);
      expect(deleted).toMatchObject({ state: 'deleting', deletedAt: NOW + DAY });
      expect(deleted.kept).toBeUndefined();
      expect(await count(image)).toBe(0);
      expect(await test.stores[1].getPurgeSteps(image.imageId)).toEqual({ marked: NOW });
      expect(await test.stores[0].restoreFromBin(binned, ANY, NOW)).toBe('changed');
      expect(await test.stores[1].markDeleting(image.imageId, NOW)).toBe(false);
      await expect.poll(() => due(NOW + DAY)).toContain(image.imageId);
      const deletionId = encodeIdBytes(randomBytes(26));
      if (await test.stores[0].markDeletingWith(other.imageId, NOW, deletionId)) {
        expect(await test.stores[1].listDeletingWith(deletionId, 9)).toEqual([other.imageId]);
      }
      expect((await bin(projectId)).images).toEqual([]);
    });

    it('keeps a pending decision in the bin, where none is made (keeping.restore, moderation.decision)', async () => {
      const projectId = await addProject();
      const review = newReview('a secret');
      const image = await save(projectId, { review });
      const { imageId } = image;
      const pending = { projectId, pair: null, review: 'pending', limit: 9, before: null } as const;
      const waiting = async () => (await test.stores[1].listImages(pending)).images.length;
      expect([await test.stores[0].moveToBin(imageId, kept()), await waiting()]).toEqual([true, 0]);
      const asked = { imageId, secret: review.secret };
      const rest = { reason: null, reviewedAt: NOW + 1, reviewedBy: 'key_a' };
      for (const state of ['approved', 'rejected'] as const) {
        expect(await test.stores[1].endReview(asked, { ...rest, state })).toBe(false);
      }
      const binned = await read(image);
      expect(await test.stores[1].restoreFromBin(binned, ANY, NOW + 2)).toBe('restored');
      expect([(await read(image)).review, await waiting()]).toEqual([review, 1]);
      expect(await test.stores[1].endReview(asked, { ...rest, state: 'rejected' })).toBe(true);
      expect(await test.stores[0].moveToBin(imageId, kept())).toBe(false);
      const rejected = await read(image);
      expect(rejected).toMatchObject({ state: 'deleting', review: { state: 'rejected' } });
      expect(await test.stores[1].restoreFromBin(rejected, ANY, NOW + 3)).toBe('changed');
      expect([await waiting(), await count(image)]).toEqual([0, 0]);
    });

    it('names what a worker has to visit, at its time (keeping.end)', async () => {
      const projectId = await addProject();
      const image = await save(projectId);
      await test.stores[0].moveToBin(image.imageId, kept());
      const { generation } = await read(image);
      const step = (done: 'removed' | 'swept') =>
        test.stores[0].recordOutdated(image.imageId, generation, done, NOW + 3);
      expect(await step('removed')).toBe(true);
      const steps = await test.stores[1].getPurgeSteps(image.imageId);
      expect(steps).toMatchObject({ marked: NOW, edge_invalidated: NOW + 3 });
      expect(steps.original_removed).toBeUndefined();
      expect(await step('swept')).toBe(true);
      await expect.poll(() => due(NOW + DAY - 1)).not.toContain(image.imageId);
      expect(await due(NOW + DAY)).toContain(image.imageId);
      await test.stores[0].visitLater(await read(image), NOW + 2 * DAY);
      await expect.poll(() => due(NOW + DAY)).not.toContain(image.imageId);
      expect(await due(NOW + 2 * DAY)).toContain(image.imageId);
    });

    it('keeps a former original, and shows it again in place of the other (keeping.restore-version)', async () => {
      const projectId = await addProject();
      const image = await save(projectId, { metadata: { a: 'b' } });
      const next = await replace(image, { format: 'png', width: 9 });
      const version = await test.stores[1].getVersion(image.imageId, image.imageId);
      expect(version).toMatchObject({ kept: kept(), facts: factsOf(image) });
      if (!version) throw new Error('it was replaced');
      const shown = await read(image);
      const restore = { image: shown, version, review: undefined, now: NOW + 9 };
      const outcomes = await Promise.all(
        test.stores.map((store) => store.restoreVersion({ ...restore, kept: kept(NOW + 9) })),
      );
      expect(outcomes.toSorted()).toEqual(['changed', 'restored']);
      expect(await read(image)).toEqual({ ...image, version: 3, generation: 2 });
      const [former, ...others] = await test.stores[1].listVersions(image.imageId);
      expect(others).toEqual([]);
      expect(former).toMatchObject({ originalId: next.imageId, kept: kept(NOW + 9) });
      const review = newReview('other');
      if (!former) throw new Error('it was shown');
      const back = { image: await read(image), version: former, kept: kept(NOW + 10), review };
      expect(await test.stores[0].restoreVersion({ ...back, now: NOW + 10 })).toBe('restored');
      expect(await read(image)).toMatchObject({ originalId: next.imageId, review });
      const pending = { projectId, pair: null, review: 'pending', limit: 9, before: null } as const;
      expect((await test.stores[1].listImages(pending)).images).toHaveLength(1);
    });

    it('ends the keeping of a version, and then restores it no more (keeping.end-for-good)', async () => {
      const projectId = await addProject();
      const image = await save(projectId);
      await replace(image);
      const [version] = await test.stores[1].listVersions(image.imageId);
      if (!version) throw new Error('it was replaced');
      const ends = test.stores.map((store) => store.endVersion(version, NOW + 4));
      expect((await Promise.all(ends)).toSorted()).toEqual([false, true]);
      const restore = { image: await read(image), version, kept: kept(), review: undefined };
      expect(await test.stores[0].restoreVersion({ ...restore, now: NOW })).toBe('changed');
      const [ended] = await test.stores[1].listVersions(image.imageId);
      expect(ended?.kept).toBeUndefined();
      const { generation } = await read(image);
      await test.stores[0].recordOutdated(image.imageId, generation, 'swept', NOW);
      await expect.poll(() => due(NOW + 4)).toContain(image.imageId);
      await test.stores[0].recordVersionSteps(version, ['original_removed', 'swept'], NOW + 5);
      await expect.poll(() => due(NOW + 9 * DAY)).not.toContain(image.imageId);
    });
  });
}
