import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeIdBytes } from '../../core/images/ids.ts';
import type { Image, ImageFacts, TemporaryImage } from '../../core/images/image-states.ts';
import type { ImageStore } from '../../core/ports/images/image-store.ts';
import type { ProjectStore } from '../../core/ports/projects/project-store.ts';
import type { UsageStore } from '../../core/ports/projects/usage-store.ts';
import { PLANS } from '../../core/projects/plans.ts';

/**
 * The promises of every pair of image stores over one set of records: two, as two processes have.
 */
export interface ImageStoreUnderTest {
  readonly stores: readonly [ImageStore, ImageStore];
  readonly projects: ProjectStore;
  readonly usage: UsageStore;
  /** Does as the stream of the records does, in a store that has one. */
  writeTerms?(before: Image | undefined, after: Image | undefined): Promise<void>;
  remove(): Promise<void>;
}

const NOW = Date.UTC(2026, 10, 21);
const LIMITS = { maxCount: 5, maxBytes: 1_000 };
const FACTS: ImageFacts = {
  format: 'jpg',
  width: 3,
  height: 2,
  bytes: 100,
  sha256: 'ab',
  frames: 1,
  hasAlpha: false,
  mainColor: '#c04a1f',
  thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  originalFilename: 'brücke 😀.jpg',
  convertedFrom: null,
  lost: null,
  hasWideGamut: null,
  hasGainMap: false,
  credit: { creator: 'Ann', copyright: null, licenseUrl: 'https://example.com/l' },
};
const newId = () => encodeIdBytes(randomBytes(26));

/** Makes a live temporary image of a project. */
export function makeTemporary(
  projectId: string,
  changes: Partial<TemporaryImage> = {},
): TemporaryImage {
  return {
    ...FACTS,
    temporaryImageId: `tmp_${newId()}`,
    imageId: `img_${newId()}`,
    projectId,
    accountId: `acc_${projectId}`,
    state: 'temporary',
    createdAt: NOW,
    expiresAt: NOW + 1_000,
    isSaved: false,
    ...changes,
  };
}

/** The image that saving a temporary one makes. */
export function makeImage(temporary: TemporaryImage, changes: Partial<Image> = {}): Image {
  const { imageId, projectId, accountId, temporaryImageId } = temporary;
  return {
    ...FACTS,
    imageId,
    projectId,
    accountId,
    temporaryImageId,
    state: 'saved',
    createdAt: NOW,
    deletedAt: null,
    version: 1,
    generation: 0,
    metadata: {},
    savedMetadata: {},
    savedFocalPoint: null,
    focalPoint: null,
    ...changes,
  };
}

