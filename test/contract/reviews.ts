import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeIdBytes, type ImageId } from '../../core/images/ids.ts';
import type { ImagePosition } from '../../core/images/image-list.ts';
import type { Image } from '../../core/images/image-states.ts';
import { newReview, type ReviewRead, type Verdict } from '../../core/images/review.ts';
import { PLANS } from '../../core/projects/plans.ts';
import { type ImageStoreUnderTest, makeImage, makeTemporary } from './image-store.ts';

const NOW = Date.UTC(2026, 10, 21);
const LIMITS = { maxCount: 1_000, maxBytes: 1_000_000 };
const LABELS = [{ name: 'Violence', confidence: 91.5 }];

const SECRET = 's'.repeat(43);

const read = (imageId: ImageId, secret = SECRET): ReviewRead => ({ imageId, secret });
const verdict = (state: Verdict['state'], reason: string | null = null): Verdict => {
  return { state, reason, reviewedAt: NOW + 5, reviewedBy: 'key_a' };
};

/** The promises about reviews of every pair of image stores over one set of records. */
export function describeReviews(name: string, create: () => Promise<ImageStoreUnderTest>): void {
  describe(`reviews: ${name}`, () => {
    let test: ImageStoreUnderTest;
    let projectId: string;
    beforeAll(async () => {
      test = await create();
      projectId = `prj_${encodeIdBytes(randomBytes(26))}`;
      const project = { projectId, accountId: `acc_${projectId}`, plan: PLANS.free };
      await test.projects.addProject({ ...project, name: 'p', allowedOrigins: [], createdAt: NOW });
    });
    afterAll(() => test.remove());

    let saved = 0;
    const save = async (changes: Partial<Image> = {}) => {
      const temporary = makeTemporary(projectId);
      await test.stores[0].addTemporaryImage(temporary, LIMITS, NOW);
      saved += 1;
      const review = newReview(SECRET);
      const image = makeImage(temporary, { createdAt: NOW + saved, review, ...changes });
      const { outcome } = await test.stores[1].saveImage(image, { maxImages: null }, NOW);
      expect(outcome).toBe('saved');
      return image;
    };
    const pages = async (limit: number, of: { review?: 'pending' } = { review: 'pending' }) => {
      const found: ImageId[] = [];
      let before: ImagePosition | null = null;
      do {
        const query = { projectId, pair: null, limit, before, ...of };
        const { images, next } = await test.stores[0].listImages(query);
        found.push(...images.map(({ imageId }) => imageId));
        before = next;
      } while (before);
      return found;
    };
    const reviewOf = async (id: ImageId) => (await test.stores[0].getImage(id))?.review;
    const countImages = async () =>
      (await test.usage.ofAccount(`acc_${projectId}`, '2026-11')).images;

    it('lists the images of a project that wait for a decision, newest first, by pages (calls.list-images)', async () => {
      const waiting = [await save(), await save({ metadata: { a: 'b' } }), await save()];
      await save({ review: undefined } as unknown as Partial<Image>);
      const ids = waiting.map(({ imageId }) => imageId).reverse();
      for (const limit of [1, 2, 100]) expect(await pages(limit)).toEqual(ids);
      for (const image of waiting) {
        expect(await test.stores[1].getImage(image.imageId)).toEqual(image);
        expect(await test.stores[0].markDeleting(image.imageId, NOW)).toBe(true);
      }
      expect(await pages(100)).toEqual([]);
    });

    it('approves an image once: it stays, and is in no queue (moderation.decision)', async () => {
      const { imageId, review } = await save();
      const before = await countImages();
      const approved = verdict('approved', 'a cat');
      expect(await test.stores[0].endReview(read(imageId), approved)).toBe(true);
      expect(await reviewOf(imageId)).toEqual({ ...review, ...approved });
      expect(await test.stores[1].endReview(read(imageId), verdict('rejected'))).toBe(false);
      expect(await test.stores[1].noteLabels(read(imageId), LABELS)).toBe(false);
      expect(await reviewOf(imageId)).toEqual({ ...review, ...approved });
      expect(await pages(100)).toEqual([]);
      expect(await pages(100, {})).toContain(imageId);
      expect(await countImages()).toBe(before);
    });

    it('rejects an image as it is deleted: its purge is due, its place is free, the reason stays (moderation.decision)', async () => {
      const { imageId, temporaryImageId, review } = await save({ metadata: { a: 'c' } });
      const before = await countImages();
      const rejected = verdict('rejected', 'not ours');
      expect(await test.stores[1].endReview(read(imageId), rejected)).toBe(true);
      expect(await test.stores[0].getImage(imageId)).toMatchObject({
        state: 'deleting',
        deletedAt: rejected.reviewedAt,
        review: { ...review, ...rejected },
      });
      expect((await test.stores[0].getTemporaryImage(temporaryImageId))?.state).toBe('expired');
      expect(await test.stores[0].listPurgesDue(100, 9e15)).toContain(imageId);
      expect(await countImages()).toBe(before - 1);
      expect(await pages(100)).toEqual([]);
      for (const again of [rejected, verdict('approved')]) {
        expect(await test.stores[0].endReview(read(imageId), again)).toBe(false);
      }
      expect(await countImages()).toBe(before - 1);
    });

    it('keeps the labels of a pending image, and decides on no image without a review or deleted', async () => {
      const { imageId, review } = await save();
      expect(await test.stores[0].noteLabels(read(imageId), LABELS)).toBe(true);
      expect(await reviewOf(imageId)).toEqual({ ...review, labels: LABELS });
      expect(await pages(100)).toContain(imageId);
      expect(await test.stores[0].markDeleting(imageId, NOW)).toBe(true);
      const { imageId: plain } = await save({ review: undefined } as unknown as Partial<Image>);
      for (const id of [imageId, plain, `img_${'z'.repeat(26)}` as const]) {
        expect(await test.stores[0].endReview(read(id), verdict('approved'))).toBe(false);
        expect(await test.stores[0].endReview(read(id), verdict('rejected'))).toBe(false);
        expect(await test.stores[0].noteLabels(read(id), LABELS)).toBe(false);
      }
      expect((await test.stores[0].getImage(plain))?.state).toBe('saved');
    });

    it('decides only on the bytes that were read: others have another secret (replacing.refused)', async () => {
      const image = await save();
      const { imageId, review } = image;
      const other = read(imageId, 't'.repeat(43));
      expect(await test.stores[0].noteLabels(other, LABELS)).toBe(false);
      expect(await test.stores[1].endReview(other, verdict('approved'))).toBe(false);
      expect(await test.stores[1].endReview(other, verdict('rejected'))).toBe(false);
      expect(await test.stores[0].getImage(imageId)).toEqual(image);
      expect(await test.stores[1].endReview(read(imageId), verdict('approved'))).toBe(true);
      expect(await reviewOf(imageId)).toEqual({ ...review, ...verdict('approved') });
    });

    it('carries out exactly one of the concurrent decisions and deletes (moderation.decision)', async () => {
      for (let round = 0; round < 6; round += 1) {
        const { imageId } = await save();
        const before = await countImages();
        const [first, second] = test.stores;
        const done = await Promise.all([
          first.endReview(read(imageId), verdict('approved')),
          second.endReview(read(imageId), verdict('rejected')),
          first.endReview(read(imageId), verdict('rejected', 'again')),
          second.endReview(read(imageId), verdict('approved', 'again')),
          first.noteLabels(read(imageId), LABELS),
        ]);
        expect(done.slice(0, 4).filter((isDone) => isDone)).toHaveLength(1);
        const state = done[0] || done[3] ? 'approved' : 'rejected';
        expect(await reviewOf(imageId)).toMatchObject({ state });
        expect(await countImages()).toBe(state === 'approved' ? before : before - 1);
        expect(await pages(100)).toEqual([]);
      }
      const { imageId } = await save();
      const [isDeleted, isApproved] = await Promise.all([
        test.stores[0].markDeleting(imageId, NOW),
        test.stores[1].endReview(read(imageId), verdict('approved')),
      ]);
      expect(isDeleted).toBe(true);
      expect(await reviewOf(imageId)).toMatchObject({ state: isApproved ? 'approved' : 'pending' });
      expect((await test.stores[0].getImage(imageId))?.state).toBe('deleting');
      expect(await pages(100)).toEqual([]);
    });
  });
}
