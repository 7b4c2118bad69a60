/** The path patterns of the site, as CloudFront's behaviours have them. */
export const SITE_PATTERNS = [
  '/',
  '/console*',
  '/docs*',
  '/problems*',
  '/openapi.json',
  '/llms.txt',
  '/llms-full.txt',
  '/robots.txt',
  '/sitemap.xml',
  '/favicon.ico',
  '/healthz',
] as const;

/** The pattern of a path of the site; undefined: the path isn't the site's. */
export function sitePatternOf(path: string): (typeof SITE_PATTERNS)[number] | undefined {
  return SITE_PATTERNS.find((pattern) =>
    pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
  );
}
