import { beforeAll, describe, expect, it, vi } from 'vitest';
import { fixKey, isKey, lengthOf } from '../../../../console/src/images/metadata-rules.ts';
import {
  changeOf,
  findClashes,
  setPair,
} from '../../../../console/src/screens/image/metadata-change.ts';
import { forecast, inMonth, sumOf } from '../../../../console/src/screens/usage/forecast.ts';
import { daysUntil, formatBytes, formatDuration } from '../../../../console/src/texts/format.ts';
import { stubBrowser } from './support/stub-browser.ts';

let settings: typeof import('../../../../console/src/screens/project/settings.ts');
let keys: typeof import('../../../../console/src/screens/keys/key-kinds.ts');
let tiles: typeof import('../../../../console/src/images/thumbnails.ts');
beforeAll(async () => {
  stubBrowser();
  settings = await import('../../../../console/src/screens/project/settings.ts');
  keys = await import('../../../../console/src/screens/keys/key-kinds.ts');
  tiles = await import('../../../../console/src/images/thumbnails.ts');
  vi.unstubAllGlobals();
});

describe('metadata in the console (metadata.keys, metadata.values)', () => {
  it('has keys of thirty characters at most, mended from the typed text', () => {
    expect(['a', 'a'.repeat(30), 'a_9'].map(isKey)).toEqual([true, true, true]);
    expect(['', 'A', '9a', '_a', 'a-b', 'a'.repeat(31)].some(isKey)).toBe(false);
    expect(fixKey('Product ID')).toBe('product_id');
    expect(fixKey('9 Größe!')).toBe('gro_e');
    expect(fixKey('a'.repeat(40))).toHaveLength(30);
    expect(fixKey('€€')).toBe('');
    expect(lengthOf('😀a')).toBe(2);
  });

  it('sends differences: new and changed values, and null for removed ones', () => {
    const was = { a: '1', b: '2', c: '3' };
    const pairs = [
      { key: 'a', value: '1' },
      { key: 'b', value: '9' },
      { key: 'd', value: '4' },
    ];
    expect(changeOf(was, pairs)).toEqual({ b: '9', c: null, d: '4' });
    expect(
      changeOf(
        was,
        Object.entries(was).map(([key, value]) => ({ key, value })),
      ),
    ).toEqual({});
    expect(changeOf({}, [{ key: 'constructor', value: '' }])).toEqual({ constructor: '' });
  });

  it('clashes where another user set another value since, and nowhere else', () => {
    const was = { a: '1', b: '2' };
    const change = { a: 'mine', b: null };
    expect(findClashes(was, was, change)).toEqual([]);
    expect(findClashes(was, { a: 'mine' }, change)).toEqual([]);
    expect(findClashes(was, { a: 'theirs', b: 'new' }, change)).toEqual([
      { key: 'a', mine: 'mine', theirs: 'theirs' },
      { key: 'b', mine: null, theirs: 'new' },
    ]);
    expect(findClashes(was, { b: '2' }, change)).toEqual([
      { key: 'a', mine: 'mine', theirs: null },
    ]);
  });

  it('keeps the place of a key that is set again', () => {
    const pairs = [
      { key: 'a', value: '1' },
      { key: 'b', value: '2' },
    ];
    expect(setPair(pairs, 'a', '3').map(({ value }) => value)).toEqual(['3', '2']);
    expect(setPair(pairs, 'c', '3').map(({ key }) => key)).toEqual(['a', 'b', 'c']);
    expect(setPair(pairs, 'a', null).map(({ key }) => key)).toEqual(['b']);
  });
});

