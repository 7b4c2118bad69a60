import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { TOLERATED_NAMES } from '../../../../core/images/old-address.ts';
import { parseOldPath, routePath, routePathOf } from '../../../../core/images/old-path.ts';
import {
  buildEdgeFunction,
  OLD_REQUEST_ENTRY,
} from '../../../../lambdas/edge/build-edge-function.ts';
import { isEdgeResponse, loadEdgeFunction } from '../../../../local/cloudfront/edge-function.ts';
import { queryTextOf } from '../../../../local/cloudfront/edge-origin.ts';
import { parseEdgeEvent } from '../../../../local/cloudfront/parse-edge-event.ts';

const PROJECT = `prj_${'a'.repeat(26)}`;
const code = buildEdgeFunction(process.cwd(), OLD_REQUEST_ENTRY);
const run = loadEdgeFunction(code);

const ask = (rawUrl: string, method = 'GET') =>
  run(parseEdgeEvent({ method, rawUrl, rawHeaders: [], ip: '::1', requestId: 'r-1' }));

/** The request that the edge sends on, or the status of its answer. */
function sentFor(rawUrl: string) {
  const result = ask(rawUrl);
  if (isEdgeResponse(result)) return result.statusCode;
  return { uri: result.uri, query: queryTextOf(result) };
}

/** The route that the renderer reads in a request of the edge. */
function routeFor(address: string): string | number | undefined {
  const sent = sentFor(`/old/${PROJECT}${address}`);
  return typeof sent === 'number' ? sent : parseOldPath(sent.uri, sent.query)?.path;
}

/**
 * Addresses as `@cloudinary/url-gen` 1.22 and `@imgix/js-core` 3.8 build them, signed ones too, and
 * what mails and advertisements make of them.
 */
const BUILT = {
  '/demo/image/upload/c_fill,w_30/f_jpg/v1/folder/lamp?_a=DATAiZfkZAA0':
    '/demo/image/upload/c_fill,w_30/f_jpg/v1/folder/lamp',
  '/demo/image/upload/lamp?_i=AA&_a=DATAiZfkZAA0&utm_source=news': '/demo/image/upload/lamp',
  '/caf%C3%A9%20bar.jpg?ixlib=js-3.8.0&w=30&h=20&s=f349a501d5b31f0f4ae4e330c21f29d2':
    '/café bar.jpg?h=20&s=f349a501d5b31f0f4ae4e330c21f29d2&w=30',
  '/lamp.jpg?ixlib=js-3.8.0&w=30&txt=a%20b': '/lamp.jpg?txt=a%20b&w=30',
  '/lamp.jpg?ixlib=js-3.8.0&w=30&dpr=2&q=50&fbclid=IwAR0x&gclid=1': '/lamp.jpg?dpr=2&q=50&w=30',
} as const;

describe('the built edge function of old addresses', () => {
  it('asks for nothing that its runtime lacks', () => {
    expect(code).not.toMatch(/\b(require|process|Buffer|URL|console|fetch|TextEncoder)\b/);
  });

  it.each(Object.entries(BUILT))(
    'sends %s as its route (delivery.tolerated-parameters)',
    (address, route) => {
      expect([routeFor(address), routePathOf(address)]).toEqual([route, route]);
    },
  );

  it('sends one request for every spelling of an address, and every stray parameter (delivery.tolerated-parameters)', () => {
    const once = sentFor(`/old/${PROJECT}/a%20b/%C3%A9.jpg?crop=x,y&w=30`);
    expect(once).toEqual({
      uri: `/old/${PROJECT}/`,
      query: 'address=~2Fa~20b~2F~C3~A9.jpg~3Fcrop~3Dx~252Cy~26w~3D30',
    });
    for (const spelled of [
      '/%61%20b/%c3%a9.jpg?w=%330&crop=x%2cy',
      '/a%20b/é.jpg?&&w=30&crop=x,y&',
      ...TOLERATED_NAMES.map((name) => `/a%20b/%C3%A9.jpg?${name}=1&w=30&crop=x,y&${name}`),
      '/a%20b/%C3%A9.jpg?utm_anything=1&utm_=2&w=30&crop=x,y',
    ]) {
      expect([spelled, sentFor(`/old/${PROJECT}${spelled}`)]).toEqual([spelled, once]);
    }
  });

  it('sends the route that is stored, for any path and query (delivery.old-addresses)', () => {
    const part = fc.stringMatching(/^[a-c%2F?é~!*'()._ 😀-]{0,8}$/u);
    const pairs = fc.array(fc.tuple(part, part), { maxLength: 5 });
    fc.assert(
      fc.property(part, pairs, fc.boolean(), (path, query, isEscaped) => {
        const write = (text: string) =>
          isEscaped ? encodeURIComponent(text) : text.replaceAll('?', '%3F');
        const text = query.map((pair) => pair.map(write).join('=')).join('&');
        const stored = routePath(`/${write(path)}`, text);
        expect(routeFor(`/${write(path)}?${text}`)).toBe(stored ?? 404);
      }),
      { numRuns: 2_000 },
    );
  });

  it('answers what can be no route itself, like the renderer: 404 (delivery.old-addresses)', () => {
    const most = LIMITS.maxRoutePathBytes;
    expect(routeFor(`/${'a'.repeat(most - 1)}`)).toHaveLength(most);
    for (const path of [
      '/old/',
      '/old/prj_x/lamp.jpg',
      `/old/${PROJECT}`,
      `/old/${PROJECT}/`,
      `/old/${PROJECT.toUpperCase()}/lamp.jpg`,
      `/old/${PROJECT}/${'a'.repeat(most)}`,
      `/old/${PROJECT}/${'%C3%A9'.repeat(most / 2)}`,
      `/old/${PROJECT}/lamp.jpg?w=${'1'.repeat(most)}`,
      `/old/${PROJECT}/lamp.jpg?${'&=1'.repeat(most)}`,
      `/old/${PROJECT}/a%00b`,
      `/old/${PROJECT}/a%0Ab`,
    ]) {
      expect([path, sentFor(path)]).toEqual([path, 404]);
    }
    const result = ask('/old/prj_x/lamp.jpg');
    expect(result).toMatchObject({
      headers: {
        'x-error-code': { value: 'route_not_found' },
        'cache-control': { value: 'public, max-age=10' },
      },
    });
    expect(ask('/old/prj_x/lamp.jpg', 'HEAD')).toMatchObject({ body: { data: '' } });
  });

  it('takes no packed address of a viewer for its own (delivery.old-addresses)', () => {
    expect(routeFor('/?address=~2Flamp.jpg')).toBe('/?address=~2Flamp.jpg');
    expect(routeFor('/lamp.jpg?address=~2Fother.jpg')).toBe('/lamp.jpg?address=~2Fother.jpg');
  });
});
