import { describe, expect, it } from 'vitest';
import {
  buildEdgeFunction,
  buildSiteFunction,
  OLD_REQUEST_ENTRY,
  VIEWER_REQUEST_ENTRY,
  VIEWER_RESPONSE_ENTRY,
} from '../../../../lambdas/edge/build-edge-function.ts';
import { MAX_EDGE_FUNCTION_BYTES, withCdnUrl } from '../../../../lambdas/edge/with-cdn-url.ts';
import { isEdgeResponse, loadEdgeFunction } from '../../../../local/cloudfront/edge-function.ts';
import { parseEdgeEvent } from '../../../../local/cloudfront/parse-edge-event.ts';

const ROOT = process.cwd();
const CONFIGURED = 'https://images.example.com';
/** Of the event of parseEdgeEvent. */
const OF_DISTRIBUTION = 'https://local.cloudfront.net';
const IMAGE = `/res/img_${'a'.repeat(26)}.jpg`;

interface EdgeCase {
  readonly code: string;
  /** A request that the function sends on, and one that it refuses. */
  readonly passed: string;
  readonly refused: readonly [method: string, path: string, code: string];
}
const CASES: Readonly<Record<string, EdgeCase>> = {
  images: {
    code: buildEdgeFunction(ROOT, VIEWER_REQUEST_ENTRY),
    passed: IMAGE,
    refused: ['GET', `${IMAGE}?width=0`, 'invalid_parameter'],
  },
  'old addresses': {
    code: buildEdgeFunction(ROOT, OLD_REQUEST_ENTRY),
    passed: '/old/prj_aaaaaaaaaaaaaaaaaaaaaaaaaa/a.jpg',
    refused: ['POST', '/old/prj_aaaaaaaaaaaaaaaaaaaaaaaaaa/a.jpg', 'method_not_allowed'],
  },
  'the site': {
    code: buildSiteFunction(ROOT),
    passed: '/problems/busy',
    refused: ['GET', '/problems/none', 'route_not_found'],
  },
};

/** Host headers that a client may send; the last is none. */
const HOSTS = ['evil.example', 'evil"<>\\', '', undefined];

function send(code: string, method: string, rawUrl: string, headers: readonly string[]) {
  const viewer = { method, rawUrl, rawHeaders: headers, ip: '::1', requestId: 'r-1' };
  return loadEdgeFunction(code)(parseEdgeEvent(viewer));
}

const REPEATED = ['Cdn-Url', 'https://evil.example', 'cdn-url', 'https://evil.example/"'];
const sentHeaders = (host: string | undefined) =>
  host === undefined ? REPEATED : ['Host', host].concat(REPEATED);

describe.each(Object.entries(CASES))('the edge function of %s', (_, { code, passed, refused }) => {
  const [method, path, problem] = refused;

  it.each(HOSTS)(
    'has the URL of its distribution, or the configured one, in a problem, for Host %j (errors.problem-body)',
    (host) => {
      for (const [built, url] of [
        [code, OF_DISTRIBUTION],
        [withCdnUrl(code, CONFIGURED), CONFIGURED],
      ] as const) {
        const result = send(built, method, path, sentHeaders(host));
        if (!isEdgeResponse(result)) throw new Error('not refused');
        expect(JSON.parse(result.body?.data ?? '').type).toBe(`${url}/problems/${problem}`);
      }
    },
  );

  it('sends the same URL to the origin in place of every value of a viewer (errors.problem-body)', () => {
    for (const [built, url] of [
      [code, OF_DISTRIBUTION],
      [withCdnUrl(code, CONFIGURED), CONFIGURED],
    ] as const) {
      const result = send(built, 'GET', passed, sentHeaders('evil.example'));
      if (isEdgeResponse(result)) throw new Error('refused');
      expect(result.headers['cdn-url']).toEqual({ value: url, multiValue: [{ value: url }] });
    }
  });

  it('has room for the longest domain name', () => {
    const longest = `https://${'a'.repeat(253)}`;
    const size = Buffer.byteLength(withCdnUrl(code, longest));
    expect(size).toBeLessThanOrEqual(MAX_EDGE_FUNCTION_BYTES);
  });
});

describe('a configured URL of the CDN', () => {
  const { images } = CASES;

  it('is a text of the code, whatever it holds', () => {
    const url = 'https://a"+evil+"$&\\`\n';
    const result = send(withCdnUrl(images?.code ?? '', url), 'GET', `${IMAGE}?width=0`, []);
    if (!isEdgeResponse(result)) throw new Error('not refused');
    expect(JSON.parse(result.body?.data ?? '').type).toBe(`${url}/problems/invalid_parameter`);
  });

  it('is refused where it does not fit, and where no request is read', () => {
    const huge = `https://${'a'.repeat(MAX_EDGE_FUNCTION_BYTES)}`;
    expect(() => withCdnUrl(images?.code ?? '', huge)).toThrow('9500');
    const onResponse = buildEdgeFunction(ROOT, VIEWER_RESPONSE_ENTRY);
    expect(() => withCdnUrl(onResponse, CONFIGURED)).toThrow('no viewer-request function');
  });
});
