import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeIdBytes } from '../../../core/images/ids.ts';
import type { ImagePosition } from '../../../core/images/image-list.ts';
import type { Image } from '../../../core/images/image-states.ts';
import type { ImageSearch } from '../../../core/images/search/image-search.ts';
import { readSearch } from '../../../core/images/search/words.ts';
import type { ImageIndex } from '../../../core/ports/images/image-index.ts';
import { PLANS } from '../../../core/projects/plans.ts';
import { searchImages } from '../../../core/use-cases/images/search/search-images.ts';
import { ANY_SEARCH } from '../../support/images/any-search.ts';
import { type ImageStoreUnderTest, makeImage, makeTemporary } from '../image-store.ts';

const NOW = Date.UTC(2026, 10, 21);
const LIMITS = { maxCount: 10_000, maxBytes: 10_000_000 };

const NAMES = ['sun.jpg', 'Sunset Beach.JPG', 'sundial_7.png', 'moon.gif', 'sea moon.jpg', 'x.jpg'];
const TITLES = ['', 'red sun', 'Red Moon', 'sundown', 'größe', 'a sea'];
const FORMATS = ['jpg', 'png', 'gif'] as const;
const TIMES = 8;

/** The facts of an image that a model chooses, by which it is searched. */
const DRAFT = fc.record({
  originalFilename: fc.constantFrom(...NAMES, null),
  title: fc.constantFrom(...TITLES),
  kind: fc.constantFrom('a', 'b'),
  format: fc.constantFrom(...FORMATS),
  sha256: fc.constantFrom('aa', 'bb'),
  at: fc.nat(TIMES),
});
type Draft = typeof DRAFT extends fc.Arbitrary<infer T> ? T : never;

const SEARCH = fc.record({
  search: fc.constantFrom(
    '',
    '',
    'sun',
    'SUN*',
    'su*',
    'red',
    'moon sea',
    'sund* red',
    'jpg',
    'GRÖSSE',
  ),
  kind: fc.constantFrom(undefined, undefined, 'a', 'b'),
  title: fc.constantFrom(undefined, undefined, ...TITLES),
  formats: fc.subarray([...FORMATS]),
  sha256: fc.constantFrom(null, null, 'aa'),
  from: fc.option(fc.nat(TIMES)),
  to: fc.option(fc.nat(TIMES)),
  order: fc.constantFrom('newest' as const, 'oldest' as const),
  limit: fc.integer({ min: 1, max: 5 }),
});
type Searched = typeof SEARCH extends fc.Arbitrary<infer T> ? T : never;

/** The words of texts that have only letters, digits, blanks, points and underscores. */
const wordsOf = (...texts: readonly (string | null)[]) =>
  texts.flatMap((text) => (text ?? '').toLowerCase().split(/[ ._]/)).filter(Boolean);

/** Whether an image is to be found, said once more and plainly. */
function isMeant({ originalFilename, metadata, ...image }: Image, sought: Searched): boolean {
  const words = wordsOf(originalFilename, metadata.title ?? '', metadata.kind ?? '');
  const hasWord = (word: string) =>
    words.some((one) => (word.endsWith('*') ? one.startsWith(word.slice(0, -1)) : one === word));
  const at = image.createdAt - NOW;
  return (
    sought.search.toLowerCase().split(' ').filter(Boolean).every(hasWord) &&
    (sought.kind === undefined || metadata.kind === sought.kind) &&
    (sought.title === undefined || metadata.title === sought.title) &&
    (sought.formats.length === 0 || sought.formats.some((format) => format === image.format)) &&
    (sought.sha256 === null || image.sha256 === sought.sha256) &&
    (sought.from === null || at >= sought.from) &&
    (sought.to === null || at < sought.to)
  );
}

function searchOf(projectId: string, sought: Searched): ImageSearch {
  const { search, kind, title, formats, sha256, from, to, order } = sought;
  const pairs = Object.entries({ kind, title }).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value }],
  );
  return {
    projectId,
    pairs,
    words: readSearch(search),
    formats,
    sha256,
    review: null,
    from: from === null ? null : NOW + from,
    to: to === null ? null : NOW + to,
    order,
  };
}

/** By time and id, in the order of a list. */
function inOrder(images: readonly Image[], order: 'newest' | 'oldest'): string[] {
  const sign = order === 'newest' ? -1 : 1;
  const compare = (a: Image, b: Image) =>
    sign * (a.createdAt - b.createdAt || (a.imageId < b.imageId ? -1 : 1));
  return [...images].sort(compare).map(({ imageId }) => imageId);
}

