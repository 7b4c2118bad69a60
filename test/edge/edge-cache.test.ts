import { describe, expect, it } from 'vitest';
import { createEdgeCache, type EdgeAnswer, lifeSeconds } from '../../local/edge-cache.ts';

const ID = `img_${'a'.repeat(26)}`;
const KEY = `/res/${ID}.jpg?width=1`;
const answer = (text: string, more: Partial<EdgeAnswer> = {}): EdgeAnswer => ({
  statusCode: 200,
  headers: { 'cache-control': 'public, max-age=5, s-maxage=100' },
  body: Buffer.from(text),
  ...more,
});

describe('the cache of the local edge', () => {
  it('C2.2 keeps 4xx by their seconds, and 5xx, no-store and cut answers not at all', () => {
    const ten = { 'cache-control': 'public, max-age=10' };
    expect(lifeSeconds(answer('x'))).toBe(100);
    expect(lifeSeconds(answer('x', { statusCode: 404, headers: ten }))).toBe(10);
    expect(lifeSeconds(answer('x', { statusCode: 503, headers: ten }))).toBe(0);
    expect(lifeSeconds(answer('x', { headers: { 'cache-control': 'no-store' } }))).toBe(0);
    expect(lifeSeconds(answer('x', { headers: { ...ten, 'content-length': '2' } }))).toBe(0);
    expect(lifeSeconds(answer('x', { headers: {} }))).toBe(0);
  });

  it('asks once for a hundred requests at once, and again only when the life is over', async () => {
    let now = 1;
    let made = 0;
    const cache = createEdgeCache(() => now);
    const make = async () => {
      made += 1;
      return answer(String(made));
    };
    await Promise.all(Array.from({ length: 100 }, () => cache.get(KEY, ID, make)));
    expect(made).toBe(1);
    now += 99_000;
    expect(await cache.get(KEY, ID, make)).toMatchObject({ isHit: true, ageSeconds: 99 });
    now += 2_000;
    expect((await cache.get(KEY, ID, make)).isHit).toBe(false);
    expect(made).toBe(2);
  });

  it('C4.10 a purge forgets every address, and what was begun before it is never kept', async () => {
    const cache = createEdgeCache(() => 7);
    let finish: (answer: EdgeAnswer) => void = () => undefined;
    const slow = cache.get(
      KEY,
      ID,
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    await cache.get(`${KEY}0`, ID, async () => answer('other size'));
    cache.purge([ID]);
    finish(answer('before'));
    expect((await slow).answer.body.toString()).toBe('before');
    for (const key of [KEY, `${KEY}0`]) {
      const after = await cache.get(key, ID, async () => answer('after'));
      expect(after).toMatchObject({ isHit: false });
      expect(after.answer.body.toString()).toBe('after');
    }
  });

  it('a failure is told to all that wait, and not remembered', async () => {
    const cache = createEdgeCache();
    const fails = Array.from({ length: 3 }, () =>
      cache.get(KEY, ID, () => Promise.reject(new Error('down'))),
    );
    for (const one of fails) await expect(one).rejects.toThrow('down');
    expect((await cache.get(KEY, ID, async () => answer('up'))).answer.body.toString()).toBe('up');
  });
});
