/**
 * Whether CloudFront would keep an answer of this status at all; of ours only these have a life.
 */
function mayKeep(statusCode: number): boolean {
  return statusCode === 200 || (statusCode >= 400 && statusCode < 500 && statusCode !== 429);
}

/**
 * How long the CDN keeps an answer: `s-maxage` before `max-age`, and 0 without either
 * (delivery.error-lifetime, delivery.cache-lifetime).
 */
export function cacheLifetimeSeconds(statusCode: number, cacheControl = ''): number {
  if (!mayKeep(statusCode) || /\b(no-store|no-cache|private)\b/i.test(cacheControl)) return 0;
  const found =
    /(?:^|[\s,])s-maxage=(\d+)/i.exec(cacheControl) ??
    /(?:^|[\s,])max-age=(\d+)/i.exec(cacheControl);
  return found ? Number(found[1]) : 0;
}
