import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubBrowser } from '../support/stub-browser.ts';

let conditions: typeof import('../../../../../console/src/screens/finding/conditions.ts');
let search: typeof import('../../../../../console/src/screens/finding/search.ts');
let words: typeof import('../../../../../console/src/screens/finding/condition-words.ts');
let browser: ReturnType<typeof stubBrowser>;
beforeAll(async () => {
  browser = stubBrowser('/console/images');
  conditions = await import('../../../../../console/src/screens/finding/conditions.ts');
  search = await import('../../../../../console/src/screens/finding/search.ts');
  words = await import('../../../../../console/src/screens/finding/condition-words.ts');
});
beforeEach(() => browser.go('/console/images'));
afterAll(() => {
  vi.unstubAllGlobals();
});

const read = (query: string) => search.readSearch(new URLSearchParams(query));
const said = (query: string) => read(query).conditions.map(words.sayCondition);
const problemOf = (query: string) => read(query).problem ?? '';
const times = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join('&');

describe('the conditions of an address', () => {
  it('are all read, in the order of the address, and sent as the service takes them', () => {
    const query =
      'name=vase&pair=category%3Dhomeware&pair=season%3Dautumn+2026&format=jpg&format=png&since=2026-09-01';
    expect(said(query)).toEqual([
      'word vase',
      'category = homeware',
      'season = autumn 2026',
      'format jpg or png',
      expect.stringMatching(/^saved since .*2026$/),
    ]);
    expect(read(query)).toMatchObject({
      problem: undefined,
      filter: {
        search: 'vase*',
        metadata: { category: 'homeware', season: 'autumn 2026' },
        formats: ['jpg', 'png'],
        createdFrom: new Date('2026-09-01T00:00').toISOString(),
      },
    });
  });

  it('of earlier versions mean the same as before', () => {
    const query = 'name=moon+bay+7&pair=a%3D1&format=gif&review=pending&view=list';
    expect(read(query).filter).toEqual({
      search: 'moon* bay* 7*',
      metadata: { a: '1' },
      formats: ['gif'],
      review: 'pending',
    });
    expect(read('').filter).toEqual({});
    expect(read('name=&pair=&format=').conditions).toEqual([]);
  });

  it('are each once, however often the address has them', () => {
    expect(said('name=Vase&name=vase&pair=a%3D1&pair=a%3D1&format=jpg&format=jpg')).toEqual([
      'word Vase',
      'a = 1',
      'format jpg',
    ]);
    const { filter } = read(
      'since=2026-09-02&since=2026-09-01&before=2026-10-01&before=2026-10-02',
    );
    const [from, to] = ['2026-09-02T00:00', '2026-10-01T00:00'].map((at) =>
      new Date(at).toISOString(),
    );
    expect(filter).toEqual({ createdFrom: from, createdTo: to });
  });

  it('are written readably, beside what else the address has', () => {
    const query = 'name=moon+bay&format=jpg,png&since=2026-09-01&before=2026-10-01&pair=a%3Db+c';
    const was = new URLSearchParams('view=list&order=oldest&name=old&project=prj_a');
    const { conditions: all } = read(query);
    const written = conditions.writeConditions(was, all);
    expect(written).toBe(
      'view=list&order=oldest&project=prj_a&name=moon&name=bay&format=jpg&format=png&since=2026-09-01&before=2026-10-01&pair=a%3Db+c',
    );
    expect(read(written).conditions).toEqual(all);
    expect(conditions.writeConditions(was, [])).toBe('view=list&order=oldest&project=prj_a');
  });

  it('survive a round trip also where the service would refuse them', () => {
    const query = 'name=--&pair=Season&format=tiff&since=soon&review=pending';
    const { conditions: all, filter } = read(query);
    expect(all).toHaveLength(5);
    expect(filter).toEqual({});
    expect(read(conditions.writeConditions(new URLSearchParams(), all)).conditions).toEqual(all);
  });
});

