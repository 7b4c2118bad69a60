import { describe, expect, it } from 'vitest';
import {
  buildEdgeFunction,
  PRIVATE_REQUEST_ENTRY,
  VIEWER_REQUEST_ENTRY,
} from '../../../../lambdas/edge/build-edge-function.ts';
import { isEdgeResponse, loadEdgeFunction } from '../../../../local/cloudfront/edge-function.ts';
import { queryTextOf } from '../../../../local/cloudfront/edge-origin.ts';
import { parseEdgeEvent } from '../../../../local/cloudfront/parse-edge-event.ts';

const PROJECT = `prj_${'a'.repeat(26)}`;
const IMAGE = `img_${'b'.repeat(26)}`;
const SIGNED = 'Policy=e30_&Signature=a~b_&Key-Pair-Id=K2JCJMDEHXQW5F';
const code = buildEdgeFunction(process.cwd(), PRIVATE_REQUEST_ENTRY);
const run = loadEdgeFunction(code);
const runPublic = loadEdgeFunction(buildEdgeFunction(process.cwd(), VIEWER_REQUEST_ENTRY));

const eventOf = (rawUrl: string, method = 'GET') =>
  parseEdgeEvent({ method, rawUrl, rawHeaders: [], ip: '::1', requestId: 'r-1' });

function sentFor(rawUrl: string, method?: string) {
  const result = run(eventOf(rawUrl, method));
  return isEdgeResponse(result) ? result.statusCode : `${result.uri}?${queryTextOf(result)}`;
}

describe('the built viewer-request function of private images', () => {
  it('asks for nothing that its runtime lacks', () => {
    expect(code).not.toMatch(/\b(require|process|Buffer|URL|console|fetch|TextEncoder)\b/);
  });

  it('sends a private address in the one form of a public one, below its project (private.path)', () => {
    const query = 'height=3&width=2&colour=1';
    const result = runPublic(eventOf(`/res/${IMAGE}.jpeg?${query}`));
    if (isEdgeResponse(result)) throw new Error('refused');
    const expected = `/private/${PROJECT}/${IMAGE}.jpg?${queryTextOf(result)}`;
    expect(sentFor(`/private/${PROJECT}/${IMAGE}.jpeg?${query}`)).toBe(expected);
    // CloudFront's parameters make no entry of the cache, whether or not it removes them
    expect(sentFor(`/private/${PROJECT}/${IMAGE}.jpeg?${query}&${SIGNED}`)).toBe(expected);
  });

  it.each([
    `/res/${IMAGE}.jpg`,
    `/private/${IMAGE}.jpg`,
    `/private/${PROJECT}/`,
    `/private/${PROJECT}/tmp_${'b'.repeat(26)}.jpg`,
    `/private/${PROJECT}/${IMAGE}/name.jpg`,
    `/private/${PROJECT}/../${PROJECT}/${IMAGE}.jpg`,
    `/private/${PROJECT}%2f${IMAGE}.jpg`,
    `/private//${PROJECT}/${IMAGE}.jpg`,
    `/PRIVATE/${PROJECT}/${IMAGE}.jpg`,
  ])('answers 404 to %s (private.path)', (path) => {
    expect(sentFor(path)).toBe(404);
  });

  it('refuses methods as the function of public images does (private.path)', () => {
    const path = `/private/${PROJECT}/${IMAGE}.jpg`;
    expect([sentFor(path, 'HEAD'), sentFor(path, 'OPTIONS'), sentFor(path, 'POST')]).toEqual([
      `${path}?`,
      204,
      405,
    ]);
  });
});
