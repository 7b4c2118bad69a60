import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalQuery } from '../../../../core/transform/canonical-query.ts';
import { parseQuery, queryOf, simplifyParameters } from '../../../../core/transform/query.ts';
import { pairsOfQueryText } from '../../../../core/transform/query-text.ts';
import { buildEdgeFunction } from '../../../../lambdas/edge/build-edge-function.ts';
import type { EdgeEvent } from '../../../../lambdas/edge/edge-event.ts';
import { MAX_EDGE_FUNCTION_BYTES } from '../../../../lambdas/edge/with-cdn-url.ts';
import {
  loadEdgeFunction,
  type RunViewerRequest,
} from '../../../../local/cloudfront/edge-function.ts';
import { parseEdgeEvent } from '../../../../local/cloudfront/parse-edge-event.ts';
import { anyFormat, anyParameters } from '../../../support/stores/arbitraries.ts';

const ID = `img_${'a'.repeat(26)}`;
let code: string;
let run: RunViewerRequest;
beforeAll(async () => {
  code = buildEdgeFunction(process.cwd());
  run = loadEdgeFunction(code);
});

const event = (url: string, method = 'GET') =>
  parseEdgeEvent({ method, rawUrl: url, rawHeaders: [], ip: '127.0.0.1', requestId: 'r-1' });
const queryText = (result: ReturnType<RunViewerRequest>) =>
  'querystring' in result
    ? Object.entries(result.querystring)
        .map(([name, { value }]) => `${name}=${value}`)
        .join('&')
    : `status ${result.statusCode}`;

