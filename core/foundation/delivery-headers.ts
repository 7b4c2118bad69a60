/**
 * Headers of every response under the image path. Edge-safe: no syntax beyond the CloudFront
 * runtime's.
 */
export type HeaderPairs = readonly (readonly [name: string, value: string])[];

/**
 * On every response, errors too (delivery.cache-lifetime, origins.cors, security.delivery-headers).
 * Names in lower case.
 */
export const CLOSED_HEADERS: HeaderPairs = [
  ['x-content-type-options', 'nosniff'],
  ['content-security-policy', "default-src 'none'; sandbox"],
  ['cross-origin-resource-policy', 'cross-origin'],
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', 'X-Error-Code, X-Request-Id, Retry-After, ETag'],
  ['timing-allow-origin', '*'],
];

/**
 * The cache tags of a response: the image's id and its project's, separated by commas. The CDN
 * removes them.
 */
export const CACHE_TAG_HEADER = 'cache-tag';

/**
 * The CDN's URL in a request to the origin. The edge writes it over whatever a viewer sends under
 * this name; it is no part of the cache key.
 */
export const CDN_URL_HEADER = 'cdn-url';

/**
 * Only `auto` depends on a header of the viewer: on each of its responses, refusals too
 * (delivery.auto).
 */
export function varyHeaders(path: string): Readonly<Record<string, string>> {
  return /\.auto$/i.test(path) ? { vary: 'Accept' } : {};
}

/**
 * The viewers of an answer. `everyone` gets it by its address. An answer for `one` has an address
 * that the service or a project signed, and shows an image that others don't get. One for `members`
 * is a thumbnail, which their browsers may keep. One for the `granted` is a private image: the CDN
 * keeps it behind its check of grants, and the edge tells browsers another lifetime.
 */
export type Viewers = 'everyone' | 'granted' | 'one' | 'members';

/** So short that a correction shows soon. */
const SECONDS = 'public, max-age=10';

/**
 * The cache lifetime of an error: 4xx for seconds, so that a correction shows soon; others not at
 * all (delivery.error-lifetime).
 */
export function errorCacheControl(status: number): string {
  if (status === 409) return 'public, max-age=1'; // pending, docs/decisions/0010
  return status < 500 && status !== 429 ? SECONDS : 'no-store';
}

/** The headers of a problem that the edge answers itself; every such problem is a 4xx. */
export const edgeErrorHeaders = (code: string, requestId: string): HeaderPairs =>
  CLOSED_HEADERS.concat([
    ['content-type', 'application/problem+json'],
    ['cache-control', SECONDS],
    ['x-error-code', code],
    ['x-request-id', requestId],
  ]);
