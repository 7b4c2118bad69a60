import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { CLI_REDIRECT_URIS } from '../../core/accounts/cli-client.ts';
import { escapeHtml } from '../../site/html-page.ts';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:4rem auto;padding:0 1rem}
label,input,button{display:block;width:100%;box-sizing:border-box;font:inherit;margin:.5rem 0;padding:.4rem}
label{padding:0}.fault{color:#a40000}`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
/** The CSP directive form-action also applies to redirects after a form. */
const FORM_TARGETS = ["'self'", ...CLI_REDIRECT_URIS.map((uri) => new URL(uri).origin)].join(' ');
/** The headers of each page: nothing runs in it and nothing frames it. */
export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${FORM_TARGETS}; frame-ancestors 'none'; base-uri 'none'`,
  'X-Content-Type-Options': 'nosniff',
  // the page's own form says where it was shown: sign-in is disabled behind a proxy
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>
${content}
</main></body></html>
`;
}

/** The development sign-in page, with the former input and its fault. */
export function signInPage(typed: string, fault?: string): string {
  const reported = fault ? `<p class="fault" role="alert">${escapeHtml(fault)}</p>` : '';
  return page(
    'Sign in for development',
    `<p>This page is for development only. It asks for no password: anybody with access can sign in as any user.</p>
${reported}<form method="post">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="email" required autofocus value="${escapeHtml(typed)}">
<button type="submit">Sign in</button>
</form>`,
  );
}

/** The page of the issuer itself, for who opens its address. */
export function issuerPage(baseUrl: string): string {
  const description = `${baseUrl}/oidc/.well-known/openid-configuration`;
  return page(
    'Sign in for development',
    `<p>This is the OpenID Connect issuer of the local service. It asks for no password: anybody with access to this machine can sign in as any user.</p>
<p><a href="/">Sign in to the console</a></p>
<p><a href="${escapeHtml(description)}">The description for programs</a></p>
<p>On the command line: <code>npx imagewell login</code></p>`,
  );
}

/** The page that asks whether to end the session; the form is the provider's own. */
export function signOutPage(form: string): string {
  return page(
    'Sign out',
    `<p>The console is signed out. Sign out of the local issuer, too?</p>
${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>`,
  );
}

/** The page of a failed sign-in. */
export function faultPage(error: string, description = ''): string {
  return page('You are not signed in', `<p>${escapeHtml(error)}: ${escapeHtml(description)}</p>`);
}

/** Sends a page that nothing runs in and that nothing frames. */
export function sendPage(response: ServerResponse, statusCode: number, html: string): void {
  response.writeHead(statusCode, PAGE_HEADERS).end(html);
}