describe('the built edge function', () => {
  it('is within CloudFront’s maximum size, and uses nothing that its runtime lacks', () => {
    expect(Buffer.byteLength(code)).toBeLessThanOrEqual(MAX_EDGE_FUNCTION_BYTES);
    expect(code).not.toMatch(/\b(require|process|Buffer|URL|console|fetch)\b/);
  });

  it('writes the canonical form that core writes, on 10,000 random queries (transformations.rendition-key)', () => {
    fc.assert(
      fc.property(anyParameters, anyFormat, fc.boolean(), (parameters, format, isEncoded) => {
        const pairs = queryOf(parameters);
        const text = pairs
          .map(([name, value]) => `${name}=${isEncoded ? encodeURIComponent(value) : value}`)
          .reverse()
          .concat('unknown=1')
          .join('&');
        const expected = canonicalQuery(simplifyParameters(parameters, format));
        const result = run(event(`/res/${ID}.${format}?${text}`));
        const canonical = expected.map(([name, value]) => `${name}=${value}`).join('&');
        // an expectation takes longer than a run
        if (queryText(result) !== canonical) expect(queryText(result)).toBe(canonical);
      }),
      { numRuns: 10_000 },
    );
  });

  it.each([
    ['%77idth=400', 'width=400'],
    ['%77%69%64%74%68=400&%66it=fill&height=9', 'width=400&height=9&more=fit-fill'],
    ['overlay%2Dtext=a&overlay%2dwidth=9', 'more=overlay-text-a~overlay-width-9'],
    ['width=400&%77idth=400', 'status 400'],
    ['%77idth=0', 'status 400'],
    ['%2577idth=400', ''],
    ['%zz=1&%=2&%ff=3&=4', ''],
    ['%6dore=width-9', ''],
    ['%5F%5Fproto__=1', ''],
  ])(
    'reads percent-encoded names as the origin does: %s (transformations.encoded-names)',
    (query, sent) => {
      expect(queryText(run(event(`/res/${ID}.webp?${query}`)))).toBe(sent);
      const { parameters, errors } = parseQuery(pairsOfQueryText(query));
      const canonical = canonicalQuery(simplifyParameters(parameters, 'webp'));
      const text = canonical.map(([name, value]) => `${name}=${value}`).join('&');
      expect(errors.length > 0 ? 'status 400' : text).toBe(sent);
    },
  );

  it('reads CloudFront’s own event, with repeated values in multiValue', () => {
    const fixture: EdgeEvent = {
      context: { requestId: 'EXAMPLEntjQpEXAMPLE_SG5Z-EXAMPLEPmPfEXAMPLEu3EqEXAMPLE==' },
      viewer: { ip: '198.51.100.11' },
      request: {
        method: 'GET',
        uri: `/res/${ID}.JPEG`,
        querystring: {
          width: { value: '42', multiValue: [{ value: '42' }, { value: '43' }] },
          arg: { value: 'val1' },
        },
        headers: { host: { value: 'd111111abcdef8.cloudfront.net' } },
        cookies: { id: { value: 'CookeIdValue' } },
      },
    };
    const refused = run(structuredClone(fixture));
    expect(refused).toMatchObject({
      statusCode: 400,
      headers: { 'x-error-code': { value: 'invalid_parameter' } },
    });
    fixture.request.querystring = { width: { value: '42' }, arg: { value: 'val1' } };
    expect(run(fixture)).toMatchObject({
      uri: `/res/${ID}.jpg`,
      querystring: { width: { value: '42' } },
    });
  });

  it('drops a canonical text that a stranger sends (transformations.unknown-parameters)', () => {
    expect(queryText(run(event(`/res/${ID}.jpg?more=blur-99&width=3`)))).toBe('width=3');
  });

  it.each([
    [['image/avif,image/webp,*/*;q=0.8'], 'width=9&more=accept-avif_webp'],
    [['image/webp', 'image/avif;q=0.9'], 'width=9&more=accept-webp'],
    [['text/html', 'image/avif'], 'width=9&more=accept-avif'],
    [['*/*'], 'width=9'],
    [[], 'width=9'],
  ])(
    'tells of Accept %j no more than the formats that it names (delivery.auto)',
    (accepts, expected) => {
      const rawHeaders = accepts.flatMap((value) => ['Accept', value]);
      const viewer = { method: 'GET', ip: '::1', requestId: 'r', rawHeaders };
      const result = run(parseEdgeEvent({ ...viewer, rawUrl: `/res/${ID}.AUTO?width=9` }));
      expect([queryText(result), 'uri' in result && result.uri]).toEqual([
        expected,
        `/res/${ID}.auto`,
      ]);
      const named = run(parseEdgeEvent({ ...viewer, rawUrl: `/res/${ID}.png?width=9` }));
      expect(queryText(named)).toBe('width=9');
    },
  );

  it('keeps in URLs of auto what only the format can tell to have no effect (delivery.auto)', () => {
    const query = 'quality=50&background=ffffff&fit=cover&width=3&height=3&blur=2.5';
    expect(queryText(run(event(`/res/${ID}.auto?${query}`)))).toBe(
      'width=3&height=3&quality=50&more=blur-2.5~background-ffffff',
    );
    expect(queryText(run(event(`/res/${ID}.auto?accept=avif&more=accept-avif`)))).toBe('');
  });

  it('passes a quality that the pixels choose in its own place (transformations.auto-quality)', () => {
    expect(queryText(run(event(`/res/${ID}.webp?blur=2&quality=auto-low&width=3`)))).toBe(
      'width=3&quality=auto-low&more=blur-2',
    );
    expect(queryText(run(event(`/res/${ID}.png?quality=auto`)))).toBe('');
    expect(queryText(run(event(`/res/${ID}.webp?quality=auto-best`)))).toBe('status 400');
  });

  it('drops frame=0 in formats without frames, and refuses any other (transformations.first-frame)', () => {
    expect(queryText(run(event(`/res/${ID}.jpg?frame=0&width=9`)))).toBe('width=9');
    for (const format of ['gif', 'webp', 'auto']) {
      expect(queryText(run(event(`/res/${ID}.${format}?frame=0`)))).toBe('more=frame-0');
    }
    for (const value of ['1', '00', '-0', '0.0', '', 'first', '%30%30', '0%00']) {
      expect(queryText(run(event(`/res/${ID}.gif?frame=${value}`)))).toBe('status 400');
    }
  });

  it('gives all names of an image one address (delivery.file-name)', () => {
    const names = ['red-bridge.webp', 'br%C3%BCcke%20%282%29.WEBP', `img_${'b'.repeat(26)}.webp`];
    for (const name of names) {
      const result = run(event(`/res/${ID}/${name}?width=9&utm=x`));
      expect(['uri' in result && result.uri, queryText(result)]).toEqual([
        `/res/${ID}.webp`,
        'width=9',
      ]);
    }
    const refused = ['a%2Fb.webp', 'a%0D%0Ab.webp', 'a%252Fb.webp', 'a%.webp', '..%2f.webp', 'a'];
    for (const name of refused.concat(`${'a'.repeat(2000)}.webp`)) {
      expect(run(event(`/res/${ID}/${name}`)), name).toMatchObject({
        statusCode: 404,
        headers: { 'x-error-code': { value: 'route_not_found' } },
      });
    }
  });

  it('forwards the name of a download, in one spelling without escapes (delivery.download)', () => {
    for (const name of ['br%C3%BCcke%20(1)', 'br%c3%bccke%20%281%29', '%62rü%63ke (1)']) {
      const result = run(event(`/res/${ID}/${name}.WEBP?download=1&width=9`));
      expect(['uri' in result && result.uri, queryText(result)]).toEqual([
        `/res/${ID}/br~C3~BCcke~20(1).webp`,
        'width=9&more=download-1',
      ]);
    }
    const plain = run(event(`/res/${ID}.webp?download=1`));
    expect(['uri' in plain && plain.uri, queryText(plain)]).toEqual([
      `/res/${ID}.webp`,
      'more=download-1',
    ]);
    for (const query of ['download=0', 'download=true', 'download=', 'download=1&download=1']) {
      expect(queryText(run(event(`/res/${ID}/a.webp?${query}`)))).toBe('status 400');
    }
  });

  it('answers methods and OPTIONS itself (errors.method-not-allowed)', () => {
    expect(run(event(`/res/${ID}.jpg`, 'DELETE'))).toMatchObject({
      statusCode: 405,
      headers: { allow: { value: 'GET, HEAD, OPTIONS' } },
    });
    expect(run(event(`/res/${ID}.jpg`, 'OPTIONS'))).toMatchObject({ statusCode: 204 });
  });

  it('never throws, whatever the address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (path, query) => {
        const result = run(event(`/res/${path}?${query}`));
        expect('statusCode' in result || 'uri' in result).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});
