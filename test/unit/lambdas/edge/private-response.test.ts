import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAccessGrants } from '../../../../adapters/cloudfront/access-grants.ts';
import {
  buildEdgeFunction,
  PRIVATE_RESPONSE_ENTRY,
} from '../../../../lambdas/edge/build-edge-function.ts';
import { loadViewerResponse } from '../../../../local/cloudfront/edge-function.ts';
import { parseEdgeEvent } from '../../../../local/cloudfront/parse-edge-event.ts';

const code = buildEdgeFunction(process.cwd(), PRIVATE_RESPONSE_ENTRY);
const run = loadViewerResponse(code);
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const grants = createAccessGrants(async () => ({ keyPairId: 'K1', privateKey }));
const KEPT = 'public, max-age=300, s-maxage=31536000';

interface Sent {
  readonly query?: string;
  readonly cookie?: string;
  readonly status?: number;
  readonly ofOrigin?: string;
}

/** The headers that a viewer gets. */
function headersFor({ query = '', cookie = '', status = 200, ofOrigin = KEPT }: Sent) {
  const viewer = {
    method: 'GET',
    rawUrl: `/private/x?${query}`,
    rawHeaders: ['cookie', cookie],
    ip: '::1',
    requestId: 'r-1',
  };
  const { request } = parseEdgeEvent(viewer);
  const headers = { 'cache-control': { value: ofOrigin }, age: { value: '9000' } };
  return run({ request, response: { statusCode: status, headers } }).headers;
}

const lifeFor = (sent: Sent) => headersFor(sent)['cache-control']?.value;

describe('the built viewer-response function of private images', () => {
  it('asks for nothing that its runtime lacks', () => {
    expect(code).not.toMatch(/\b(require|process|Buffer|URL|console|fetch|atob)\b/);
  });

  it.each([200, 206, 304])(
    'says five minutes to the viewer of a %i (private.viewer-cache)',
    (status) => {
      const headers = headersFor({ status });
      expect(headers['cache-control']?.value).toBe('private, max-age=300');
      expect(headers.age).toBeUndefined();
    },
  );

  it('leaves other answers, and those that nothing may keep (private.viewer-cache)', () => {
    expect(lifeFor({ status: 404, ofOrigin: 'public, max-age=10' })).toBe('public, max-age=10');
    expect(lifeFor({ ofOrigin: 'private, no-store' })).toBe('private, no-store');
    expect(lifeFor({ ofOrigin: 'public, max-age=60, s-maxage=9' })).toBe('private, max-age=60');
  });

  it('ends with the grant, of a query or of cookies (private.viewer-cache)', async () => {
    const now = Date.now();
    const { policy } = await grants.sign('https://a/*', {
      expiresAt: now + 100_500,
      startsAt: now,
    });
    const expires = String(Math.floor(now / 1000) + 100);
    for (const sent of [
      { query: `Policy=${policy}` },
      { cookie: `CloudFront-Policy=${policy}` },
      { query: `Expires=${expires}` },
      { cookie: `a=b; CloudFront-Expires=${expires}` },
    ]) {
      const life = Number(/^private, max-age=(\d+)$/.exec(lifeFor(sent) ?? '')?.[1]);
      expect(life).toBeLessThanOrEqual(100);
      expect(life).toBeGreaterThan(50);
    }
    expect(lifeFor({ query: 'Expires=1' })).toBe('private, max-age=0');
  });
});
