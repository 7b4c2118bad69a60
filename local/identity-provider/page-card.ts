import type { ServerResponse } from 'node:http';
import { CLI_REDIRECT_URIS } from '../../core/accounts/cli-client.ts';
import { escapeHtml } from '../../site/html-page.ts';
import { SIGN_IN_PATH, SIGN_IN_PATHS } from './issuer-profile.ts';
import { PAGE_LOGO, pageIcon } from './page-icons.ts';

/** The CSP directive form-action also applies to redirects after a form. */
const FORM_TARGETS = ["'self'", ...CLI_REDIRECT_URIS.map((uri) => new URL(uri).origin)].join(' ');

/** The headers of each page: it runs only the service's own script, and nothing frames it. */
export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action ${FORM_TARGETS}; frame-ancestors 'none'; base-uri 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // the page's own form says where it was shown: sign-in is disabled behind a proxy
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/** A page with one card. */
export interface CardPage {
  readonly title: string;
  /** Names the service above the title, as HTML; left out: nothing does. */
  readonly service?: string;
  /** HTML. */
  readonly content: string;
}

/** The line that names a public service by its host. */
export function publicService(baseUrl: string): string {
  const { host } = new URL(baseUrl);
  return `${pageIcon('globe')}<code>${escapeHtml(host)}</code>`;
}

/** The line that names a service on this machine. */
export function localService(baseUrl: string): string {
  const host = URL.parse(baseUrl)?.host ?? 'localhost';
  return `<span class="pulse" aria-hidden="true"></span>This machine · <code>${escapeHtml(host)}</code>`;
}

/** A whole page: the console's frame of welcome, and one card. */
export function cardPage({ title, service, content }: CardPage): string {
  const line = service === undefined ? '' : `<p class="live">${service}</p>\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · imagewell</title>
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="${SIGN_IN_PATH}${SIGN_IN_PATHS.style}">
<script src="${SIGN_IN_PATH}${SIGN_IN_PATHS.script}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<div class="door">
<header class="w-top"><a class="brand" href="/">${PAGE_LOGO}<span>imagewell</span></a><nav aria-label="Help"><a href="/docs/">Docs</a><button type="button" class="btn icon quiet" data-theme-next hidden aria-label="Change theme: system, light, dark" title="Change theme">${pageIcon('sun', ' only-light')}${pageIcon('moon', ' only-dark')}</button></nav></header>
<main id="main" tabindex="-1">
<div class="door-card">
${line}${content}
</div>
</main>
</div>
</body>
</html>
`;
}

/** A line never ends within the word. */
const keepTogether = (html: string) => html.replaceAll('e-mail', '<span class="nb">e-mail</span>');

/** The head of the line about the step after a sign-in. */
export const NEXT_HEAD = 'What happens next.';

/** A line of a foot: its head, and its text. */
export type FootLine = readonly [head: string, text: string];

/** The foot of a card: the next step, and further help. */
export function cardFoot(lines: readonly FootLine[]): string {
  const html = lines.map(
    ([head, text]) =>
      `<span class="line"><b>${escapeHtml(head)}</b> ${keepTogether(escapeHtml(text))}</span>`,
  );
  return `<p class="next">${pageIcon('info')}<span>${html.join('')}</span></p>`;
}

/** Sends a page that nothing frames. */
export function sendPage(
  response: ServerResponse,
  statusCode: number,
  html: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(statusCode, { ...PAGE_HEADERS, ...headers }).end(html);
}