/** The promises of searches of every pair of image stores over one set of records. */
export function describeImageSearch(
  name: string,
  create: () => Promise<ImageStoreUnderTest>,
): void {
  describe(`searches of images: ${name}`, () => {
    let test: ImageStoreUnderTest;
    beforeAll(async () => {
      test = await create();
    });
    afterAll(() => test.remove());

    const newProject = async () => {
      const projectId = `prj_${encodeIdBytes(randomBytes(26))}`;
      const project = { projectId, accountId: `acc_${projectId}`, plan: PLANS.free };
      await test.projects.addProject({ ...project, name: 'p', allowedOrigins: [], createdAt: NOW });
      return projectId;
    };
    const save = async (projectId: string, { at, title, kind, ...facts }: Draft) => {
      const temporary = makeTemporary(projectId, facts);
      await test.stores[0].addTemporaryImage(temporary, LIMITS, NOW);
      const metadata = { title, kind };
      const image = makeImage(temporary, {
        ...facts,
        metadata,
        savedMetadata: metadata,
        createdAt: NOW + at,
      });
      expect((await test.stores[1].saveImage(image, { maxImages: null }, NOW)).outcome).toBe(
        'saved',
      );
      await test.writeTerms?.(undefined, image);
      return image;
    };
    const remove = async (image: Image) => {
      expect(await test.stores[0].markDeleting(image.imageId, NOW)).toBe(true);
      await test.writeTerms?.(image, undefined);
    };
    const readAll = async (
      sought: ImageSearch,
      limit: number,
      between?: () => Promise<unknown>,
    ): Promise<Image[]> => {
      const all: Image[] = [];
      let after: ImagePosition | null = null;
      do {
        const { images, next } = await searchImages(test.stores[1], sought, { limit, after });
        expect(images.length).toBeLessThanOrEqual(limit);
        all.push(...images);
        after = next;
        await between?.();
      } while (after);
      return all;
    };
    const idsOf = (images: readonly Image[]) => images.map(({ imageId }) => imageId);

    it('finds exactly the images that meet all conditions, in order, whatever the page size (calls.search)', async () => {
      const run = async (drafts: readonly Draft[], searches: readonly Searched[]) => {
        const projectId = await newProject();
        const saved: Image[] = [];
        for (const draft of drafts) saved.push(await save(projectId, draft));
        for (const sought of searches) {
          const found = await readAll(searchOf(projectId, sought), sought.limit);
          const meant = saved.filter((image) => isMeant(image, sought));
          expect(idsOf(found), JSON.stringify(sought)).toEqual(inOrder(meant, sought.order));
        }
      };
      const drafts = fc.array(DRAFT, { maxLength: 24 });
      const searches = fc.array(SEARCH, { minLength: 12, maxLength: 12 });
      await fc.assert(fc.asyncProperty(drafts, searches, run), { numRuns: 8 });
    });

    it('lists every image that exists throughout exactly once, though others are saved and deleted between the pages (calls.search)', async () => {
      const run = async (drafts: readonly Draft[], sought: Searched) => {
        const projectId = await newProject();
        const saved: Image[] = [];
        for (const draft of drafts) saved.push(await save(projectId, draft));
        const [passing, lives] = [saved.slice(0, saved.length / 3), saved.slice(saved.length / 3)];
        const coming = [...drafts];
        const disturb = async () => {
          const gone = passing.pop();
          if (gone) await remove(gone);
          const draft = coming.pop();
          if (draft) await save(projectId, draft);
        };
        const ids = idsOf(await readAll(searchOf(projectId, sought), sought.limit, disturb));
        expect(new Set(ids).size).toBe(ids.length);
        const meant = lives.filter((image) => isMeant(image, sought));
        const stayed = new Set(idsOf(lives));
        expect(ids.filter((id) => stayed.has(id))).toEqual(inOrder(meant, sought.order));
      };
      const drafts = fc.array(DRAFT, { minLength: 9, maxLength: 21 });
      await fc.assert(fc.asyncProperty(drafts, SEARCH, run), { numRuns: 10 });
    });

    it('follows changes of metadata and deletions, and finds nothing of another project (calls.search)', async () => {
      const [projectId, other] = [await newProject(), await newProject()];
      const draft = { originalFilename: 'sun.jpg', title: 'red', kind: 'a', at: 1 } as const;
      const facts = { format: 'jpg', sha256: 'aa' } as const;
      const image = await save(projectId, { ...draft, ...facts });
      await save(other, { ...draft, ...facts });
      const find = async (search: string) => {
        const words = readSearch(search);
        return idsOf(await readAll({ projectId, ...ANY_SEARCH, words }, 5));
      };
      expect(await find('red sun')).toEqual([image.imageId]);
      const metadata = { title: 'blue' };
      expect(await test.stores[0].replaceMetadata(image, metadata)).toBe(true);
      const changed = { ...image, metadata, version: 2 };
      await test.writeTerms?.(image, changed);
      expect([await find('red'), await find('blue')]).toEqual([[], [image.imageId]]);
      await remove(changed);
      expect([await find('blue'), await find('sun')]).toEqual([[], []]);
    });

    it('follows images into the bin and out of it, and the bytes that a restore shows (calls.search, keeping.restore, keeping.restore-version)', async () => {
      const projectId = await newProject();
      const draft = { originalFilename: 'sun.jpg', title: 'red', kind: 'a', at: 1 } as const;
      const saved = await save(projectId, { ...draft, format: 'jpg', sha256: 'aa' });
      const { imageId, metadata, focalPoint } = saved;
      const kept = { since: NOW, until: NOW + 9, secret: 's' };
      let shown: Image | undefined = saved;
      const follow = async () => {
        const image = await test.stores[1].getImage(imageId);
        await test.writeTerms?.(shown, image);
        shown = image;
        const terms = ['red', 'sun', 'moon'].map(async (word) => {
          const words = readSearch(word);
          return (await readAll({ projectId, ...ANY_SEARCH, words }, 5)).length;
        });
        const bytes = ['aa', 'bb'].map(
          async (sha256) => (await readAll({ projectId, ...ANY_SEARCH, sha256 }, 5)).length,
        );
        return Promise.all([...terms, ...bytes]);
      };
      const present = async () => {
        const image = await test.stores[0].getImage(imageId);
        if (!image) throw new Error('it was saved');
        return image;
      };
      expect(await follow()).toEqual([1, 1, 0, 1, 0]);
      await test.stores[0].moveToBin(imageId, kept);
      expect(await follow()).toEqual([0, 0, 0, 0, 0]);
      await test.stores[0].restoreFromBin(await present(), { maxImages: null }, NOW);
      expect(await follow()).toEqual([1, 1, 0, 1, 0]);
      const temporary = makeTemporary(projectId, { originalFilename: 'moon.jpg', sha256: 'bb' });
      await test.stores[0].addTemporaryImage(temporary, LIMITS, NOW);
      const next = { temporary, metadata, focalPoint, review: undefined, kept, now: NOW };
      await test.stores[0].replaceOriginal({ ...next, image: await present() });
      expect(await follow()).toEqual([1, 0, 1, 0, 1]);
      const version = await test.stores[1].getVersion(imageId, imageId);
      if (!version) throw new Error('it was replaced');
      const restore = { version, kept, review: undefined, now: NOW, image: await present() };
      expect(await test.stores[0].restoreVersion(restore)).toBe('restored');
      expect(await follow()).toEqual([1, 1, 0, 1, 0]);
    });

    it('reads as many rows of a large project as of a small one (calls.search)', async () => {
      const counts: number[] = [];
      for (const size of [150, 300]) {
        const projectId = await newProject();
        for (let at = 0; at < size; at += 1) {
          const facts = { format: 'jpg', sha256: 'aa', kind: 'a', title: 'red' } as const;
          await save(projectId, { ...facts, originalFilename: at % 5 ? 'sun' : 'moon', at });
        }
        const { index, rows } = counting(test.stores[0]);
        const words = readSearch('red moon');
        const page = await searchImages(
          index,
          { projectId, ...ANY_SEARCH, words },
          { limit: 2, after: null },
        );
        expect(page.images).toHaveLength(2);
        counts.push(rows());
      }
      expect(counts[0]).toBe(counts[1]);
    });
  });
}

/** Counts the rows that an index answers. */
function counting(store: ImageIndex) {
  let count = 0;
  const index: ImageIndex = {
    listPositions: async (...asked) => {
      const found = await store.listPositions(...asked);
      count += found.length;
      return found;
    },
    getImagesAt: async (projectId, positions) => {
      count += positions.length;
      return store.getImagesAt(projectId, positions);
    },
  };
  return { index, rows: () => count };
}