describe('the settings of a project in the console (projects.settings)', () => {
  const read = (
    name: 'allowedWidths' | 'temporaryLifeHours' | 'name' | 'fallbackImage',
    text: string,
  ) => settings.SETTINGS[name].read(text);

  it('are read at their bounds and not beyond', () => {
    expect(['1', '168', ' 24 '].map((text) => read('temporaryLifeHours', text))).toEqual([
      1, 168, 24,
    ]);
    for (const text of ['0', '169', '1.5', '-1', '', 'a'])
      expect(read('temporaryLifeHours', text)).toBeUndefined();
    expect(read('allowedWidths', 'any')).toBeNull();
    expect(read('allowedWidths', '1, 8192;20  30')).toEqual([1, 8192, 20, 30]);
    for (const text of ['0', '8193', '1,a']) expect(read('allowedWidths', text)).toBeUndefined();
    const sizes = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join();
    expect(read('allowedWidths', sizes(100))).toHaveLength(100);
    expect(read('allowedWidths', sizes(101))).toBeUndefined();
    expect([read('name', ' a '), read('name', ' '), read('name', '😀'.repeat(100))]).toEqual([
      'a',
      undefined,
      '😀'.repeat(100),
    ]);
    expect(read('name', 'a'.repeat(101))).toBeUndefined();
    const imageId = `img_${'a'.repeat(26)}`;
    expect([read('fallbackImage', ''), read('fallbackImage', imageId)]).toEqual([null, imageId]);
    expect(read('fallbackImage', `${imageId}a`)).toBeUndefined();
  });
});

describe('values that a screen computes', () => {
  it('a key works until its end and not at it (keys.expiry)', () => {
    const key = { revokedAt: null, expiresAt: '2026-11-25T12:00:00.000Z' } as never;
    const end = Date.UTC(2026, 10, 25, 12);
    expect([end - 1, end].map((now) => keys.isLive(key, now))).toEqual([true, false]);
    expect(keys.isLive({ revokedAt: null, expiresAt: null } as never, end)).toBe(true);
    expect(keys.isLive({ revokedAt: 'x', expiresAt: null } as never, end)).toBe(false);
  });

  it('a forecast begins on the third day, and says when a quota is full', () => {
    const of = (today: string, grown: number) =>
      forecast({ used: 30, limit: 40 }, grown, today, '2026-12-01T00:00:00.000Z');
    expect([of('2026-11-02', 10), of('2026-11-10', 0)]).toEqual([undefined, undefined]);
    const found = of('2026-11-10', 10);
    expect(found?.amount).toBeCloseTo(50);
    expect(found?.fullAt).toBe(Date.UTC(2026, 10, 21));
    expect(of('2026-11-03', 3)).toBeDefined();
    const days = ['2026-10-31', '2026-11-01', '2026-11-02'].map((date) => ({
      date,
      images: 2,
    })) as never;
    expect(sumOf(inMonth(days), 'images' as never)).toBe(4);
  });

  it('numbers have their unit from its first value on', () => {
    expect([999, 1_000, 999_499, 999_500, 1_000_000].map(formatBytes)).toEqual([
      '999 B',
      '1 KB',
      '999 KB',
      '1 MB',
      '1 MB',
    ]);
    expect([59_999, 60_000, 3_599_999, 3_600_000, 3_660_000].map(formatDuration)).toEqual([
      '60 s',
      '1 min',
      '59 min',
      '1 h',
      '1 h 1 min',
    ]);
    const at = '2026-11-25T00:00:00.000Z';
    const end = Date.parse(at);
    expect(
      [end + 1, end, end - 1, end - 86_400_000, end - 86_400_001].map((now) => daysUntil(at, now)),
    ).toEqual([0, 0, 1, 1, 2]);
  });
});

describe('a tile of the gallery', () => {
  const address = 'https://images.example/res/img_a.webp?width=480&expires=1000&signature=s';
  const image = (more: object) => ({ imageUrl: 'https://o', takenDown: null, ...more }) as never;

  it('shows the thumbnail, and nothing of an image that is blocked or has none (quotas.thumbnails)', () => {
    expect(tiles.thumbnailOf(image({ thumbnailUrl: address }))).toBe(address);
    expect(tiles.thumbnailOf(image({ thumbnailUrl: null }))).toBeUndefined();
    const takenDown = { reason: 'r' };
    expect(tiles.thumbnailOf(image({ thumbnailUrl: address, takenDown }))).toBeUndefined();
  });

  it('knows when its address ends, to the second (quotas.thumbnails)', () => {
    expect([999_999, 1_000_000].map((now) => tiles.hasEnded(address, now))).toEqual([false, true]);
    expect(tiles.hasEnded('https://images.example/res/img_a.webp', 1e15)).toBe(false);
    expect(tiles.hasEnded('no address', 0)).toBe(false);
  });
});
