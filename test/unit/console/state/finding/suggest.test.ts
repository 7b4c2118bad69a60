import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stubBrowser } from '../support/stub-browser.ts';

let suggest: typeof import('../../../../../console/src/screens/finding/suggest.ts').suggest;
let known: typeof import('../../../../../console/src/screens/finding/known-pairs.ts');
let search: typeof import('../../../../../console/src/screens/finding/search.ts');
beforeAll(async () => {
  stubBrowser('/console/images');
  ({ suggest } = await import('../../../../../console/src/screens/finding/suggest.ts'));
  known = await import('../../../../../console/src/screens/finding/known-pairs.ts');
  search = await import('../../../../../console/src/screens/finding/search.ts');
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const image = (metadata: object) => ({ metadata }) as never;
const IMAGES = [
  image({ season: 'spring', shop: 'home' }),
  image({ season: 'autumn 2026' }),
  image({ season: 'autumn 2026', category: 'homeware' }),
];
const find = (text: string, query = '', images = IMAGES) =>
  suggest(text, search.readSearch(new URLSearchParams(query)).conditions, images);
const names = (text: string, query = '') =>
  find(text, query).map(({ name, value }) => `${name} ${value}`);

describe('suggestions of the search field', () => {
  it('are a word, known keys, values, formats and days, in this order', () => {
    expect(names('s')).toEqual([
      'word s',
      'season =',
      'shop =',
      'season spring',
      'saved since…',
      'saved before…',
      'saved between…',
    ]);
    expect(names('j')).toEqual(['word j', 'format jpg']);
    expect(names('home')).toEqual(['word home', 'shop home', 'category homeware']);
    expect(names('format')).toEqual([
      'word format',
      'format jpg',
      'format png',
      'format webp',
      'format gif',
    ]);
    expect(names('jpeg')).toContain('format jpg');
  });

  it('begin with keys, formats and days where nothing is typed', () => {
    expect(names('')).toEqual([
      'season =',
      'shop =',
      'category =',
      'format jpg',
      'format png',
      'format webp',
      'format gif',
      'saved since…',
      'saved before…',
      'saved between…',
    ]);
    expect(names('  ')).toEqual(names(''));
  });

  it('are the values of a chosen key, the frequent first, and the typed one before them', () => {
    expect(find('sea')[1]).toMatchObject({ value: '=', effect: { text: 'season=' } });
    expect(names('season=')).toEqual(['season autumn 2026', 'season spring']);
    expect(names('season=au')).toEqual(['season au', 'season autumn 2026']);
    expect(names('Season = autumn 2026')).toEqual(['season autumn 2026']);
    expect(names('colour=red')).toEqual(['colour red']);
  });

  it('make several words one suggestion, and have words of any script', () => {
    expect(names('Moon  Bay 7')).toEqual(['words Moon, Bay, 7']);
    expect(names('größe')).toEqual(['word größe']);
    expect(names('--')).toEqual([]);
  });

  it('say which value goes, and join a format to the others', () => {
    expect(find('season=spring', 'pair=season%3Dautumn')[0]).toMatchObject({
      hint: 'in place of autumn',
      effect: { conditions: [{ key: 'season', value: 'spring' }] },
    });
    const [png] = find('png', 'format=jpg').slice(1);
    expect(png).toMatchObject({
      value: 'jpg or png',
      effect: { conditions: [{ kind: 'format', formats: ['jpg', 'png'] }] },
    });
    expect(names('jpg', 'format=jpg')).toEqual(['word jpg']);
  });

  it('take a typed day, and two of a span', () => {
    const days = (text: string) =>
      find(text)
        .filter(({ name }) => name === 'saved')
        .map(({ effect }) => ('conditions' in effect ? effect.conditions[0] : effect));
    const saved = (since: string, before: string) => ({ kind: 'saved', since, before });
    expect(days('2026-09-01')).toEqual([
      saved('2026-09-01', ''),
      saved('', '2026-09-01'),
      { form: 'between', since: '2026-09-01' },
    ]);
    expect(days('since 2026-09-01')).toEqual([saved('2026-09-01', '')]);
    expect(names('since 2026-09-01')).toHaveLength(1);
    expect(days('Saved between 2026-09-01 and 2026-09-30')).toEqual([
      saved('2026-09-01', '2026-10-01'),
    ]);
    expect(days('since 2026-02-31')).toEqual([]);
    expect(days('bef')).toEqual([{ form: 'before', since: '' }]);
  });

  it('are refused with the reason at the bounds of the service', () => {
    const words = 'name=a&name=b&name=c&name=d';
    expect(find('e', words)[0]?.refusal).toBeUndefined();
    expect(find('e f', words)[0]?.refusal).toBe(
      'A search takes five words, and these are six. Remove one.',
    );
    const pairs = Array.from({ length: 5 }, (_, at) => `pair=k${at}%3D1`).join('&');
    expect(find('z=1', pairs)[0]?.refusal).toContain('five pairs');
    expect(find('k0=2', pairs)[0]?.refusal).toBeUndefined();
  });

  it('look at a thousand images, however many are loaded, and show six of a kind', () => {
    const many = Array.from({ length: 1_001 }, (_, at) => image({ [`k${at}`]: `v${at}` }));
    const read = known.readKnownPairs(many);
    expect([read.size, read.has('k999'), read.has('k1000')]).toEqual([1_000, true, false]);
    expect(find('k', '', many).filter(({ value }) => value === '=')).toHaveLength(6);
    expect(find('v', '', many).filter(({ name }) => name.startsWith('k'))).toHaveLength(6);
  });
});

describe('the nearest of known texts', () => {
  it('is within two letters or a third', () => {
    expect(known.nearestOf(['color', 'category'], 'colour')).toBe('color');
    expect(known.nearestOf(['color', 'category'], 'zzzzzz')).toBeUndefined();
    expect(known.nearestOf([], 'a')).toBeUndefined();
  });
});
