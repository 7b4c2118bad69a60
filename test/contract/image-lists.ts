import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeIdBytes } from '../../core/images/ids.ts';
import type { ImagePosition } from '../../core/images/image-list.ts';
import type { Image } from '../../core/images/image-states.ts';
import type { Metadata, MetadataPair } from '../../core/images/metadata.ts';
import type { ImageStore } from '../../core/ports/images/image-store.ts';
import { PLANS } from '../../core/projects/plans.ts';
import { type ImageStoreUnderTest, makeImage, makeTemporary } from './image-store.ts';

const NOW = Date.UTC(2026, 10, 21);
const LIMITS = { maxCount: 1_000, maxBytes: 1_000_000 };

/** Newest first, those of one time by id, downwards. */
function inOrder(images: readonly Image[]): string[] {
  const before = (a: Image, b: Image) =>
    b.createdAt - a.createdAt || (a.imageId < b.imageId ? 1 : -1);
  return [...images].sort(before).map(({ imageId }) => imageId);
}

/** The promises of the lists of every pair of image stores over one set of records. */
export function describeImageLists(name: string, create: () => Promise<ImageStoreUnderTest>): void {
  describe(`lists of images: ${name}`, () => {
    let test: ImageStoreUnderTest;
    beforeAll(async () => {
      test = await create();
    });
    afterAll(() => test.remove());

    const storeAt = (at: number): ImageStore => test.stores[at % 2] ?? test.stores[0];
    const newProject = async () => {
      const projectId = `prj_${encodeIdBytes(randomBytes(26))}`;
      const project = { projectId, accountId: `acc_${projectId}`, plan: PLANS.free };
      await test.projects.addProject({ ...project, name: 'p', allowedOrigins: [], createdAt: NOW });
      return projectId;
    };
    const save = async (projectId: string, createdAt: number, metadata: Metadata = {}) => {
      const temporary = makeTemporary(projectId);
      await storeAt(0).addTemporaryImage(temporary, LIMITS, NOW);
      const image = makeImage(temporary, { createdAt, metadata, savedMetadata: metadata });
      expect((await storeAt(1).saveImage(image, { maxImages: null }, NOW)).outcome).toBe('saved');
      return image;
    };
    const page = (
      projectId: string,
      limit = 100,
      pair: MetadataPair | null = null,
      before: ImagePosition | null = null,
    ) => storeAt(limit).listImages({ projectId, pair, limit, before });
    /** Every page, from the newest on; `between` runs after each. */
    const readAll = async (
      projectId: string,
      limit: number,
      pair: MetadataPair | null = null,
      between?: () => Promise<unknown>,
    ) => {
      const all: Image[] = [];
      let before: ImagePosition | null = null;
      do {
        const { images, next } = await page(projectId, limit, pair, before);
        expect(images.length).toBeLessThanOrEqual(limit);
        // an entry of a list that shouldn't be there any more shows as a gap
        if (next && !between) expect(images).toHaveLength(limit);
        all.push(...images);
        before = next;
        await between?.();
      } while (before);
      return all;
    };
    const idsOf = (images: readonly Image[]) => images.map(({ imageId }) => imageId);
    const idsWith = async (projectId: string, key: string, value: string) =>
      idsOf(await readAll(projectId, 1, { key, value }));

    it('gives a project’s own images, newest first and those of one time by id, whatever the page size (calls.list-images)', async () => {
      const [projectId, other] = [await newProject(), await newProject()];
      await save(other, NOW + 2);
      const saved: Image[] = [];
      for (const at of [3, 1, 1, 2, 1, 1, 0]) saved.push(await save(projectId, NOW + at));
      const expected = inOrder(saved);
      for (const limit of [1, 2, 3, 6, 7, 8, 100]) {
        expect(idsOf(await readAll(projectId, limit)), `${limit}`).toEqual(expected);
      }
      const [newest] = (await page(projectId, 1)).images;
      expect(saved).toContainEqual(newest);
      expect((await page(projectId, 7)).next).toBeNull();
      expect((await page(projectId, 6)).next).toMatchObject({ imageId: expected[5] });
      expect(await page(await newProject())).toEqual({ images: [], next: null });
    });

    it('finds by a pair, exactly, in the project alone (calls.list-images)', async () => {
      const [projectId, other] = [await newProject(), await newProject()];
      const values = [
        'x',
        'X',
        'x ',
        '',
        'x\u0000',
        'x\u0000y',
        '😀',
        'e\u0301',
        '\u00e9',
        '%',
        "'",
      ];
      const saved: Image[] = [];
      for (const a of values) saved.push(await save(projectId, NOW, { a, constructor: 'v' }));
      await save(other, NOW, { a: 'x', constructor: 'v' });
      for (const [at, value] of values.entries()) {
        expect(await idsWith(projectId, 'a', value), JSON.stringify(value)).toEqual([
          saved[at]?.imageId,
        ]);
      }
      expect(await idsWith(projectId, 'b', 'x')).toEqual([]);
      const all = await readAll(projectId, 3, { key: 'constructor', value: 'v' });
      expect(idsOf(all)).toEqual(inOrder(saved));
    });

    it('shows a save, a change of metadata and a delete immediately, to every client (calls.list-images)', async () => {
      const projectId = await newProject();
      const images: Image[] = [];
      for (const at of [2, 1, 0]) images.push(await save(projectId, NOW + at, { a: '1', b: '2' }));
      expect(await idsWith(projectId, 'a', '1')).toEqual(idsOf(images));
      const metadata = { b: '2', c: '3', a: '4' };
      for (const image of images) {
        expect(await storeAt(0).replaceMetadata(image, metadata)).toBe(true);
      }
      const after = images.map((image) => ({ ...image, version: 2, metadata }));
      expect(await idsWith(projectId, 'a', '1')).toEqual([]);
      for (const [key, value] of Object.entries(metadata)) {
        expect(await readAll(projectId, 1, { key, value })).toEqual(after);
      }
      for (const image of images) {
        expect(await storeAt(1).replaceMetadata(image, { lost: 'x' })).toBe(false);
      }
      expect(await idsWith(projectId, 'lost', 'x')).toEqual([]);
      for (const image of images) {
        expect(await storeAt(1).markDeleting(image.imageId, NOW)).toBe(true);
      }
      expect(await readAll(projectId, 1)).toEqual([]);
      for (const [key, value] of Object.entries(metadata)) {
        expect(await idsWith(projectId, key, value)).toEqual([]);
      }
    });

    it('lists every image that exists throughout exactly once, though others are saved and deleted between the pages (calls.list-images)', async () => {
      const projectId = await newProject();
      const lives: Image[] = [];
      const passing: Image[] = [];
      for (let at = 0; at < 24; at += 1) {
        const image = await save(projectId, NOW + (at % 5), { a: 'x' });
        (at % 3 === 0 ? passing : lives).push(image);
      }
      const disturb = async () => {
        await save(projectId, NOW + 2, { a: 'x' });
        const gone = passing.pop();
        if (gone) await storeAt(0).markDeleting(gone.imageId, NOW);
      };
      for (const pair of [null, { key: 'a', value: 'x' }]) {
        const ids = idsOf(await readAll(projectId, 3, pair, disturb));
        expect(new Set(ids).size).toBe(ids.length);
        const kept = new Set(idsOf(lives));
        expect(ids.filter((id) => kept.has(id))).toEqual(inOrder(lives));
      }
    });

    it('keeps the lists exact under parallel changes of metadata and deletes (calls.list-images)', async () => {
      const projectId = await newProject();
      const images: Image[] = [];
      for (let at = 0; at < 6; at += 1) images.push(await save(projectId, NOW + at, { a: '0' }));
      const change = async (image: Image, round: number) => {
        const store = storeAt(round);
        const now = await store.getImage(image.imageId);
        if (!now) throw new Error('it is there');
        const metadata: Metadata =
          round % 2 ? { a: String(round % 3), b: String(round) } : { b: '0' };
        await store.replaceMetadata(now, metadata);
      };
      await Promise.all(
        images.flatMap((image, nth) => [
          ...Array.from({ length: 6 }, (_, round) => change(image, round)),
          ...(nth < 3 ? [storeAt(1).markDeleting(image.imageId, NOW)] : []),
        ]),
      );
      const records = await Promise.all(images.map(({ imageId }) => storeAt(0).getImage(imageId)));
      const living = records.filter((record): record is Image => record?.state === 'saved');
      expect(living).toHaveLength(3);
      expect(idsOf(await readAll(projectId, 1))).toEqual(inOrder(living));
      for (const key of ['a', 'b']) {
        for (let value = 0; value < 6; value += 1) {
          const having = living.filter(({ metadata }) => metadata[key] === String(value));
          expect(await idsWith(projectId, key, String(value))).toEqual(inOrder(having));
        }
      }
    });
  });
}