/** The rules of the port `ImageStore`, held against any implementation of it. */
export function describeImageStore(name: string, create: () => Promise<ImageStoreUnderTest>): void {
  describe(`an image store: ${name}`, () => {
    let test: ImageStoreUnderTest;
    beforeAll(async () => {
      test = await create();
    });
    afterAll(() => test.remove());

    const newProject = async () => {
      const projectId = `prj_${newId()}`;
      const account = { accountId: `acc_${projectId}`, plan: PLANS.free };
      await test.projects.addProject({
        projectId,
        ...account,
        name: 'p',
        allowedOrigins: [],
        createdAt: NOW,
      });
      return projectId;
    };
    const add = async (projectId: string, changes = {}) => {
      const temporary = makeTemporary(projectId, changes);
      expect(await test.stores[0].addTemporaryImage(temporary, LIMITS, NOW)).toBe('added');
      return temporary;
    };
    const save = (temporary: TemporaryImage, max: number | null = null, now = NOW, at = 0) =>
      (test.stores[at % 2] ?? test.stores[0]).saveImage(
        makeImage(temporary),
        { maxImages: max },
        now,
      );

    it('gives back each record that it took, with every well-formed text in it', async () => {
      const temporary = await add(await newProject());
      expect(await test.stores[1].getTemporaryImage(temporary.temporaryImageId)).toEqual(temporary);
      const metadata = { constructor: '😀', empty: '', quote: '"\\\u0000\u2028' };
      const savedFocalPoint = '0.3,0.7';
      const saved = { savedMetadata: { a: 'b' }, savedFocalPoint } as const;
      const image = makeImage(temporary, { metadata, focalPoint: '1,0', ...saved });
      await test.stores[0].saveImage(image, { maxImages: null }, NOW);
      expect(await test.stores[1].getImage(temporary.imageId)).toEqual(image);
      expect(await test.stores[0].getImage(`img_${newId()}`)).toBeUndefined();
    });

    it('holds a project to its number and bytes of live unsaved temporary images (uploads.temporary-limits)', async () => {
      const projectId = await newProject();
      const store = test.stores[0];
      const first = await add(projectId);
      for (let count = 1; count < 5; count += 1) await add(projectId);
      const more = () => store.addTemporaryImage(makeTemporary(projectId), LIMITS, NOW);
      expect(await more()).toBe('limit_exceeded');
      await save(first);
      expect(await more()).toBe('added');
      expect(await more()).toBe('limit_exceeded');
      expect(await store.addTemporaryImage(makeTemporary(projectId), LIMITS, NOW + 1_000)).toBe(
        'added',
      );
      const heavy = makeTemporary(await newProject(), { bytes: 1_001 });
      expect(await store.addTemporaryImage(heavy, LIMITS, NOW)).toBe('limit_exceeded');
    });

    it('holds it exactly to both, whichever images come first and go (uploads.temporary-limits)', async () => {
      const limits = { maxCount: 40, maxBytes: 4_000 };
      const projectId = await newProject();
      const add = async (bytes: number) => {
        const temporary = makeTemporary(projectId, { bytes });
        const [first, second] = test.stores;
        const store = bytes % 2 ? first : second;
        return { temporary, outcome: await store.addTemporaryImage(temporary, limits, NOW) };
      };
      const tally = async (sizes: readonly number[]) => {
        const all = [];
        for (const bytes of sizes) all.push(await add(bytes));
        return all.filter(({ outcome }) => outcome === 'added').map(({ temporary }) => temporary);
      };
      // four of a quarter of all bytes each, and no byte more
      const large = await tally([1_000, 1_000, 1_000, 1_000, 1_000, 1]);
      expect(large.map(({ bytes }) => bytes)).toEqual([1_000, 1_000, 1_000, 1_000]);
      for (const entry of large.slice(1)) {
        await test.stores[0].saveImage(makeImage(entry), { maxImages: null }, NOW);
      }
      // as many small ones as the number lets in beside the one that is left
      expect(await tally(Array(45).fill(7))).toHaveLength(39);
      const all = await Promise.all(Array.from({ length: 4 }, () => add(3)));
      expect(all.map(({ outcome }) => outcome)).toEqual(Array(4).fill('limit_exceeded'));
    });

    it('an account that gets a bound is held to it by all that it saved without one (quotas.images, security.exact-quotas)', async () => {
      const projectId = await newProject();
      const limits = { maxCount: 99, maxBytes: 99_999 };
      const save = async (maxImages: number | null) => {
        const temporary = makeTemporary(projectId);
        await test.stores[0].addTemporaryImage(temporary, limits, NOW);
        const image = makeImage(temporary);
        return { image, ...(await test.stores[1].saveImage(image, { maxImages }, NOW)) };
      };
      const unbound = [];
      for (let at = 0; at < 12; at += 1) unbound.push((await save(null)).image);
      expect((await save(12)).outcome).toBe('quota_exceeded');
      expect([(await save(14)).outcome, (await save(14)).outcome]).toEqual(['saved', 'saved']);
      expect((await save(14)).outcome).toBe('quota_exceeded');
      const count = async () => (await test.usage.ofAccount(`acc_${projectId}`, '2026-11')).images;
      expect(await count()).toBe(14);
      for (const { imageId } of unbound) await test.stores[0].markDeleting(imageId, NOW);
      expect(await count()).toBe(2);
    });

    it('saves once, for any number of callers and calls (saving.idempotent, security.saved-once)', async () => {
      const temporary = await add(await newProject());
      const all = await Promise.all(
        Array.from({ length: 20 }, (_, at) => save(temporary, 1, NOW, at)),
      );
      expect(all.filter((candidate) => candidate.outcome === 'saved')).toHaveLength(1);
      expect(all.filter((candidate) => candidate.outcome === 'already_saved')).toHaveLength(19);
      expect((await save(temporary, 1, NOW + 1_000_000)).outcome).toBe('already_saved');
    });

    it('saves to the last millisecond and not after (security.exact-expiry)', async () => {
      const projectId = await newProject();
      expect((await save(await add(projectId), null, NOW + 999)).outcome).toBe('saved');
      expect((await save(await add(projectId), null, NOW + 1_000)).outcome).toBe('ended');
      expect((await save(makeTemporary(projectId))).outcome).toBe('ended');
    });

    it('counts images exactly, and a delete frees the place immediately and once (quotas.images)', async () => {
      const projectId = await newProject();
      const temporaries = await Promise.all(Array.from({ length: 4 }, () => add(projectId)));
      const all = await Promise.all(
        temporaries.map((temporary, at) => save(temporary, 3, NOW, at)),
      );
      expect(all.filter((candidate) => candidate.outcome === 'saved')).toHaveLength(3);
      const saved = temporaries[all.findIndex((candidate) => candidate.outcome === 'saved')];
      const refused =
        temporaries[all.findIndex((candidate) => candidate.outcome === 'quota_exceeded')];
      if (!saved || !refused) throw new Error('nothing was refused');
      const deletes = await Promise.all(
        test.stores.map((store) => store.markDeleting(saved.imageId, NOW)),
      );
      expect(deletes.filter(Boolean)).toHaveLength(1);
      expect((await save(refused, 3)).outcome).toBe('saved');
      const next = await add(await newProject(), { projectId, accountId: `acc_${projectId}` });
      expect((await save(next, 3)).outcome).toBe('quota_exceeded');
    });

    it('counts images by account and by project, other projects of the account aside (quotas.images, calls.get-usage)', async () => {
      const projectId = await newProject();
      const accountId = `acc_${projectId}`;
      const other = `prj_${newId()}`;
      const of = { accountId, name: 'q', allowedOrigins: [], plan: PLANS.free, createdAt: NOW };
      await test.projects.addProject({ ...of, projectId: other });
      const first = await add(projectId);
      await save(first);
      await save(first);
      await save(await add(projectId));
      await save(await add(other, { accountId }));
      const counts = async () => {
        const all = [
          await test.usage.ofAccount(accountId, '2026-11'),
          await test.usage.ofProject({ projectId, accountId }, '2026-11'),
          await test.usage.ofProject({ projectId: other, accountId }, '2026-11'),
        ];
        return all.map(({ images }) => images);
      };
      expect(await counts()).toEqual([3, 2, 1]);
      await Promise.all(test.stores.map((store) => store.markDeleting(first.imageId, NOW)));
      expect(await counts()).toEqual([2, 1, 1]);
      const unknown = { projectId: 'prj_none', accountId: 'acc_none' };
      const none = { images: 0, transformations: 0, bandwidthBytes: 0, topImages: [] };
      expect(await test.usage.ofProject(unknown, '2026-11')).toEqual(none);
      expect(await test.usage.ofAccount('acc_none', '2026-11')).toEqual(none);
    });

    it('a delete ends the image and its temporary image, and neither is restored (security.deletion-final)', async () => {
      const temporary = await add(await newProject());
      await save(temporary);
      expect(await test.stores[0].markDeleting(temporary.imageId, NOW + 5)).toBe(true);
      expect(await test.stores[1].getImage(temporary.imageId)).toMatchObject({
        state: 'deleting',
        deletedAt: NOW + 5,
      });
      expect(await test.stores[1].getTemporaryImage(temporary.temporaryImageId)).toMatchObject({
        state: 'expired',
        expiresAt: NOW + 5,
      });
      expect((await save(temporary)).outcome).toBe('deleted');
      expect(await test.stores[0].replaceMetadata(makeImage(temporary), { a: 'b' })).toBe(false);
      expect(await test.stores[0].markDeleting(`img_${newId()}`, NOW)).toBe(false);
    });

    it('replaces metadata only at the version that was read (metadata.max-keys, security.no-lost-metadata)', async () => {
      const temporary = await add(await newProject());
      await save(temporary);
      const image = makeImage(temporary);
      const both = await Promise.all(
        test.stores.map((store, at) => store.replaceMetadata(image, { at: String(at) })),
      );
      expect(both.filter(Boolean)).toHaveLength(1);
      expect(await test.stores[0].getImage(image.imageId)).toMatchObject({
        version: 2,
        metadata: { at: String(both.indexOf(true)) },
      });
    });

    it('replaces metadata and focal point in one write, at the version that was read (metadata.focal-point)', async () => {
      const [store, other] = test.stores;
      const temporary = await add(await newProject());
      const { imageId } = temporary;
      await save(temporary);
      const image = makeImage(temporary);
      const point = { focalPoint: '0.3,0.7', now: NOW } as const;
      expect(await store.replaceMetadata(image, { a: 'b' }, point)).toBe(true);
      const changed = makeImage(temporary, {
        metadata: { a: 'b' },
        focalPoint: '0.3,0.7',
        version: 2,
        generation: 1,
      });
      expect(await other.getImage(imageId)).toEqual(changed);
      const outdated = { from: 0, generation: 1, outdatedAt: NOW, isRemoved: false };
      expect(await other.getOutdated(imageId)).toEqual(outdated);
      expect(await other.listPurgesDue(100, 9e15)).toContain(imageId);
      // another change was quicker: nothing is stored, and no rendition is outdated
      const late = { focalPoint: null, now: NOW + 5 };
      expect(await other.replaceMetadata(image, { a: 'late' }, late)).toBe(false);
      expect(await store.getImage(imageId)).toEqual(changed);
      expect(await store.getOutdated(imageId)).toEqual(outdated);
      expect(await other.replaceMetadata(changed, { c: 'd' }, late)).toBe(true);
      expect(await store.getImage(imageId)).toMatchObject({
        metadata: { c: 'd' },
        focalPoint: null,
        version: 3,
        generation: 2,
      });
      await store.markDeleting(imageId, NOW + 6);
      const gone = makeImage(temporary, { version: 3 });
      expect(await other.replaceMetadata(gone, { e: 'f' }, point)).toBe(false);
    });

    it('lists images to be purged, oldest first, until each is swept; a step keeps its first time (deletion.steps)', async () => {
      const projectId = await newProject();
      const [older, newer] = [await add(projectId), await add(projectId)];
      for (const entry of [older, newer]) await save(entry);
      await test.stores[0].markDeleting(newer.imageId, NOW - 10);
      await test.stores[0].markDeleting(older.imageId, NOW - 20);
      const due = await test.stores[1].listPurgesDue(100, 9e15);
      expect(due.indexOf(older.imageId)).toBeLessThan(due.indexOf(newer.imageId));
      expect(await test.stores[1].listPurgesDue(1, 9e15)).toEqual([older.imageId]);
      const store = test.stores[0];
      await store.recordPurgeStep(older.imageId, 'original_removed', 7);
      await store.recordPurgeStep(older.imageId, 'original_removed', 8);
      await store.recordPurgeStep(older.imageId, 'swept', 9);
      expect(await test.stores[1].getPurgeSteps(older.imageId)).toEqual({
        marked: NOW - 20,
        original_removed: 7,
        swept: 9,
      });
      expect((await store.getImage(older.imageId))?.state).toBe('deleted');
      expect(await store.listPurgesDue(100, 9e15)).not.toContain(older.imageId);
    });

    it('outdates the renditions of a saved image, and lists it until the rest of them is swept (deletion.purge-renditions)', async () => {
      const [store, other] = test.stores;
      const temporary = await add(await newProject());
      const { imageId } = temporary;
      expect(await store.outdateRenditions(imageId, NOW)).toBe(false);
      await save(temporary);
      expect(await other.getOutdated(imageId)).toBeUndefined();
      expect(await store.outdateRenditions(imageId, NOW)).toBe(true);
      expect((await other.getImage(imageId))?.generation).toBe(1);
      expect(await other.listPurgesDue(100, 9e15)).toContain(imageId);
      expect(await store.recordOutdated(imageId, 1, 'removed', 1)).toBe(true);
      const first = { from: 0, generation: 1, outdatedAt: NOW, isRemoved: true };
      expect(await other.getOutdated(imageId)).toEqual(first);
      await store.outdateRenditions(imageId, NOW + 5);
      const again = { from: 0, generation: 2, outdatedAt: NOW + 5, isRemoved: false };
      expect(await other.getOutdated(imageId)).toEqual(again);
      expect(await store.recordOutdated(imageId, 1, 'swept', 1)).toBe(false);
      expect(await store.recordOutdated(imageId, 2, 'swept', 1)).toBe(true);
      expect(await store.recordOutdated(imageId, 2, 'swept', 1)).toBe(false);
      expect(await other.getOutdated(imageId)).toBeUndefined();
      expect(await other.listPurgesDue(100, 9e15)).not.toContain(imageId);
      await store.outdateRenditions(imageId, NOW + 9);
      expect(await other.getOutdated(imageId)).toMatchObject({ from: 2, generation: 3 });
    });

    it('keeps and removes the focal point of a saved image, and outdates its renditions with it (metadata.focal-point)', async () => {
      const [store, other] = test.stores;
      const temporary = await add(await newProject());
      const { imageId } = temporary;
      expect(await store.replaceFocalPoint(imageId, '0.3,0.7', NOW)).toBe(false);
      await save(temporary);
      expect(await store.replaceFocalPoint(imageId, '0.3,0.7', NOW)).toBe(true);
      const image = (await other.getImage(imageId)) as Image;
      expect(image).toEqual(
        makeImage(temporary, { focalPoint: '0.3,0.7', version: 2, generation: 1 }),
      );
      expect(await other.listPurgesDue(100, 9e15)).toContain(imageId);
      const outdated = { from: 0, generation: 1, outdatedAt: NOW, isRemoved: false };
      expect(await other.getOutdated(imageId)).toEqual(outdated);
      expect(await other.replaceMetadata(image, { a: 'b' })).toBe(true);
      expect(await store.recordOutdated(imageId, 1, 'removed', 1)).toBe(true);
      expect(await other.replaceFocalPoint(imageId, null, NOW + 5)).toBe(true);
      expect(await store.getImage(imageId)).toEqual(
        makeImage(temporary, { metadata: { a: 'b' }, version: 4, generation: 2 }),
      );
      const again = { from: 0, generation: 2, outdatedAt: NOW + 5, isRemoved: false };
      expect(await store.getOutdated(imageId)).toEqual(again);
      await store.markDeleting(imageId, NOW + 6);
      expect(await other.replaceFocalPoint(imageId, '1,1', NOW + 7)).toBe(false);
    });

    it('makes a saved image private and public again, and outdates its renditions with it (private.visibility)', async () => {
      const [store, other] = test.stores;
      const temporary = await add(await newProject());
      const { imageId } = temporary;
      expect(await store.replaceVisibility(imageId, 'private', NOW)).toBe(false);
      await save(temporary);
      expect(await store.replaceVisibility(imageId, 'private', NOW)).toBe(true);
      expect(await other.getImage(imageId)).toEqual(
        makeImage(temporary, { visibility: 'private', version: 2, generation: 1 }),
      );
      expect(await other.listPurgesDue(100, 9e15)).toContain(imageId);
      expect(await other.replaceVisibility(imageId, 'public', NOW + 5)).toBe(true);
      expect(await store.getImage(imageId)).toEqual(
        makeImage(temporary, { version: 3, generation: 2 }),
      );
      const outdated = { from: 0, generation: 2, outdatedAt: NOW + 5, isRemoved: false };
      expect(await store.getOutdated(imageId)).toEqual(outdated);
      await store.markDeleting(imageId, NOW + 6);
      expect(await other.replaceVisibility(imageId, 'private', NOW + 7)).toBe(false);
    });

    it('saves a private image as one (private.visibility)', async () => {
      const [store, other] = test.stores;
      const temporary = await add(await newProject());
      const image = makeImage(temporary, { visibility: 'private' });
      await store.saveImage(image, { maxImages: null }, NOW);
      expect(await other.getImage(temporary.imageId)).toEqual(image);
    });

    it('adds a focal point once to an image whose point and renditions were never changed (metadata.found-points)', async () => {
      const [store, other] = test.stores;
      const projectId = await newProject();
      const [fresh, pointed, purged, given] = [
        await add(projectId),
        await add(projectId),
        await add(projectId),
        await add(projectId),
      ];
      const addTo = ({ imageId }: TemporaryImage) => other.addFocalPoint(imageId, '0.2,0.4', NOW);
      expect(await addTo(fresh)).toBe(false);
      for (const temporary of [fresh, pointed, purged]) await save(temporary);
      const saved = makeImage(given, { focalPoint: '1,0', savedFocalPoint: '1,0' });
      await store.saveImage(saved, { maxImages: null }, NOW);
      const added = await Promise.all([
        addTo(fresh),
        store.addFocalPoint(fresh.imageId, '1,1', NOW),
      ]);
      expect(added.filter((isAdded) => isAdded)).toHaveLength(1);
      const image = {
        focalPoint: added[0] ? '0.2,0.4' : '1,1',
        version: 2,
        generation: 1,
      } as const;
      expect(await store.getImage(fresh.imageId)).toEqual(makeImage(fresh, image));
      const outdated = { from: 0, generation: 1, outdatedAt: NOW, isRemoved: false };
      expect(await store.getOutdated(fresh.imageId)).toEqual(outdated);
      expect(await store.replaceFocalPoint(fresh.imageId, null, NOW)).toBe(true);
      await store.replaceFocalPoint(pointed.imageId, '0,0', NOW);
      await store.outdateRenditions(purged.imageId, NOW);
      const all = [fresh, pointed, purged, given];
      for (const temporary of all) expect(await addTo(temporary)).toBe(false);
      expect((await store.getImage(given.imageId))?.focalPoint).toBe('1,0');
      expect((await store.getImage(pointed.imageId))?.focalPoint).toBe('0,0');
      expect((await store.getImage(purged.imageId))?.focalPoint).toBeNull();
    });

    it('a delete takes over from a purge of the renditions, and none begins after it (deletion.purge-renditions)', async () => {
      const [store, other] = test.stores;
      const temporary = await add(await newProject());
      await save(temporary);
      const { imageId } = temporary;
      await store.outdateRenditions(imageId, NOW);
      await other.markDeleting(imageId, NOW);
      expect(await store.outdateRenditions(imageId, NOW)).toBe(false);
      expect(await store.recordOutdated(imageId, 1, 'swept', 1)).toBe(false);
      expect(await other.listPurgesDue(100, 9e15)).toContain(imageId);
      await store.recordPurgeStep(imageId, 'swept', NOW);
      expect(await other.listPurgesDue(100, 9e15)).not.toContain(imageId);
    });

    it('lists temporary images from their end on, saved ones too, each once until it is swept (temporary.removal)', async () => {
      const [store, other] = test.stores;
      const projectId = await newProject();
      const long = NOW - 1_000_000;
      const [first, second] = [
        await add(projectId, { expiresAt: NOW + 2 - 1_000_000 }),
        await add(projectId, { expiresAt: NOW + 1 - 1_000_000 }),
      ];
      await save(second, null, long);
      const [older, newer] = [second.temporaryImageId, first.temporaryImageId];
      const ids = async (end: number, limit = 100) =>
        (await other.listEnded(end, limit)).map((entry) => entry.temporaryImageId);
      expect(await ids(long)).toEqual([]);
      expect(await ids(long + 1)).toEqual([older]);
      expect(await ids(long + 2)).toEqual([older, newer]);
      expect(await ids(long + 2, 1)).toEqual([older]);
      expect(await store.closeEnded(newer, long + 1)).toBeUndefined();
      expect((await other.getTemporaryImage(newer))?.state).toBe('temporary');
      expect(await store.closeEnded(newer, long + 2)).toMatchObject({
        state: 'expired',
        isSaved: false,
      });
      expect((await save(first, null, long)).outcome).toBe('ended');
      expect(await store.closeEnded(older, NOW)).toMatchObject({ state: 'expired', isSaved: true });
      expect((await save(second, null, NOW)).outcome).toBe('already_saved');
      expect(await store.recordSwept(older)).toBe(true);
      expect(await other.recordSwept(older)).toBe(false);
      expect(await ids(long + 2)).toEqual([newer]);
      expect((await other.getTemporaryImage(older))?.expiresAt).toBe(long + 1);
      await store.recordSwept(newer);
      expect(await store.closeEnded(`tmp_${newId()}`, NOW)).toBeUndefined();
    });

    it('leaves the images of a deletion to its own worker, and doesn’t list them (deletion.steps)', async () => {
      const temporary = await add(await newProject());
      await save(temporary);
      await test.stores[0].markDeleting(temporary.imageId, NOW - 900_000);
      const listed = await test.stores[1].listEnded(NOW - 900_000, 100);
      expect(listed.map((entry) => entry.imageId)).not.toContain(temporary.imageId);
    });
  });
}
