import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startHttpServer } from '../../../../local/http/http-server.ts';
import {
  countBegun,
  functionsWithin,
  HUGE_BYTES,
  imageOf,
  LARGE_BYTES,
  LET_GO,
  WIDTHS,
} from '../../../support/local/service-functions.ts';
import { startFixtureService } from '../../../support/local/start-fixture-service.ts';
import { stopTimers } from '../../../support/waits/stop-timers.ts';
import { turnUntil } from '../../../support/waits/turn-until.ts';

const ID = `img_${'a'.repeat(26)}`;
const HOUR_MS = 3_600_000;
const urlOf = (width: number): string => `/res/${ID}.jpg?width=${width}`;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const json = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) });

describe('the local edge', () => {
  it('serves from the cache an answer that the delivery function made once', async () => {
    const { ask, lines } = await startFixtureService();
    const first = await ask(urlOf(WIDTHS.small));
    const second = await ask(`/res/${ID}.JPG?x=1&width=${WIDTHS.small}`);
    expect(first.headers['x-cache']).toBe('Miss from imagewell-edge');
    expect(first.headers.age).toBeUndefined();
    expect(second.headers).toMatchObject({
      'x-cache': 'Hit from imagewell-edge',
      age: expect.stringMatching(/^\d\d?$/),
    });
    expect(second.headers['x-made-by']).toBe(first.headers['x-made-by']);
    expect(second.body.equals(imageOf(WIDTHS.small))).toBe(true);
    const route = '/res/{imageId}.{extension}';
    expect(lines).toMatchObject([
      { route, status: 200 },
      { route, status: 200 },
    ]);
  });

  it('keeps one entry for all names of an image, and logs none (delivery.file-name)', async () => {
    const { ask, lines } = await startFixtureService();
    const get = (name: string) => ask(`/res/${ID}${name}.jpg?width=${WIDTHS.small}`);
    await get('/red-bridge');
    for (const name of ['', '/br%C3%BCcke.v2', `/tmp_${'b'.repeat(26)}`]) {
      const { status, headers } = await get(name);
      expect([status, headers['x-cache']]).toEqual([200, 'Hit from imagewell-edge']);
    }
    expect((await get('/a%2Fb')).status).toBe(404);
    expect(lines.map(({ image }) => image)).toEqual(Array(5).fill(`${ID}.jpg`));
  });

  it('sends its own time and the origin’s, and keeps neither with a cached response (delivery.server-timing)', async () => {
    const { ask } = await startFixtureService();
    const timingOf = async (width: number | string) =>
      (await ask(`/res/${ID}.jpg?width=${width}`)).headers['server-timing'];
    expect(await timingOf(WIDTHS.small)).toMatch(
      /^edge;desc="miss";dur=[\d.]+, origin;desc="then", store;dur=5$/,
    );
    await expect.poll(() => timingOf(WIDTHS.small)).toMatch(/^edge;desc="hit";dur=[\d.]+$/);
    expect(await timingOf(WIDTHS.missing)).toBe('edge;desc="miss"');
    expect(await timingOf('x')).toBe('edge;desc="function"');
  });

  it('names ignored parameters on each answer, keeps none with an entry, and warns once a name (transformations.told-ignored)', async () => {
    const { ask, faults } = await startFixtureService();
    const told = async (query: string, init = {}) => {
      const answer = await ask(`${urlOf(WIDTHS.small)}${query}`, init);
      return [answer.status, answer.headers['x-ignored-parameters']];
    };
    const first = await ask(`${urlOf(WIDTHS.small)}&widht=4`);
    expect(first.headers).toMatchObject({
      'x-cache': 'Miss from imagewell-edge',
      'x-ignored-parameters': '"widht";nearest=width',
      'access-control-expose-headers': expect.stringMatching(/(^|, )x-ignored-parameters$/),
    });
    expect(await told('')).toEqual([200, undefined]);
    expect(await told('&utm=1')).toEqual([200, '"utm"']);
    const known = { headers: { 'If-None-Match': '*' } };
    expect(await told('&widht=5', known)).toEqual([304, '"widht";nearest=width']);
    expect(await told('&width=5&w=5')).toEqual([400, '"w";nearest=width']);
    expect(await told('', { method: 'HEAD' })).toEqual([200, undefined]);
    const again = await ask(`${urlOf(WIDTHS.small)}&widht=6`);
    expect(again.headers['x-cache']).toBe('Hit from imagewell-edge');
    expect(again.body.equals(first.body)).toBe(true);
    expect(again.headers.etag).toBe(first.headers.etag);
    expect(faults.filter((line) => line.includes('is ignored'))).toEqual([
      'the parameter widht of an image URL is ignored; did you mean width? {}',
      'the parameter utm of an image URL is ignored {}',
      'the parameter w of an image URL is ignored; did you mean width? {}',
    ]);
  });

  it('asks the function once for 100 identical requests in flight', async () => {
    const { ask } = await startFixtureService();
    const result = await Promise.all(Array.from({ length: 100 }, () => ask(urlOf(WIDTHS.slow))));
    expect(new Set(result.map(({ headers }) => headers['x-made-by'])).size).toBe(1);
    const whole = sha256(imageOf(WIDTHS.slow));
    expect(new Set(result.map(({ body }) => sha256(body)))).toEqual(new Set([whole]));
  });

  it('answers HEAD as GET, from a miss and from the cache (delivery.head)', async () => {
    const { ask } = await startFixtureService();
    for (const cache of ['Miss', 'Hit']) {
      const response = await ask(urlOf(WIDTHS.small), { method: 'HEAD' });
      expect(response).toMatchObject({ status: 200, body: Buffer.alloc(0) });
      expect(response.headers).toMatchObject({
        'x-cache': `${cache} from imagewell-edge`,
        'content-length': '300000',
        etag: `"width-${WIDTHS.small}"`,
      });
      await expect
        .poll(async () => (await ask(urlOf(WIDTHS.small))).headers['x-cache'])
        .toMatch('Hit');
    }
  });

  it.each([
    ['*', 304],
    ['"width-10"', 304],
    ['W/"width-10"', 304],
    ['"other", W/"width-10"', 304],
    ['"other"', 200],
  ])(
    'answers If-None-Match: %s with %i, on a miss and on a hit (delivery.etag-strong)',
    async (tag, status) => {
      const { ask } = await startFixtureService();
      const headers = { 'If-None-Match': tag };
      for (const method of ['GET', 'HEAD', 'GET']) {
        const response = await ask(urlOf(WIDTHS.small), { method, headers });
        expect(response.status).toBe(status);
        expect(response.headers.etag).toBe('"width-10"');
        if (status === 304) expect(response.headers['content-length']).toBeUndefined();
      }
    },
  );

  it('keeps a 404 for seconds, and never a 5xx (delivery.error-lifetime, security.no-kept-5xx)', async () => {
    const { ask } = await startFixtureService();
    const cacheOf = async (width: number) => (await ask(urlOf(width))).headers['x-cache'];
    await cacheOf(WIDTHS.missing);
    expect(await cacheOf(WIDTHS.missing)).toMatch('Hit');
    await cacheOf(WIDTHS.throws);
    expect(await cacheOf(WIDTHS.throws)).toMatch('Miss');
  });

  it('answers 503 busy where the renderer hangs or dies, and serves others meanwhile (security.deadline-kills)', async () => {
    stopTimers();
    const functions = functionsWithin(HOUR_MS);
    const { ask } = await startFixtureService(undefined, { functions });
    const hung = ask(urlOf(WIDTHS.hangs));
    let status = 0;
    void ask(urlOf(WIDTHS.small)).then((served) => {
      status = served.status;
    });
    await turnUntil(() => {
      vi.advanceTimersByTime(1); // a second thread starts after a while
      return status > 0;
    });
    expect(status).toBe(200);
    const crashed = await ask(urlOf(WIDTHS.crashes));
    vi.advanceTimersByTime(HOUR_MS);
    for (const result of [crashed, await hung]) {
      expect(result.status).toBe(503);
      expect(result.headers).toMatchObject({
        'retry-after': '5',
        'cache-control': 'no-store',
        'content-type': 'application/problem+json',
        'x-error-code': 'busy',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      expect(JSON.parse(result.body.toString())).toMatchObject({ status: 503, code: 'busy' });
    }
  });

  it('answers 500 where the renderer throws, with nothing leaked', async () => {
    const { ask, faults } = await startFixtureService();
    const response = await ask(urlOf(WIDTHS.throws));
    expect([response.status, response.headers['x-error-code']]).toEqual([500, 'internal_error']);
    expect(response.body.toString()).not.toContain('purpose');
    expect(faults.join()).toContain('on purpose');
  });

  it('cuts the connection if the body broke off, and requests it again', async () => {
    const { ask } = await startFixtureService();
    await expect(ask(urlOf(WIDTHS.cut))).rejects.toThrow(/aborted|hang up/);
    await expect(ask(urlOf(WIDTHS.cut))).rejects.toThrow(/aborted|hang up/);
  });

  it('delivers 20 MB and more whole; above 20 MB nothing is kept (security.whole-answers)', async () => {
    const { ask } = await startFixtureService();
    for (const [width, bytes, again] of [
      [WIDTHS.large, LARGE_BYTES, 'Hit'],
      [WIDTHS.huge, HUGE_BYTES, 'Miss'],
    ] as const) {
      const response = await ask(urlOf(width));
      expect(response.body.length).toBe(bytes);
      expect(sha256(response.body)).toBe(sha256(imageOf(width)));
      const second = await ask(urlOf(width), { method: 'HEAD' });
      expect(second.headers['x-cache']).toBe(`${again} from imagewell-edge`);
    }
  });

  it('continues after clients that leave in the middle of a body', async () => {
    const { ask, service, faults } = await startFixtureService();
    for (const width of [WIDTHS.huge, WIDTHS.large, WIDTHS.huge]) {
      await new Promise<void>((resolve) => {
        const request = get(
          { port: service.port, host: '127.0.0.1', path: urlOf(width) },
          (response) => {
            response.once('data', () => request.destroy());
            response.on('error', () => undefined);
            response.once('close', resolve);
          },
        );
      });
    }
    const result = await Promise.all([ask(urlOf(WIDTHS.huge)), ask(urlOf(WIDTHS.large))]);
    expect(result.map(({ body }) => body.length)).toEqual([HUGE_BYTES, LARGE_BYTES]);
    // a process that was held for one that left would have been killed at its deadline
    expect(faults).toEqual([]);
  });

  it('makes what needs the engine in a process', async () => {
    const { ask } = await startFixtureService();
    expect((await ask(urlOf(WIDTHS.small))).headers['x-role']).toBe('light');
    expect((await ask(urlOf(WIDTHS.heavy))).headers['x-role']).toBe('heavy');
  });

  it('answers requests that the edge function refuses without the origin', async () => {
    const { ask, lines } = await startFixtureService();
    const response = await ask('/elsewhere');
    expect([response.status, response.headers['x-error-code']]).toEqual([404, 'route_not_found']);
    expect(
      (await ask(`/res/${ID}.jpg`, { method: 'POST', body: 'x'.repeat(100_000) })).status,
    ).toBe(405);
    expect(lines).toMatchObject([{ route: 'none' }, { route: '/res/{imageId}.{extension}' }]);
  });

  it('purges an image on a function’s request, and renditions in progress (deletion.cdn-copies)', async () => {
    const { ask, dataDir } = await startFixtureService();
    const before = await ask(urlOf(WIDTHS.small));
    const inFlight = ask(urlOf(WIDTHS.rendersHeld));
    await expect.poll(() => countBegun(dataDir)).toBe(1);
    await ask('/api/v1/save-temporary-image', json({ act: 'purge', ids: [ID] }));
    writeFileSync(join(dataDir, LET_GO), '');
    const stale = await inFlight;
    const [small, held] = [await ask(urlOf(WIDTHS.small)), await ask(urlOf(WIDTHS.rendersHeld))];
    expect([small, held].map(({ headers }) => headers['x-cache'])).toEqual([
      'Miss from imagewell-edge',
      'Miss from imagewell-edge',
    ]);
    expect(small.headers['x-made-by']).not.toBe(before.headers['x-made-by']);
    expect(held.headers['x-made-by']).not.toBe(stale.headers['x-made-by']);
  });
});

describe('the local service', () => {
  it('brings deletions to the purge function at start, on a delete, and while there are any (deletion.steps)', async () => {
    const due: string[] = [];
    let looks = 0;
    const { ask } = await startFixtureService(async () => {
      looks += 1;
      return due.splice(0, 1);
    });
    await expect.poll(() => looks).toBe(1);
    await ask(urlOf(WIDTHS.small));
    due.push(ID, 'img_other');
    await ask('/api/v1/delete-image', json({}));
    await expect
      .poll(async () => (await ask(urlOf(WIDTHS.small))).headers['x-cache'])
      .toMatch('Miss');
    await expect.poll(() => due.length).toBe(0);
  });

  it('finishes the requests in flight when it is stopped (local.graceful-stop)', async () => {
    const { ask, service, dataDir } = await startFixtureService();
    const last = [
      ask(urlOf(WIDTHS.slow)),
      ask('/api/v1/save-temporary-image', json({ act: 'slow' })),
    ];
    await expect.poll(() => countBegun(dataDir)).toBe(2);
    const start = performance.now();
    await service.stop();
    // and waits for no client that merely keeps its connection, which may do so for 75 s
    expect(performance.now() - start).toBeLessThan(50_000);
    expect((await Promise.all(last)).map(({ status }) => status)).toEqual([200, 200]);
    // refused, or cut by another process that has the port by now
    await expect(ask(urlOf(WIDTHS.small))).rejects.toThrow(/ECONNREFUSED|ECONNRESET|hang up/);
  });

  it('listens on the loopback interface alone, on both its addresses', async () => {
    const { service } = await startFixtureService();
    const response = await fetch(`http://[::1]:${service.port}/nothing`).catch(() => undefined);
    // a machine without IPv6 has the other address alone
    if (response) expect(response.status).toBe(404);
    await expect(fetch(`http://127.0.0.2:${service.port}/`)).rejects.toThrow();
  });

  it('ends a connection whose reader takes nothing any more, and gives up what waited for it (security.slow-readers)', async () => {
    let isLeft = false;
    const body = (async function* () {
      try {
        for (;;) yield Buffer.alloc(1_000_000);
      } finally {
        isLeft = true;
      }
    })();
    const server = await startHttpServer({
      port: 0,
      cdnUrl: '',
      stalledMs: 200,
      answer: async () => ({ statusCode: 200, headers: {}, body, route: 'none' }),
      onRequest: () => undefined,
      onFault: () => undefined,
    });
    onTestFinished(() => server.stop());
    const socket = connect(server.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    socket.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => isLeft).toBe(true);
  });

  it('reports a port in use', async () => {
    const taken = createServer();
    onTestFinished(() => void taken.close());
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const answer = () => Promise.reject(new Error('unused'));
    const start = startHttpServer({
      port,
      cdnUrl: '',
      answer,
      onRequest: () => undefined,
      onFault: () => undefined,
    });
    await expect(start).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
