import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../../core/foundation/limits.ts';
import type { ImagePosition } from '../../../../../core/images/image-list.ts';
import type { Image } from '../../../../../core/images/image-states.ts';
import type { ImageSearch } from '../../../../../core/images/search/image-search.ts';
import { readSearch } from '../../../../../core/images/search/words.ts';
import type { ImageIndex } from '../../../../../core/ports/images/image-index.ts';
import { searchImages } from '../../../../../core/use-cases/images/search/search-images.ts';
import { makeImage, makeTemporary } from '../../../../contract/image-store.ts';
import { ANY_SEARCH } from '../../../../support/images/any-search.ts';

const SIZES = [100, 1_000, 10_000, 100_000, 1_000_000];
const PROJECT = 'prj_a';

/** By the first letter of a term: every how many images have it. */
const STEPS: Readonly<Record<string, number>> = { '=half': 2, '=odd': 2, '=rare': 50, '^rar': 50 };
/** Of each pair, and of the whole list. */
const STEP_OF_PAIR = 2;
const STARTS: Readonly<Record<string, number>> = { '=odd': 1 };

const idAt = (nth: number): Image['imageId'] => `img_${String(nth).padStart(26, '0')}`;
const nameOf = (nth: number) => [nth % 2 ? 'odd' : 'half', ...(nth % 50 ? [] : ['rare'])].join(' ');

/** A project of so many images, of which none is stored: its lists are counted out. */
function projectOf(size: number) {
  let rows = 0;
  const index: ImageIndex = {
    listPositions: async ({ term, pair }, { above, below, order }, count) => {
      const step = term === undefined ? (pair ? STEP_OF_PAIR : 1) : (STEPS[term] ?? 1);
      const start = STARTS[term ?? ''] ?? 0;
      const found: ImagePosition[] = [];
      const newest = Math.min(size - 1, below.createdAt - 1);
      const oldest = Math.max(0, above.createdAt + (above.imageId === '' ? 0 : 1));
      const first = order === 'newest' ? newest - ((newest - start) % step) : oldest;
      const sign = order === 'newest' ? -1 : 1;
      for (let nth = first; found.length < count; nth += sign * step) {
        if (nth < oldest || nth > newest) break;
        found.push({ createdAt: nth, imageId: idAt(nth) });
      }
      rows += found.length;
      return found;
    },
    getImagesAt: async (_, positions) => {
      rows += positions.length;
      return positions.map(({ createdAt, imageId }) => ({
        ...makeImage(makeTemporary(PROJECT)),
        imageId,
        createdAt,
        originalFilename: nameOf(createdAt),
        metadata: { kind: createdAt % 2 ? 'b' : 'a' },
      }));
    },
  };
  return { index, rows: () => rows };
}

function searchFor(search: string, changes: Partial<ImageSearch> = {}): ImageSearch {
  return {
    projectId: PROJECT,
    ...ANY_SEARCH,
    words: readSearch(search),
    ...changes,
  };
}

const PAIR = { pairs: [{ key: 'kind', value: 'a' }] };
const CASES: Readonly<Record<string, ImageSearch>> = {
  'a word of half': searchFor('half'),
  'a rare word and one of half': searchFor('rare half'),
  'first letters and a pair': searchFor('rar*', PAIR),
  'a word and a span': searchFor('half', { from: 10, to: 60 }),
  'two words that never meet': searchFor('half odd'),
};

async function rowsOf(size: number, search: ImageSearch) {
  const { index, rows } = projectOf(size);
  const page = await searchImages(index, search, { limit: 10, after: null });
  return { rows: rows(), page };
}

describe('the rows that a search reads', () => {
  it.each(Object.keys(CASES))(
    'of %s stay the same from 1,000 to a million images (calls.search)',
    async (name) => {
      const search = CASES[name] ?? searchFor('half');
      const counts: number[] = [];
      for (const size of SIZES) counts.push((await rowsOf(size, search)).rows);
      const [, ...large] = counts;
      expect(Math.max(...counts)).toBeLessThanOrEqual(LIMITS.maxSearchRows);
      // a hundred images are fewer than a call may read
      expect(new Set(large).size, counts.join(' ')).toBe(1);
    },
  );

  it('of words that never meet end at the bound, with a place to continue from (calls.search)', async () => {
    const { rows, page } = await rowsOf(1_000_000, searchFor('half odd'));
    expect(rows).toBeGreaterThan(LIMITS.maxSearchRows - 60);
    expect(page.images).toEqual([]);
    expect(page.next?.createdAt).toBeLessThan(999_500);
    const last = await rowsOf(100, searchFor('half odd'));
    expect(last.page).toEqual({ images: [], next: null });
  });

  it('are those of the rarest condition, wherever it stands (calls.search)', async () => {
    const [first, last] = [searchFor('rare half'), searchFor('half rare')];
    const counts = [(await rowsOf(1_000_000, first)).rows, (await rowsOf(1_000_000, last)).rows];
    expect(counts[0]).toBe(counts[1]);
    expect(counts[0]).toBeLessThan(80);
  });
});
