/** The path patterns of the site, as CloudFront's behaviours have them. */
export const SITE_PATTERNS = [
  '/',
  '/console*',
  '/docs*',
  '/problems*',
  '/openapi.json',
  '/llms.txt',
  '/favicon.ico',
  '/healthz',
] as const;

/** Whether a path is the site's. */
export function isSitePath(path: string): boolean {
  return SITE_PATTERNS.some((pattern) =>
    pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
  );
}
