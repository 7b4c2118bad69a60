import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DirectUpload } from '../../core/images/direct-upload.ts';
import { encodeIdBytes } from '../../core/images/ids.ts';
import type { TemporaryImage } from '../../core/images/image-states.ts';
import type { ImageStore } from '../../core/ports/images/image-store.ts';
import type { DirectUploadStore } from '../../core/ports/uploads/direct-upload-store.ts';
import { makeImage, makeTemporary } from './image-store.ts';

/**
 * Two stores of direct uploads over one set of records, as two processes have, and the image stores
 * over the same.
 */
export interface DirectUploadStoreUnderTest {
  readonly stores: readonly [DirectUploadStore, DirectUploadStore];
  readonly images: ImageStore;
  remove(): Promise<void>;
}

const NOW = Date.UTC(2026, 10, 21);
const LIMITS = { maxCount: 3, maxBytes: 1_000 };
const newId = () => encodeIdBytes(randomBytes(26));
const REFUSAL = { reason: 'invalid_image', detail: 'The image is cut.' } as const;

/** Makes a pending direct upload of a project. */
export function makeDirectUpload(
  projectId: string,
  changes: Partial<DirectUpload> = {},
): DirectUpload {
  return {
    temporaryImageId: `tmp_${newId()}`,
    imageId: `img_${newId()}`,
    projectId,
    accountId: `acc_${projectId}`,
    state: 'pending',
    format: 'jpg',
    bytes: 300,
    originalFilename: 'brücke 😀.jpg',
    createdAt: NOW,
    pendingUntil: NOW + 100,
    expiresAt: NOW + 1_000,
    reason: null,
    detail: null,
    judging: null,
    credit: 'keep',
    ...changes,
  };
}

/** The temporary image that an accepted upload becomes. */
export function acceptedImage(
  { temporaryImageId, imageId, projectId }: DirectUpload,
  bytes = 200,
): TemporaryImage {
  return makeTemporary(projectId, { temporaryImageId, imageId, bytes });
}

