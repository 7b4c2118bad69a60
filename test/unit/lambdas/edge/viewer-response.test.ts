import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PARAMETER_NAMES } from '../../../../core/transform/parameters.ts';
import {
  buildEdgeFunction,
  VIEWER_RESPONSE_ENTRY,
} from '../../../../lambdas/edge/build-edge-function.ts';
import { MAX_EDGE_FUNCTION_BYTES } from '../../../../lambdas/edge/with-cdn-url.ts';
import { loadViewerResponse } from '../../../../local/cloudfront/edge-function.ts';
import { parseEdgeEvent } from '../../../../local/cloudfront/parse-edge-event.ts';

const code = buildEdgeFunction(process.cwd(), VIEWER_RESPONSE_ENTRY);
const run = loadViewerResponse(code);

/** The header that an answer to a query has in the end. */
function headerFor(query: string): string | undefined {
  const rawUrl = `/res/img_${'a'.repeat(26)}.jpg?${query}`;
  const viewer = { method: 'GET', rawUrl, rawHeaders: [], ip: '127.0.0.1', requestId: 'r-1' };
  const { request } = parseEdgeEvent(viewer);
  const response = { statusCode: 200, headers: { etag: { value: '"a"' } } };
  const answer = run({ request, response });
  expect(answer).toMatchObject(response);
  return answer.headers['x-ignored-parameters']?.value;
}

describe('the built viewer-response function', () => {
  it('is within the size that CloudFront takes, and asks for nothing that its runtime lacks', () => {
    expect(Buffer.byteLength(code)).toBeLessThanOrEqual(MAX_EDGE_FUNCTION_BYTES);
    expect(code).not.toMatch(/\b(require|process|Buffer|URL|console|fetch)\b/);
  });

  it.each([
    ['widht=400', '"widht";nearest=width'],
    ['Width=400', '"Width";nearest=width'],
    ['w=400&h=300', '"w";nearest=width, "h";nearest=height'],
    ['format=webp', '"format";nearest=extension'],
    ['utm_source=x', '"utm_source"'],
    ['a=1&a=2', '"a"'],
    ['x1&x2&x3&x4&x5&x6', '"x1", "x2", "x3", "x4", "x5"'],
    [`${'n'.repeat(40)}=1`, `"${'n'.repeat(40)}"`],
  ])('tells %s as %s (transformations.told-ignored)', (query, header) => {
    expect(headerFor(query)).toBe(header);
  });

  it.each([
    '',
    'width=400',
    'more=x',
    `${'n'.repeat(41)}=1`,
    '%22=1',
    'a%0D%0Ab=1',
    'é=1',
    '"=1',
    '=1',
  ])('says nothing of %s (transformations.told-ignored)', (query) => {
    expect(headerFor(query)).toBeUndefined();
  });

  it('says nothing of a known parameter (transformations.told-ignored)', () => {
    expect(headerFor(PARAMETER_NAMES.map((name) => `${name}=1`).join('&'))).toBeUndefined();
  });

  it('keeps to its alphabet, whatever the query (transformations.told-ignored)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(headerFor(text) ?? '').toMatch(/^("[\w.-]{1,40}"(;nearest=[a-z]+)?(, |$)){0,5}$/);
      }),
      { numRuns: 2_000 },
    );
  });
});
