import { PAGE_STYLE_SOURCE } from './html-page.ts';

/** Headers by their names in lower case. */
export type SiteHeaders = Readonly<Record<string, string>>;

/** The parts of the site that have security headers of their own. */
export type SiteArea = 'console' | 'docs' | 'pages';

/** The area of a path or key. */
export function areaOf(path: string): SiteArea {
  const [first = ''] = path.replace(/^\//, '').split('/', 1);
  if (first === 'console') return 'console';
  return first === 'docs' ? 'docs' : 'pages';
}

/** Origins beside its own that the console talks to. */
export interface ConsoleOrigins {
  /** API, issuer and the endpoint of presigned POST forms. */
  readonly connect: readonly string[];
  /** Where images are served. */
  readonly images: readonly string[];
}

const joined = (directives: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${[...new Set(sources)].join(' ')}`)
    .join('; ');

const CLOSED = {
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
} as const;

function policies({ connect, images }: ConsoleOrigins): Readonly<Record<SiteArea, string>> {
  return {
    console: joined({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'", 'blob:', 'data:', ...images],
      'font-src': ["'self'"],
      'connect-src': ["'self'", ...connect],
      'manifest-src': ["'self'"],
      'worker-src': ["'self'"],
      ...CLOSED,
    }),
    docs: joined({
      'default-src': ["'self'"],
      'img-src': ["'self'", 'data:'],
      'object-src': ["'none'"],
      ...CLOSED,
    }),
    pages: joined({
      'default-src': ["'none'"],
      'style-src': [PAGE_STYLE_SOURCE],
      'img-src': ["'self'"],
      ...CLOSED,
    }),
  };
}

/** The security headers of each area (security.site-headers). */
export function siteHeaders(origins: ConsoleOrigins): Readonly<Record<SiteArea, SiteHeaders>> {
  const policy = policies(origins);
  const of = (area: SiteArea): SiteHeaders => ({
    'content-security-policy': policy[area],
    'x-content-type-options': 'nosniff',
    // under no-referrer a browser hides the origin of the page's own POST (Fetch, 3.2)
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  return { console: of('console'), docs: of('docs'), pages: of('pages') };
}
