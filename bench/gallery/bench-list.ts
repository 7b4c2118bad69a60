/**
 * `npm run bench -- list [--sizes 100,10000,1000000]`: the rows that a page of `list-images` reads,
 * by its conditions and by the images of the project, over SQLite. The rows are counted where the
 * index answers them: each position and each record. The times are medians of one process, and
 * say little beside the counts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../adapters/sqlite/database/open-database.ts';
import { prepareImageIndex } from '../../adapters/sqlite/images/image-index.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import type { ImageSearch } from '../../core/images/search/image-search.ts';
import { readSearch } from '../../core/images/search/words.ts';
import type { ImageIndex } from '../../core/ports/images/image-index.ts';
import { searchImages } from '../../core/use-cases/images/search/search-images.ts';
import { ANY_SEARCH } from '../../test/support/images/any-search.ts';
import { median } from '../measure/statistics.ts';
import { imageAt, type Owner } from './gallery.ts';
import { fillGallery } from './sqlite-gallery.ts';

const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '100,10000,1000000' } },
});
const SIZES = values.sizes.split(',').map(Number);
const OWNER: Owner = { projectId: `prj_${'a'.repeat(26)}`, accountId: `acc_${'a'.repeat(26)}` };
const ROUNDS = 9;
const LIMIT = 50;
const { projectId } = OWNER;

/** Conditions by their names, for a project of this size; `middle` is an image of it. */
function conditionsOf(size: number): Readonly<Record<string, Partial<ImageSearch>>> {
  const middle = imageAt(Math.floor(size / 2), OWNER);
  const { album = '', kind = '', product_id: product = '' } = middle.metadata;
  const own = product.replace('product_', '');
  return {
    'nothing, by the index of searches': { formats: ['jpg'] },
    'a word of half of the images': { words: readSearch(kind) },
    'a word of one image or two': { words: readSearch(own) },
    'a beginning that all have': { words: readSearch('ima*') },
    'a beginning and a word of half': { words: readSearch(`pro* ${kind}`) },
    'two words that never meet': { words: readSearch('photo drawing') },
    'a pair of half': { pairs: [{ key: 'kind', value: kind }] },
    'two pairs, of half and of 50': {
      pairs: [
        { key: 'kind', value: kind },
        { key: 'album', value: album },
      ],
    },
    'a span of 1,000 images, oldest first': {
      from: middle.createdAt - 500,
      to: middle.createdAt + 500,
      order: 'oldest',
    },
    'a span and a word of half': {
      from: middle.createdAt - 500,
      to: middle.createdAt + 500,
      words: readSearch(kind),
    },
    'the bytes of one image': { sha256: middle.sha256 },
  };
}

function countRows(index: ImageIndex) {
  let rows = 0;
  const counted: ImageIndex = {
    listPositions: async (list, span, count) => {
      const found = await index.listPositions(list, span, count);
      rows += found.length;
      return found;
    },
    getImagesAt: async (projectId, positions) => {
      rows += positions.length;
      return index.getImagesAt(projectId, positions);
    },
  };
  const take = () => {
    const taken = rows;
    rows = 0;
    return taken;
  };
  return { counted, take };
}

interface Counted {
  readonly rows: number;
  readonly milliseconds: number;
}

/** A page of each search, with its rows and its median time. */
async function measure(index: ImageIndex, size: number): Promise<ReadonlyMap<string, Counted>> {
  const { counted, take } = countRows(index);
  const results = new Map<string, Counted>();
  for (const [name, conditions] of Object.entries(conditionsOf(size))) {
    const times: number[] = [];
    let rows = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const begun = performance.now();
      await searchImages(
        counted,
        { projectId, ...ANY_SEARCH, ...conditions },
        { limit: LIMIT, after: null },
      );
      times.push(performance.now() - begun);
      rows = take();
    }
    results.set(name, { rows, milliseconds: median(times) });
  }
  return results;
}

async function measureSize(size: number): Promise<ReadonlyMap<string, Counted>> {
  const folder = mkdtempSync(join(tmpdir(), 'imagewell-bench-'));
  const db = openDatabase(join(folder, 'imagewell.db'));
  try {
    fillGallery(db, size, OWNER);
    return await measure(prepareImageIndex(db), size);
  } finally {
    db.close();
    rmSync(folder, { recursive: true });
  }
}

const measured = new Map<number, ReadonlyMap<string, Counted>>();
for (const size of SIZES) measured.set(size, await measureSize(size));
const names = Object.keys(conditionsOf(SIZES[0] ?? 1));
const shown = (size: number) => `${size.toLocaleString('en')} images`;
console.log(`| Conditions | ${SIZES.map(shown).join(' | ')} |`);
console.log(`|---|${SIZES.map(() => '---').join('|')}|`);
let isBounded = true;
for (const name of names) {
  const cells = SIZES.map((size) => {
    const { rows = 0, milliseconds = 0 } = measured.get(size)?.get(name) ?? {};
    isBounded &&= rows <= LIMITS.maxSearchRows;
    return `${rows} (${milliseconds.toFixed(1)} ms)`;
  });
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}
if (!isBounded) {
  console.error(`A page read more than ${LIMITS.maxSearchRows} rows.`);
  process.exitCode = 1;
}