/** The rules of the port `DirectUploadStore`, held against any implementation of it. */
export function describeDirectUploadStore(
  name: string,
  create: () => Promise<DirectUploadStoreUnderTest>,
): void {
  describe(`a store of direct uploads: ${name}`, () => {
    let test: DirectUploadStoreUnderTest;
    beforeAll(async () => {
      test = await create();
    });
    afterAll(() => test.remove());

    const add = async (projectId: string, changes: Partial<DirectUpload> = {}) => {
      const upload = makeDirectUpload(projectId, changes);
      expect(await test.stores[0].add(upload, LIMITS, NOW)).toBe('added');
      return upload;
    };
    const isAdded = (projectId: string, now: number, bytes = 300) =>
      test.stores[1].add(makeDirectUpload(projectId, { bytes }), LIMITS, now);
    const addImage = (projectId: string, now = NOW, bytes = 100) =>
      test.images.addTemporaryImage(makeTemporary(projectId, { bytes }), LIMITS, now);
    const newProject = () => `prj_${newId()}`;

    it('gives back each added upload, in every process (uploads.direct-states)', async () => {
      const upload = await add(newProject());
      expect(await test.stores[1].get(upload.temporaryImageId)).toEqual(upload);
      expect(await test.stores[0].get(`tmp_${newId()}`)).toBeUndefined();
      expect(await test.images.getTemporaryImage(upload.temporaryImageId)).toBeUndefined();
    });

    it('counts awaited uploads by their declared bytes, beside those that arrived (uploads.temporary-limits)', async () => {
      const project = newProject();
      await add(project, { bytes: 800 });
      expect(await isAdded(project, NOW, 201)).toBe('limit_exceeded');
      expect(await addImage(project, NOW, 201)).toBe('limit_exceeded');
      expect(await addImage(project)).toBe('added');
      expect(await isAdded(project, NOW, 100)).toBe('added');
      expect(await isAdded(project, NOW, 0)).toBe('limit_exceeded');
      expect(await addImage(project, NOW, 0)).toBe('limit_exceeded');
    });

    it('frees the place of a form without an upload, to the millisecond (uploads.temporary-limits)', async () => {
      const project = newProject();
      await add(project, { bytes: 1_000 });
      expect(await isAdded(project, NOW + 99)).toBe('limit_exceeded');
      expect(await addImage(project, NOW + 99)).toBe('limit_exceeded');
      expect(await isAdded(project, NOW + 100)).toBe('added');
    });

    it('never accepts more than the limit from many concurrent requests (uploads.temporary-limits)', async () => {
      const project = newProject();
      const requested = Array.from({ length: 12 }, (_, i) =>
        (test.stores[i % 2] ?? test.stores[0]).add(
          makeDirectUpload(project, { bytes: 1 }),
          LIMITS,
          NOW,
        ),
      );
      const outcomes = await Promise.all(requested);
      expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(LIMITS.maxCount);
    });

    it('becomes a temporary image once, in the place that it had (uploads.direct-result)', async () => {
      const project = newProject();
      const upload = await add(project, { bytes: 1_000 });
      const image = acceptedImage(upload);
      expect(await test.stores[1].accept(image, LIMITS, NOW)).toBe('accepted');
      expect(await test.images.getTemporaryImage(upload.temporaryImageId)).toEqual(image);
      expect((await test.stores[0].get(upload.temporaryImageId))?.state).toBe('accepted');
      expect(await test.stores[0].accept(image, LIMITS, NOW)).toBe('not_pending');
      expect(await test.stores[0].refuse(upload.temporaryImageId, REFUSAL)).toBe(false);
      // 200 bytes are counted now, until the image's own end
      expect(await isAdded(project, NOW + 150, 801)).toBe('limit_exceeded');
      expect(await isAdded(project, NOW + 150, 800)).toBe('added');
      const saved = await test.images.saveImage(makeImage(image), { maxImages: null }, NOW);
      expect(saved.outcome).not.toBe('ended');
    });

    it('is accepted by exactly one of many concurrent calls (uploads.direct-result)', async () => {
      const upload = await add(newProject());
      const image = acceptedImage(upload);
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          (test.stores[i % 2] ?? test.stores[0]).accept(image, LIMITS, NOW),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'not_pending')).toHaveLength(7);
    });

    it('is held to the limits again where it comes after its place was given up (uploads.temporary-limits)', async () => {
      const project = newProject();
      const late = await add(project, { bytes: 1_000 });
      const other = makeDirectUpload(project, { bytes: 900, pendingUntil: NOW + 500 });
      expect(await test.stores[1].add(other, LIMITS, NOW + 100)).toBe('added');
      const image = acceptedImage(late);
      expect(await test.stores[0].accept(image, LIMITS, NOW + 101)).toBe('limit_exceeded');
      expect((await test.stores[0].get(late.temporaryImageId))?.state).toBe('pending');
      expect(await test.stores[0].accept(acceptedImage(late, 100), LIMITS, NOW + 101)).toBe(
        'accepted',
      );
    });

    it('is refused once, with its reason, and gives its place up (uploads.direct-states)', async () => {
      const project = newProject();
      const upload = await add(project, { bytes: 1_000 });
      expect(await test.stores[1].refuse(upload.temporaryImageId, REFUSAL)).toBe(true);
      expect(await test.stores[0].get(upload.temporaryImageId)).toEqual({
        ...upload,
        state: 'refused',
        ...REFUSAL,
      });
      const other = { reason: 'image_too_large', detail: '' } as const;
      expect(await test.stores[0].refuse(upload.temporaryImageId, other)).toBe(false);
      expect(await test.stores[0].accept(acceptedImage(upload), LIMITS, NOW)).toBe('not_pending');
      expect(await test.images.getTemporaryImage(upload.temporaryImageId)).toBeUndefined();
      expect(await isAdded(project, NOW, 1_000)).toBe('added');
      expect(await test.stores[0].refuse(`tmp_${newId()}`, REFUSAL)).toBe(false);
    });

    it('counts the open attempts to validate one arrival, over all processes (uploads.validation-timeout)', async () => {
      const { temporaryImageId: id } = await add(newProject());
      const [first, other] = test.stores;
      expect(await first.beginValidation(id, 'first', NOW)).toBe(1);
      expect(await other.beginValidation(id, 'first', NOW + 5)).toBe(2);
      const judging = { etag: 'first', openTries: 2, since: NOW + 5 };
      expect((await first.get(id))?.judging).toEqual(judging);
      await other.endValidation(id, 'first');
      expect((await first.get(id))?.judging).toEqual({ ...judging, openTries: 1 });
      expect(await first.beginValidation(id, 'first', NOW + 9)).toBe(2);
      expect(await first.beginValidation(id, 'second', NOW + 10)).toBe(1);
      await first.endValidation(id, 'first'); // of bytes that others have taken the place of
      await first.endValidation(id, 'second');
      await first.endValidation(id, 'second');
      expect((await other.get(id))?.judging).toEqual({
        etag: 'second',
        openTries: 0,
        since: NOW + 10,
      });
    });

    it('counts each of many attempts that begin concurrently (uploads.validation-timeout)', async () => {
      const { temporaryImageId: id } = await add(newProject());
      const tries = await Promise.all(
        Array.from({ length: 6 }, (_, i) =>
          (test.stores[i % 2] ?? test.stores[0]).beginValidation(id, 'one', NOW),
        ),
      );
      expect(tries.toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
    });

    it('counts no attempt after the validation, or for an unknown upload (uploads.validation-timeout)', async () => {
      const upload = await add(newProject());
      const { temporaryImageId: id } = upload;
      expect(await test.stores[0].beginValidation(id, 'one', NOW)).toBe(1);
      await test.stores[1].refuse(id, REFUSAL);
      expect(await test.stores[0].beginValidation(id, 'one', NOW)).toBeUndefined();
      await test.stores[0].endValidation(id, 'one');
      expect((await test.stores[0].get(id))?.judging?.openTries).toBe(1);
      const unknown = `tmp_${newId()}` as const;
      expect(await test.stores[0].beginValidation(unknown, 'one', NOW)).toBeUndefined();
      await test.stores[0].endValidation(unknown, 'one');
    });
  });
}
