import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { PROBLEMS } from '../../../../core/foundation/problems.ts';
import { buildSiteFunction } from '../../../../lambdas/edge/build-edge-function.ts';
import { MAX_EDGE_FUNCTION_BYTES } from '../../../../lambdas/edge/with-cdn-url.ts';
import {
  isEdgeResponse,
  loadEdgeFunction,
  type RunViewerRequest,
} from '../../../../local/cloudfront/edge-function.ts';
import { parseEdgeEvent } from '../../../../local/cloudfront/parse-edge-event.ts';
import { SITE_PATTERNS } from '../../../../site/site-paths.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let code: string;
let run: RunViewerRequest;
beforeAll(() => {
  code = buildSiteFunction(resolve(import.meta.dirname, '../../../..'));
  run = loadEdgeFunction(code);
});

function ask(rawUrl: string, accept?: string, method = 'GET') {
  const rawHeaders = accept === undefined ? [] : ['Accept', accept];
  return run(parseEdgeEvent({ method, rawUrl, rawHeaders, ip: '::1', requestId: 'r-1' }));
}

/** The file that answers, or the status of the answer. */
function fileOf(...asked: Parameters<typeof ask>): string | number {
  const made = ask(...asked);
  return isEdgeResponse(made) ? made.statusCode : made.uri;
}

describe('the site function, as it is built, in a context without anything', () => {
  it('fits into what CloudFront takes, with room for twenty more problems', () => {
    expect(Buffer.byteLength(code)).toBeLessThan(MAX_EDGE_FUNCTION_BYTES - 20 * 30);
  });

  it.each([
    [BROWSER, '/console/index.html'],
    ['text/html', '/console/index.html'],
    ['TEXT/HTML;q=0.2', '/console/index.html'],
    [undefined, '/index.json'],
    ['*/*', '/index.json'],
    ['application/json', '/index.json'],
    ['text/html;q=0.5, application/json', '/index.json'],
    ['text/html;q=0', '/index.json'],
    ['text/html, application/json', '/console/index.html'],
    ['application/json, text/html', '/console/index.html'],
    ['text/html;q=0.5, application/json;q=0.5', '/console/index.html'],
    ['text/html;q=0.501, application/json;q=0.5', '/console/index.html'],
    ['text/html;q=0.499, application/json;q=0.5', '/index.json'],
    ['text/html;q=0.1, text/html;q=0.6, application/json;q=0.5', '/console/index.html'],
    [`${'a'.repeat(991)},text/html`, '/index.json'],
    [`${'a'.repeat(991)},text/html`.slice(1), '/console/index.html'],
    ['application/problem+json, text/html;q=0.9', '/index.json'],
    [`${'a/b,'.repeat(300)}text/html`, '/index.json'],
  ])('answers / to Accept: %s with %s (site.index)', (accept, file) => {
    expect(fileOf('/', accept)).toBe(file);
  });

  it.each([
    ['/?code=x&state=y', '/console/index.html'],
    ['/console', '/console/index.html'],
    ['/console/', '/console/index.html'],
    ['/console/images/img_abc?x=1', '/console/index.html'],
    ['/console/callback?code=a.b', '/console/index.html'],
    ['/console/settings.json', '/console/settings.json'],
    ['/console/assets/index-x1.js', '/console/assets/index-x1.js'],
    ['/docs/', '/docs/index.html'],
    ['/docs/guides/', '/docs/guides/index.html'],
    ['/docs/guides/teams', '/docs/guides/teams.html'],
    ['/docs/guides/teams.md', '/docs/guides/teams.md'],
    ['/openapi.json', '/openapi.json'],
    ['/llms.txt', '/llms.txt'],
    ['/favicon.ico', '/favicon.ico'],
    ['/llms-full.txt', '/llms-full.txt'],
    ['/robots.txt', '/robots.txt'],
    ['/sitemap.xml', '/sitemap.xml'],
    ['/problems', '/problems/index.html'],
    ['/problems/', '/problems/index.html'],
  ])('finds the file of %s (site.paths)', (url, file) => {
    expect(fileOf(url, BROWSER)).toBe(file);
  });

  it('finds each file that the distribution leads to it (site.paths)', () => {
    const files = SITE_PATTERNS.filter((pattern) => /\.\w+$/.test(pattern));
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) expect(fileOf(file, BROWSER)).toBe(file);
  });

  it('finds a page and JSON of every problem, and of nothing else (site.problems)', () => {
    for (const name of Object.keys(PROBLEMS)) {
      expect(fileOf(`/problems/${name}`, BROWSER)).toBe(`/problems/${name}.html`);
      expect(fileOf(`/problems/${name}`)).toBe(`/problems/${name}.json`);
    }
    for (const name of ['nope', 'constructor', '__proto__', 'index', 'invalid_json/', '']) {
      const expected = name === '' ? '/problems/index.html' : 404;
      expect(fileOf(`/problems/${name}`, BROWSER), name).toBe(expected);
    }
  });

  it.each([
    '/console/../index.json',
    '/console/..%2f..%2fetc/passwd',
    '/console/%2e%2e/x',
    '/docs/.git/config',
    '/docs/..',
    '/docs//x',
    '//evil.example/console',
    '/console/a\\b',
    '/console/a b',
    '/console/\u0000',
    '/consolex',
    '/docsx',
    '/healthzz',
    '/llms-full.txt/x',
    '/robotsxtxt',
    '/index.json',
    '/PROBLEMS',
  ])('refuses %s (site.closed)', (url) => {
    expect(fileOf(url, BROWSER)).toBe(404);
  });

  it('refuses other methods with the allowed ones, and sends no body to HEAD (site.methods)', () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const made = ask('/', BROWSER, method);
      if (!isEdgeResponse(made)) throw new Error('not refused');
      expect([made.statusCode, made.headers.allow?.value]).toEqual([405, 'GET, HEAD']);
      expect(made.headers['content-security-policy']?.value).toContain("default-src 'none'");
      expect(JSON.parse(made.body?.data ?? '')).toMatchObject({
        code: 'method_not_allowed',
        type: 'https://local.cloudfront.net/problems/method_not_allowed',
        requestId: 'r-1',
      });
    }
    for (const url of ['/nope', '/healthz']) {
      const made = ask(url, undefined, 'HEAD');
      expect(isEdgeResponse(made) && made.body?.data).toBe('');
    }
  });

  it('asks the stores, whatever the query is (site.health)', () => {
    const made = ask('/readyz?deep=true');
    expect(made).toMatchObject({ uri: '/readyz', querystring: {} });
    for (const url of ['/readyz/', '/readyz/x', '/readyzz']) expect(fileOf(url), url).toBe(404);
    expect(ask('/readyz', undefined, 'POST')).toMatchObject({ statusCode: 405 });
  });

  it('needs no origin, and leads /docs to its folder (site.health)', () => {
    const made = ask('/healthz');
    expect(made).toMatchObject({ statusCode: 200, body: { data: '{"status":"alive"}' } });
    expect(isEdgeResponse(made) && made.headers['cache-control']?.value).toBe('no-store');
    expect(ask('/docs')).toMatchObject({
      statusCode: 308,
      headers: { location: { value: '/docs/' } },
    });
  });
});
