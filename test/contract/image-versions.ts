import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { factsOf, type Image, type TemporaryImage } from '../../core/images/image-states.ts';
import { newReview } from '../../core/images/review.ts';
import type { Replacement } from '../../core/ports/images/image-versions.ts';
import { type ImageStoreUnderTest, makeImage, makeTemporary } from './image-store.ts';
import { storedImages } from './images/stored-images.ts';

const NOW = Date.UTC(2026, 10, 21);
const LIMITS = { maxCount: 3, maxBytes: 1_000_000 };

/** The promises about new bytes of every pair of image stores over one set of records. */
export function describeImageVersions(
  name: string,
  create: () => Promise<ImageStoreUnderTest>,
): void {
  describe(`replaced images: ${name}`, () => {
    let test: ImageStoreUnderTest;
    beforeAll(async () => {
      test = await create();
    });
    afterAll(() => test.remove());

    const { addProject, upload, save } = storedImages(() => test, NOW, LIMITS);
    const replace = (
      image: Image,
      temporary: TemporaryImage,
      changes: Partial<Replacement> = {},
      at = 0,
    ) => {
      const { metadata, focalPoint } = image;
      const kept = { image, temporary, metadata, focalPoint, review: undefined, now: NOW + 9 };
      return (test.stores[at % 2] ?? test.stores[0]).replaceOriginal({ ...kept, ...changes });
    };
    const read = async ({ imageId }: Pick<Image, 'imageId'>) => {
      const image = await test.stores[1].getImage(imageId);
      if (!image) throw new Error('it was saved');
      return image;
    };
    const listed = async (projectId: string, pair: { key: string; value: string } | null) => {
      const page = await test.stores[1].listImages({ projectId, pair, limit: 9, before: null });
      return page.images.map(({ imageId }) => imageId);
    };

    it('shows new bytes under the same ID, keeps the rest, and counts one image (replacing.address)', async () => {
      const projectId = await addProject();
      const image = await save(projectId, { metadata: { a: 'b' }, focalPoint: '0.2,0.4' });
      const next = await upload(projectId, { format: 'png', width: 9, sha256: 'cd', credit: null });
      expect(await replace(image, next)).toBe('replaced');
      expect(await read(image)).toEqual({
        ...image,
        ...factsOf(next),
        originalId: next.imageId,
        temporaryImageId: next.temporaryImageId,
        version: 2,
        generation: 1,
      });
      expect(await listed(projectId, { key: 'a', value: 'b' })).toEqual([image.imageId]);
      const { images } = await test.usage.ofProject({ projectId, accountId: image.accountId }, '');
      expect(images).toBe(1);
      // neither takes a place among the temporary images
      for (let count = 0; count < LIMITS.maxCount; count += 1) await upload(projectId);
    });

    it('changes metadata, lists and the focal point in the same write (replacing.address)', async () => {
      const projectId = await addProject();
      const image = await save(projectId, { metadata: { a: 'b', c: 'd' }, focalPoint: '0.2,0.4' });
      const metadata = { c: 'd', e: 'f' };
      const next = await upload(projectId);
      expect(await replace(image, next, { metadata, focalPoint: null })).toBe('replaced');
      const { savedMetadata, ...after } = await read(image);
      expect(after).toMatchObject({ metadata, focalPoint: null, version: 2 });
      expect(savedMetadata).toEqual(image.savedMetadata);
      const keys = ['a', 'c', 'e'].map((key) => ({ key, value: { a: 'b', c: 'd', e: 'f' }[key] }));
      const found = await Promise.all(
        keys.map(({ key, value = '' }) => listed(projectId, { key, value })),
      );
      expect(found).toEqual([[], [image.imageId], [image.imageId]]);
    });

    it('ends the former temporary image, and the new one is used as by a save (replacing.purge, replacing.save)', async () => {
      const projectId = await addProject();
      const image = await save(projectId);
      const next = await upload(projectId);
      await replace(image, next);
      const former = await test.stores[1].getTemporaryImage(image.temporaryImageId);
      expect(former).toMatchObject({ state: 'expired', isSaved: true });
      const used = { state: 'temporary', isSaved: true, replacedImageId: image.imageId };
      expect(await test.stores[1].getTemporaryImage(next.temporaryImageId)).toMatchObject(used);
      const saved = await test.stores[0].saveImage(makeImage(next), { maxImages: null }, NOW);
      expect(saved).toEqual({ outcome: 'replaced' });
      const again = await test.stores[0].saveImage(image, { maxImages: null }, NOW);
      expect(again).toMatchObject({ outcome: 'already_saved', image: { imageId: image.imageId } });
      expect(await test.stores[0].markDeleting(image.imageId, NOW + 10)).toBe(true);
      const ended = await test.stores[1].getTemporaryImage(next.temporaryImageId);
      expect(ended?.state).toBe('expired');
    });

    it('keeps account of each former original, and of the first time of each step (replacing.purge)', async () => {
      const projectId = await addProject();
      const image = await save(projectId);
      const second = await upload(projectId, { format: 'png', width: 9 });
      await replace(image, second);
      const third = await upload(projectId);
      await replace(await read(image), third, { now: NOW + 12 });
      const { imageId, temporaryImageId } = image;
      const first = { imageId, originalId: imageId, temporaryImageId, facts: factsOf(image) };
      const versions = await test.stores[1].listVersions(imageId);
      const { imageId: originalId, temporaryImageId: used } = second;
      const other = { imageId, originalId, temporaryImageId: used, facts: factsOf(second) };
      expect(versions).toEqual([
        { ...first, replacedAt: NOW + 9, steps: { marked: NOW + 9 } },
        { ...other, replacedAt: NOW + 12, steps: { marked: NOW + 12 } },
      ]);
      const [version] = versions;
      if (!version) throw new Error('it was listed');
      await test.stores[0].recordVersionSteps(version, ['origin_closed', 'swept'], NOW + 20);
      await test.stores[0].recordVersionSteps(version, ['marked', 'swept'], NOW + 30);
      const [after] = await test.stores[1].listVersions(imageId);
      const steps = { marked: NOW + 9, origin_closed: NOW + 20, swept: NOW + 20 };
      expect(after?.steps).toEqual(steps);
      expect(await test.stores[0].listVersions(second.imageId)).toEqual([]);
    });

    it('makes the purge of outdated renditions due (replacing.purge)', async () => {
      const projectId = await addProject();
      const image = await save(projectId);
      await replace(image, await upload(projectId));
      const due = { from: 0, generation: 1, outdatedAt: NOW + 9, isRemoved: false };
      expect(await test.stores[1].getOutdated(image.imageId)).toEqual(due);
      await expect.poll(() => test.stores[1].listPurgesDue(999, 9e15)).toContain(image.imageId);
    });

    it('writes nothing for a temporary image that has ended, was used or is blocked (replacing.idempotent)', async () => {
      const projectId = await addProject();
      const image = await save(projectId);
      const ended = await upload(projectId, { expiresAt: NOW + 9 });
      expect(await replace(image, ended)).toBe('ended');
      const other = await save(projectId);
      const saved = await test.stores[0].getTemporaryImage(other.temporaryImageId);
      if (!saved) throw new Error('it was added');
      expect(await replace(image, saved)).toBe('used');
      const unknown = makeTemporary(projectId);
      expect(await replace(image, unknown)).toBe('ended');
      expect(await read(image)).toEqual(image);
      expect(await test.stores[1].listVersions(image.imageId)).toEqual([]);
    });

    it('writes nothing for an image that changed since, or is gone, or waits (replacing.refused)', async () => {
      const projectId = await addProject();
      const next = await upload(projectId);
      const changed = await save(projectId);
      await test.stores[1].replaceMetadata(changed, { a: 'b' });
      expect(await replace(changed, next)).toBe('changed');
      const gone = await save(projectId);
      await test.stores[1].markDeleting(gone.imageId, NOW);
      expect(await replace(gone, next)).toBe('changed');
      const review = newReview('s'.repeat(43));
      const waiting = await save(projectId, { review });
      expect(await replace(waiting, next)).toBe('changed');
      expect(await test.stores[1].getTemporaryImage(next.temporaryImageId)).toEqual(next);
    });

    it('gives new bytes a review of their own (replacing.refused)', async () => {
      const projectId = await addProject();
      const image = await save(projectId);
      const review = newReview('s'.repeat(43));
      await replace(image, await upload(projectId), { review });
      expect((await read(image)).review).toEqual(review);
      const query = { projectId, pair: null, review: 'pending', limit: 9, before: null } as const;
      const { images } = await test.stores[1].listImages(query);
      expect(images.map(({ imageId }) => imageId)).toEqual([image.imageId]);
    });

    it('of concurrent replacements exactly one is made of the image that was read (replacing.purge)', async () => {
      const projectId = await addProject();
      const image = await save(projectId);
      const all = [await upload(projectId), await upload(projectId), await upload(projectId)];
      const outcomes = await Promise.all(all.map((next, at) => replace(image, next, {}, at)));
      expect(outcomes.sort()).toEqual(['changed', 'changed', 'replaced']);
      const { originalId, version } = await read(image);
      expect(version).toBe(2);
      const used = all.filter(({ imageId }) => imageId === originalId);
      expect(used).toHaveLength(1);
      for (const { temporaryImageId, imageId } of all) {
        const temporary = await test.stores[0].getTemporaryImage(temporaryImageId);
        expect(temporary?.isSaved).toBe(imageId === originalId);
      }
    });

    it('of a save and replacements by one temporary image exactly one wins (replacing.save)', async () => {
      const projectId = await addProject();
      const images = [await save(projectId), await save(projectId)];
      const next = await upload(projectId);
      const [saved, ...replaced] = await Promise.all([
        test.stores[1].saveImage(makeImage(next), { maxImages: null }, NOW),
        ...images.map((image, at) => replace(image, next, {}, at)),
      ]);
      const outcomes = [saved.outcome, ...replaced];
      expect(outcomes.filter((one) => one === 'saved' || one === 'replaced')).toHaveLength(
        saved.outcome === 'saved' ? 1 : 2, // the save names the replacement, too
      );
      const shown = await Promise.all(images.map(read));
      const showing = shown.filter(({ originalId }) => originalId === next.imageId);
      expect(showing).toHaveLength(saved.outcome === 'saved' ? 0 : 1);
    });
  });
}
