/**
 * The lifetime of a private image in a browser. Edge-safe: no syntax beyond the CloudFront
 * runtime's.
 */

/** Maximum in seconds: a grant that ended, or an image that is public no more, shows soon. */
export const PRIVATE_MAX_AGE_SECONDS = 300;

/**
 * The header `Cache-Control` that a viewer gets in place of the one for the CDN. It never lasts
 * beyond the origin's own lifetime or the grant, whose rest is in seconds where it is known. A
 * header that forbids to keep the answer stays.
 */
export function privateCacheControl(ofOrigin: string, restOfGrant?: number): string {
  if (/no-store|no-cache/.test(ofOrigin)) return ofOrigin;
  const found = /(?:^|[\s,])max-age=(\d+)/.exec(ofOrigin);
  const lives = [PRIVATE_MAX_AGE_SECONDS];
  if (found) lives.push(Number(found[1]));
  if (restOfGrant !== undefined) lives.push(Math.max(0, Math.floor(restOfGrant)));
  return `private, max-age=${lives.sort((a, b) => a - b)[0]}`;
}
