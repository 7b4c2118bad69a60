import { describe, expect, it } from 'vitest';
import {
  cacheLifetimeSeconds,
  createEdgeCache,
  type EdgeAnswer,
  type OriginAnswer,
} from '../../../../local/cloudfront/edge-cache.ts';

/** More than the edge keeps. */
const LARGE = 'l'.repeat(20_000_001);
const KEPT = 'public, max-age=10, s-maxage=100';

async function* inChunks(...chunks: string[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

function answerOf(text: string, overrides: Partial<OriginAnswer> = {}): OriginAnswer {
  return {
    statusCode: 200,
    headers: { 'content-length': String(text.length), 'cache-control': KEPT },
    body: inChunks(text.slice(0, 2), text.slice(2)),
    ...overrides,
  };
}

async function textOf(answer: EdgeAnswer): Promise<string> {
  const body = answer.open();
  if (body instanceof Uint8Array) return Buffer.from(body).toString();
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function startCache(maxBytes?: number) {
  let time = 1_000_000;
  let asks = 0;
  const bound = maxBytes === undefined ? {} : { maxBytes };
  const cache = createEdgeCache({ now: () => time, ...bound });
  return {
    cache,
    asks: () => asks,
    pass: (ms: number) => {
      time += ms;
    },
    get: (
      key = 'k',
      make: () => OriginAnswer | Promise<OriginAnswer> = () => answerOf('hello'),
      id = 'img_a',
    ) =>
      cache.get(key, id, async () => {
        asks += 1;
        return make();
      }),
  };
}

/** Lets the responses become cached. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('an answer for one viewer', () => {
  const forOne = () =>
    answerOf('hello', {
      headers: { 'content-length': '5', 'cache-control': 'private, no-store' },
    });

  it('is not kept, and not shared while it is made (security.one-viewer)', async () => {
    const { get, asks, cache } = startCache();
    const answers = await Promise.all([get('k', forOne), get('k', forOne), get('k', forOne)]);
    expect(await Promise.all(answers.map(textOf))).toEqual(['hello', 'hello', 'hello']);
    expect(asks()).toBe(3);
    await settle();
    expect((await get('k', forOne)).isHit).toBe(false);
    expect(cache.size().entries).toBe(0);
  });
});

describe('answers that the edge keeps', () => {
  it('caches a whole response for its s-maxage, and sends its age', async () => {
    const { get, pass, asks } = startCache();
    const first = await get();
    expect([first.isHit, await textOf(first)]).toEqual([false, 'hello']);
    pass(99_500);
    const second = await get();
    expect([second.isHit, second.ageSeconds, await textOf(second)]).toEqual([true, 99, 'hello']);
    pass(501);
    expect((await get()).isHit).toBe(false);
    expect(asks()).toBe(2);
  });

  it("counts an answer's life from when it was asked for (temporary.delivery, security.exact-expiry)", async () => {
    const { get, pass } = startCache();
    const slow = () => {
      pass(60_000);
      return answerOf('hello');
    };
    await textOf(await get('k', slow));
    await settle();
    pass(39_999);
    expect((await get('k', slow)).ageSeconds).toBe(99);
    pass(2);
    expect((await get('k', slow)).isHit).toBe(false);
  });

  it.each([
    [200, 'public, max-age=86400, s-maxage=2592000', 2_592_000],
    [200, 'public, max-age=300', 300],
    [200, 'max-age=300, s-maxage=0', 0],
    [200, 'no-store', 0],
    [200, 'private, max-age=10', 0],
    [200, undefined, 0],
    [404, 'public, max-age=10', 10],
    [422, 'public, max-age=10', 10],
    [308, 'public, max-age=3600', 3600],
    [429, 'public, max-age=10', 0],
    [500, 'public, max-age=10', 0],
    [503, 'public, max-age=10', 0],
    [304, 'public, max-age=10', 0],
  ])('gives a %i with "%s" a life of %i s (security.no-kept-5xx)', (status, control, life) => {
    expect(cacheLifetimeSeconds(status, control)).toBe(life);
  });

  it('never keeps an answer whose body ended short of its length (delivery.content-length)', async () => {
    const { get, asks } = startCache();
    const cut = () => answerOf('hello', { body: inChunks('hel') });
    await expect(textOf(await get('k', cut))).rejects.toThrow('truncated');
    await settle();
    expect(await textOf(await get())).toBe('hello');
    expect(asks()).toBe(2);
  });

  it('never keeps an answer whose body failed, or ran over its length', async () => {
    const { get } = startCache();
    const fail = async function* () {
      yield Buffer.from('he');
      throw new Error('the origin died');
    };
    await expect(textOf(await get('k', () => answerOf('hello', { body: fail() })))).rejects.toThrow(
      'died',
    );
    await expect(
      textOf(await get('k', () => answerOf('hello', { body: inChunks('hello!') }))),
    ).rejects.toThrow('truncated or too long');
    expect((await get()).isHit).toBe(false);
  });

  it('streams an answer above 20 MB, or of unknown length, and does not keep it', async () => {
    const { get, asks } = startCache();
    const headers = { 'content-length': '20000001', 'cache-control': KEPT };
    const large = () => answerOf(LARGE, { headers });
    const unknown = () => answerOf('start', { headers: { 'cache-control': KEPT } });
    for (const [make, text] of [
      ...[large, large].map((entry) => [entry, LARGE] as const),
      ...[unknown, unknown].map((entry) => [entry, 'start'] as const),
    ]) {
      expect((await textOf(await get('k', make))) === text).toBe(true);
      await settle();
    }
    expect(asks()).toBe(4);
  });

  it('cancels a large body that is skipped', async () => {
    const { get } = startCache();
    let isCancelled = false;
    const body: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => undefined),
        return: async () => {
          isCancelled = true;
          return { done: true, value: undefined };
        },
      }),
    };
    const headers = { 'content-length': '20000001' };
    (await get('k', () => answerOf('', { headers, body }))).skip();
    expect(isCancelled).toBe(true);
  });

  it('drops the least recently used when it is full', async () => {
    const { get } = startCache(5_000);
    for (const key of ['a', 'b']) await textOf(await get(key));
    await settle();
    expect((await get('a')).isHit).toBe(true);
    await textOf(await get('c'));
    await settle();
    expect((await get('a')).isHit).toBe(true);
    expect((await get('b')).isHit).toBe(false);
  });
});

describe('concurrent requests', () => {
  it('asks the origin once for 100 identical requests in flight', async () => {
    const { get, asks } = startCache();
    const answers = await Promise.all(Array.from({ length: 100 }, () => get()));
    const texts = await Promise.all(answers.map(textOf));
    expect(new Set(texts)).toEqual(new Set(['hello']));
    expect(asks()).toBe(1);
  });

  it('gives those who come while a body is collected all of it', async () => {
    const { get, asks } = startCache();
    const { promise: hold, resolve: letGo } = Promise.withResolvers<void>();
    const body = (async function* () {
      yield Buffer.from('he');
      await hold;
      yield Buffer.from('llo');
    })();
    const first = await get('k', () => answerOf('hello', { body }));
    await settle();
    const second = await get();
    letGo();
    expect([await textOf(first), await textOf(second)]).toEqual(['hello', 'hello']);
    expect(asks()).toBe(1);
  });

  it('continues to collect when the first client has left', async () => {
    const { get } = startCache();
    (await get()).skip();
    await settle();
    expect((await get()).isHit).toBe(true);
  });

  it('shares a failure with those who wait, and asks again afterwards', async () => {
    const { get, asks } = startCache();
    const fail = () => Promise.reject(new Error('no origin'));
    const both = await Promise.allSettled([get('k', fail), get('k', fail)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await textOf(await get())).toBe('hello');
    expect(asks()).toBe(2);
  });

  it('asks once for those who read an answer that is too large to keep (security.places-apart)', async () => {
    const { get, asks } = startCache();
    const large = () => answerOf(LARGE);
    const answers = await Promise.all([get('k', large), get('k', large), get('k', large)]);
    const texts = await Promise.all(answers.map(textOf));
    expect(texts.map((text) => text === LARGE)).toEqual([true, true, true]);
    expect(asks()).toBe(1);
  });

  it('lets others join a large answer while it is read, within its life and before a purge (security.places-apart)', async () => {
    const { get, asks, pass, cache } = startCache();
    const large = () => answerOf(LARGE);
    const readers = [await get('k', large)];
    await settle();
    readers.push(await get('k', large));
    expect(asks()).toBe(1);
    pass(100_000); // KEPT
    readers.push(await get('k', large));
    expect(asks()).toBe(2);
    cache.purge(['img_a']);
    readers.push(await get('k', large));
    expect(asks()).toBe(3);
    const texts = await Promise.all(readers.map(textOf));
    expect(texts.map((text) => text === LARGE)).toEqual([true, true, true, true]);
    await settle();
    expect(await textOf(await get('k', large))).toBe(LARGE); // nobody reads one any more
    expect(asks()).toBe(4);
  });

  it('asks for each where a large answer may not be kept at all, after it is whole', async () => {
    const { get, asks } = startCache();
    const headers = { 'content-length': String(LARGE.length), 'cache-control': 'no-store' };
    const large = () => answerOf(LARGE, { headers });
    const first = await get('k', large);
    await settle();
    const second = await get('k', large);
    expect(asks()).toBe(2);
    expect((await textOf(first)) === LARGE && (await textOf(second)) === LARGE).toBe(true);
  });
});

describe('a purge', () => {
  it('purges every address of an image together, and no other (deletion.cdn-copies)', async () => {
    const { get, cache } = startCache();
    for (const key of ['a?1', 'a?2']) await textOf(await get(key));
    await textOf(await get('b', () => answerOf('other'), 'img_b'));
    await settle();
    cache.purge(['img_a', 'img_unknown']);
    const hits = [await get('a?1'), await get('a?2'), await get('b', undefined, 'img_b')];
    expect(hits.map(({ isHit }) => isHit)).toEqual([false, false, true]);
  });

  it('never keeps an answer whose making began before it (deletion.cdn-copies)', async () => {
    const { get, cache, asks } = startCache();
    const { promise: hold, resolve: letGo } = Promise.withResolvers<void>();
    const early = get('k', async () => {
      await hold;
      return answerOf('stale');
    });
    await settle();
    cache.purge(['img_a']);
    const late = get('k', () => answerOf('fresh'));
    letGo();
    expect(await textOf(await early)).toBe('stale');
    expect(await textOf(await late)).toBe('fresh');
    await settle();
    expect(await textOf(await get())).toBe('fresh');
    expect(asks()).toBe(2);
  });

  it('also when only the body was under way (deletion.cdn-copies)', async () => {
    const { get, cache } = startCache();
    const { promise: hold, resolve: letGo } = Promise.withResolvers<void>();
    const body = (async function* () {
      yield Buffer.from('st');
      await hold;
      yield Buffer.from('ale');
    })();
    const early = await get('k', () => answerOf('stale', { body }));
    cache.purge(['img_a']);
    letGo();
    expect(await textOf(early)).toBe('stale');
    await settle();
    expect((await get()).isHit).toBe(false);
  });

  it('of a project forgets all of its answers, and keeps none that is in work (signing.cdn-copies)', async () => {
    const { get, cache } = startCache();
    const tagged = (tag: string) => () => answerOf('hello', { tags: ['x', tag] });
    await textOf(await get('a', tagged('prj_a'), 'img_a'));
    await textOf(await get('b', tagged('prj_a'), 'img_b'));
    await textOf(await get('c', tagged('prj_b'), 'img_c'));
    await settle();
    const { promise: hold, resolve: letGo } = Promise.withResolvers<void>();
    const early = get('d', async () => {
      await hold;
      return answerOf('stale', { tags: ['prj_a'] });
    });
    await settle();
    cache.purgeTag('prj_a');
    letGo();
    expect(await textOf(await early)).toBe('stale');
    await settle();
    const hits = await Promise.all(['a', 'b', 'c', 'd'].map((key) => get(key)));
    expect(hits.map(({ isHit }) => isHit)).toEqual([false, false, true, false]);
  });
});
