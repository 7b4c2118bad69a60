import { describe, expect, it } from 'vitest';
import { PROBLEMS } from '../../core/foundation/problems.ts';
import { client, credentials, isOnLocalstack } from '../support/e2e/service-under-test.ts';

const HTML = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };
const isLocal = credentials.baseUrl === credentials.cdnUrl;
const hasSite = !isOnLocalstack('the site is behind the distribution, which LocalStack has not');

describe.runIf(hasSite)('the site', () => {
  it('opens: a page for a browser, an index for a program (site.index)', async () => {
    const page = await client.get('/', HTML);
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(page.bytes.toString()).toMatch(/^<!doctype html>/i);
    const index = await client.get('/');
    expect(index.json).toMatchObject({
      name: 'imagewell',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      links: { openapi: `${credentials.cdnUrl}/openapi.json`, docs: `${credentials.cdnUrl}/docs/` },
    });
    for (const path of ['/', '/console', '/console/images/img_x', '/console/callback?code=x']) {
      const same = await client.get(path, HTML);
      expect([same.status, same.bytes.equals(page.bytes)], path).toEqual([200, true]);
    }
  });

  it('links to addresses that all answer (site.paths)', async () => {
    const { links } = (await client.get('/')).json;
    for (const [name, url] of Object.entries<string>(links)) {
      if (name === 'api' || name === 'images') continue;
      expect((await client.get(url, HTML)).status, url).toBe(200);
    }
    const icon = await client.get('/favicon.ico');
    expect([...icon.bytes.subarray(0, 4)]).toEqual([0, 0, 1, 0]);
    expect((await client.get('/llms.txt')).bytes.toString()).toMatch(/^# imagewell/);
    const robots = (await client.get('/robots.txt')).bytes.toString();
    expect(robots).toContain(`Sitemap: ${credentials.cdnUrl}/sitemap.xml`);
    expect((await client.get('/sitemap.xml')).bytes.toString()).toContain('<urlset');
    const { servers, paths } = (await client.get('/openapi.json')).json;
    expect(servers[0].url).toMatch(/^http/);
    expect(Object.keys(paths)).toContain('/api/v1/list-images');
  });

  it('opens the type of a problem, for users and for programs (site.problems)', async () => {
    const refused = await client.get('/res/nothing');
    const { type } = refused.json;
    const page = await client.get(type, HTML);
    expect([page.status, page.bytes.toString()]).toEqual([
      200,
      expect.stringContaining(PROBLEMS.route_not_found.title),
    ]);
    const facts = (await client.get(type)).json;
    expect(facts).toMatchObject({ code: 'route_not_found', status: 404 });
    const called = await client.call('list-images', {}, { 'X-API-Key': 'wrong' });
    const ofCall = await client.get(called.json.type);
    expect(ofCall.json).toMatchObject({ code: called.json.code, calls: expect.any(Array) });
    const { problems } = (await client.get('/problems')).json;
    expect(problems.map(({ code }: { code: string }) => code)).toEqual(Object.keys(PROBLEMS));
  });

  it('is alive, and its stores answer (site.health)', async () => {
    expect((await client.get('/healthz')).json).toEqual({ status: 'alive' });
    const ready = await client.get('/readyz?cache=no');
    expect([ready.status, ready.json]).toEqual([200, { status: 'ready' }]);
  });

  it('gives the console the addresses of its service, and no key (site.settings)', async () => {
    const answer = await client.get('/console/settings.json');
    expect(answer.json).toMatchObject({ cdnUrl: credentials.cdnUrl, isLocal });
    expect(Object.keys(answer.json).sort()).toEqual(
      ['apiUrl', 'cdnUrl', 'clientId', 'hasEvents', 'isLocal', 'issuer'].sort(),
    );
    const text = answer.bytes.toString();
    expect(text).not.toContain(credentials.apiKey);
    expect(text).not.toContain(credentials.uploadKey);
  });

  it('is revalidated each time, and answers 304 if nothing changed (site.cache)', async () => {
    for (const path of ['/', '/problems/invalid_json', '/openapi.json']) {
      const first = await client.get(path, HTML);
      expect(first.headers.get('cache-control'), path).toBe('no-cache');
      const etag = first.headers.get('etag') ?? '';
      expect(etag, path).not.toBe('');
      const headers = { ...HTML.headers, 'If-None-Match': etag };
      expect((await client.get(path, { headers })).status, path).toBe(304);
    }
  });

  it('refuses unknown paths and other methods (site.closed, site.methods)', async () => {
    for (const path of [
      '/console/assets/none.js',
      '/problems/none',
      '/console/%2e%2e/index.json',
    ]) {
      expect((await client.get(path, HTML)).status, path).toBe(404);
    }
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await client.get('/problems', { method });
      expect([answer.status, answer.headers.get('allow')], method).toEqual([405, 'GET, HEAD']);
    }
    const head = await client.get('/problems', { method: 'HEAD' });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
  });

  it('runs nothing but its own files, in no frame (security.site-headers)', async () => {
    for (const path of ['/', '/console/x', '/docs/', '/problems', '/problems/busy']) {
      const { headers } = await client.get(path, HTML);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy, path).toContain("frame-ancestors 'none'");
      expect(policy, path).toContain("base-uri 'none'");
      expect(policy, path).not.toMatch(/script-src[^;]*unsafe-|default-src[^;]*unsafe-/);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('referrer-policy'), path).toBe('same-origin');
      expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin');
      expect(headers.get('x-frame-options'), path).toBe('DENY');
    }
  });
});

const UNKNOWN = `img_${'z'.repeat(26)}`;

/** A request to each part of the service that answers problems, and the code that it answers. */
const SOURCES: Readonly<Record<string, readonly [code: string, ask: () => Promise<unknown>]>> = {
  'the edge function': ['unsupported_output_format', () => client.get(`/res/${UNKNOWN}.svg`)],
  'the edge function, of a method': [
    'method_not_allowed',
    () => client.get(`/res/${UNKNOWN}.jpg`, { method: 'DELETE' }),
  ],
  'the delivery function': ['image_not_found', () => client.get(`/res/${UNKNOWN}.jpg?width=10`)],
  'the delivery function, of an old address': [
    'route_not_found',
    () => client.get(`/old/prj_${'z'.repeat(26)}/sample.jpg`),
  ],
  'the function of the site': ['route_not_found', () => client.get('/problems/none')],
  'a function of a call': [
    'invalid_api_key',
    () => client.call('list-images', {}, { 'X-API-Key': 'wrong' }),
  ],
  'API Gateway': ['route_not_found', () => client.call('no-such-call', {}, {})],
};

describe.runIf(hasSite)('the type of a problem', () => {
  it.each(Object.entries(SOURCES))(
    'is the absolute URL of a page of the CDN, whoever answers: %s (errors.problem-body)',
    async (_, [code, ask]) => {
      const { json } = (await ask()) as { json: { code: string; type: string } };
      expect(json).toMatchObject({ code, type: `${credentials.cdnUrl}/problems/${code}` });
      const page = await client.get(json.type);
      expect([page.status, page.json.type]).toEqual([200, json.type]);
    },
  );

  it('is the same, whatever host and address a viewer names (errors.problem-body)', async () => {
    const headers = {
      'Cdn-Url': 'https://evil.example',
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
    };
    for (const path of [`/res/${UNKNOWN}.svg`, `/res/${UNKNOWN}.jpg?width=11`]) {
      const { json } = await client.get(path, { headers });
      expect(json.type).toBe(`${credentials.cdnUrl}/problems/${json.code}`);
    }
  });
});
