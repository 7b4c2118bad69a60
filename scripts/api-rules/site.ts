import { READY_PATH } from '../../core/foundation/ready-path.ts';
import { SITE_PATTERNS } from '../../site/site-paths.ts';
import type { RuleArea } from './wording.ts';

const PATHS = SITE_PATTERNS.map((pattern) => `\`${pattern}\``).join(', ');

export const SITE_RULES: RuleArea = {
  title: 'The site',
  introduction:
    'Pages at the address of the images, of the local service and of a stack alike. Security headers: `security.site-headers` in [SECURITY.md](../SECURITY.md).',
  rules: {
    'site.paths': `The site answers ${PATHS} and \`${READY_PATH}\`, and the local service \`/oidc\`. Each path below \`/console\` without an extension is the console's page.`,
    'site.index':
      '`/` answers the console if `Accept` names `text/html` with at least the weight of JSON. Otherwise it answers a JSON index with name, version and links.',
    'site.problems':
      '`/problems/<code>` answers what a problem means and what to do, as HTML or JSON by the same rule; `/problems` lists all.',
    'site.health':
      '`/healthz` answers 200 while the service accepts requests. `/readyz` answers 200 while records and objects can be read, and else 503; locally also while the data folder can be written. CloudFront keeps a 200 for five seconds.',
    'site.cache':
      'Files with a hash in their name are immutable; all others have an ETag and `no-cache`. `If-None-Match` answers 304.',
    'site.crawlers':
      '`/robots.txt` keeps crawlers from temporary images, signed addresses, the console and the API; saved images and the docs are open. `/sitemap.xml` lists the pages of the docs, `/llms.txt` their Markdown with a summary each, and `/llms-full.txt` has all their text but the decisions.',
    'site.methods': 'The site answers `GET` and `HEAD`; any other method is 405 with `Allow`.',
    'site.closed':
      'Only built files and the Markdown of pages are served. A path with an escape, an empty segment or a segment that begins with a dot is 404.',
    'site.docs-build':
      'The local service builds the docs at the first request of one of their pages, and keeps them for later starts. Until then each page has its text, without figures and search, and says so. A program gets 503, and each page as Markdown.',
    'site.settings':
      '`/console/settings.json` names the addresses, the issuer and the client of the console, whether events are on, and no key. The issuer of a local service itself is named to this machine only.',
    'site.distribution':
      'In AWS the site is a private bucket behind the distribution. A function of the stack writes its files at each deploy, pages last.',
    'site.sign-in':
      'The console is a public client with PKCE of the local issuer and of the user pool, `imagewell-console` or the output `ConsoleClientId`. Its only redirect URI is `/console/callback` at its own address.',
    'site.one-origin':
      'A browser that opens the local service by another name of this machine is redirected to the one address that the banner names.',
    'site.console-cors':
      "Users' calls and `get-invitation` have CORS headers for the console's origin, which is the CDN, and for no other.",
  },
};