describe('conditions that the service would refuse', () => {
  it('are named, and the service isn’t asked', () => {
    for (const [query, why] of [
      [
        times(6, (at) => `name=w${at}`),
        'A search takes five words, and these are six. Remove one.',
      ],
      [times(7, (at) => `pair=k${at}%3D1`), 'takes five pairs, and these are seven. Remove two.'],
      ['pair=a%3D1&pair=a%3D2', 'one value of a'],
      ['name=--', '“--” has no letter and no digit'],
      ['pair=Season%3D1', '“Season=1” is no pair.'],
      ['pair=season%3D', 'The pair of season has no value.'],
      [`pair=a%3D${'x'.repeat(101)}`, 'at most 100 characters'],
      [`name=${'x'.repeat(200)}`, 'at most 200 characters'],
      ['format=tiff', 'No image is stored as tiff.'],
      ['since=2026-02-31', '“2026-02-31” is no day.'],
      ['before=1%20Sep', '“1 Sep” is no day.'],
      ['since=2026-09-01&before=2026-09-01', 'No day is in this span'],
    ] as const) {
      expect(problemOf(query)).toContain(why);
      expect(read(query).filter).toEqual({});
    }
  });

  it('end at the bounds of the service, and not before', () => {
    expect(problemOf(times(5, (at) => `name=w${at}`))).toBe('');
    expect(problemOf(times(5, (at) => `pair=k${at}%3D1`))).toBe('');
    expect(problemOf(`pair=a%3D${'x'.repeat(100)}`)).toBe('');
    expect(problemOf(`name=${'x'.repeat(199)}`)).toBe('');
    expect(problemOf('since=2026-09-01&before=2026-09-02')).toBe('');
  });
});

describe('a chosen condition', () => {
  const choose = (query: string, one: string) =>
    read(one).conditions.reduce(conditions.choose, read(query).conditions);
  const write = (all: ReturnType<typeof choose>) =>
    decodeURIComponent(conditions.writeConditions(new URLSearchParams(), all));

  it('is behind the others, or joins one in its place', () => {
    expect(write(choose('name=a&format=jpg&pair=b%3D1', 'name=c'))).toBe(
      'name=a&format=jpg&pair=b=1&name=c',
    );
    expect(write(choose('format=jpg&name=a', 'format=png'))).toBe('format=jpg&format=png&name=a');
    expect(write(choose('name=a', 'name=A'))).toBe('name=a');
  });

  it('takes the place of another value of its key, and of another day', () => {
    expect(write(choose('pair=a%3D1&name=b', 'pair=a%3D2'))).toBe('pair=a=2&name=b');
    expect(write(choose('since=2026-09-01&before=2026-10-01', 'since=2026-08-01'))).toBe(
      'since=2026-08-01&before=2026-10-01',
    );
    expect(write(choose('before=2026-10-01', 'since=2026-09-01'))).toBe(
      'since=2026-09-01&before=2026-10-01',
    );
  });

  it('is a step of its own in the history, and is said', () => {
    search.change(read('name=vase').conditions, 'added');
    expect(browser.here()).toBe('/console/images?name=vase');
    expect(browser.entries.length).toBeGreaterThan(1);
    search.removeAt(read('name=vase').conditions, 0);
    expect([browser.here(), search.news.value.said]).toEqual([
      '/console/images',
      'Condition word vase removed',
    ]);
    search.removeAt([], -1);
    expect(browser.here()).toBe('/console/images');
  });
});

describe('days of a condition', () => {
  const spans = (query: string) => said(query)[0];

  it('are said as a span whose last day is in it', () => {
    expect(spans('since=2026-09-01&before=2026-10-01')).toMatch(/between .*\b1\b.* and .*\b30\b/);
    expect(spans('since=2026-09-01&before=2026-09-02')).toMatch(/^saved on /);
    expect(spans('before=2026-09-01')).toMatch(/^saved before /);
    expect(spans('since=soon')).toBe('saved since soon');
  });
});
