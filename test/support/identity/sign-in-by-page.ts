import { createHash, randomBytes } from 'node:crypto';
import { CLI_CLIENT, CLI_REDIRECT_URIS } from '../../../core/accounts/cli-client.ts';

/**
 * The parts of a browser that a sign-in needs: it keeps cookies, and follows no redirect
 * automatically.
 */
export function createBrowser() {
  const cookies = new Map<string, string>();
  return async (url: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    const location = response.headers.get('location');
    const next = location ? new URL(location, url).href : '';
    return {
      status: response.status,
      headers: response.headers,
      next,
      text: await response.text(),
    };
  };
}
export type Browser = ReturnType<typeof createBrowser>;

/** The fields of a discovery document that are used. */
export interface Discovered {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly userinfo_endpoint: string;
  readonly jwks_uri: string;
}

/** Reads the discovery document of an issuer. */
export async function discover(issuer: string): Promise<Discovered> {
  return (await fetch(`${issuer}/.well-known/openid-configuration`)).json() as Promise<Discovered>;
}

/** A new secret of one sign-in, and its challenge (RFC 7636). */
export function makeVerifier() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

const [FIRST_REDIRECT = ''] = CLI_REDIRECT_URIS;

/** The address that a client sends a browser to; parameters of undefined are left out. */
export function authorizeUrl(
  { authorization_endpoint: at }: Discovered,
  challenge: string,
  changes: Readonly<Record<string, string | undefined>> = {},
): string {
  const parameters = {
    client_id: CLI_CLIENT.clientId,
    response_type: 'code',
    scope: 'openid email',
    redirect_uri: FIRST_REDIRECT,
    state: 'a state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  };
  return `${at}?${new URLSearchParams(JSON.parse(JSON.stringify(parameters)))}`;
}

/**
 * Follows the issuer's redirects, and sends the forms that its pages send automatically, until the
 * address is another's or a user must answer.
 */
export async function follow(browser: Browser, start: string): Promise<string> {
  let next = start;
  while (next.includes('/oidc/') && !next.includes('/interaction/')) {
    const got = await browser(next);
    const [, action = ''] = /<form method="post" action="([^"]+)">/.exec(got.text) ?? [];
    const fields = [...got.text.matchAll(/name="(\w+)" value="([^"]*)"/g)];
    const body = new URLSearchParams(
      fields.map(([, name = '', value = '']): [string, string] => [name, value]),
    );
    next = action ? (await browser(action, { method: 'POST', body })).next : got.next;
  }
  return next;
}

/**
 * Types an address into the sign-in page that a browser stands before; where that leads to in the
 * end.
 */
export async function typeEmail(browser: Browser, page: string, email: string): Promise<string> {
  const body = new URLSearchParams({ email });
  return follow(browser, (await browser(page, { method: 'POST', body })).next);
}

/** Goes to the sign-in page and through it; the redirect's parameters. */
export async function authorize(
  discovered: Discovered,
  challenge: string,
  email: string,
  browser = createBrowser(),
): Promise<URLSearchParams> {
  const next = await follow(browser, authorizeUrl(discovered, challenge));
  const isAsked = next.includes('/interaction/');
  return new URL(isAsked ? await typeEmail(browser, next, email) : next).searchParams;
}

/** Asks for tokens with a code, or whatever else is given. */
export async function askForTokens(
  { token_endpoint: at }: Discovered,
  fields: Readonly<Record<string, string>>,
) {
  const form = { client_id: CLI_CLIENT.clientId, redirect_uri: FIRST_REDIRECT, ...fields };
  const response = await fetch(at, { method: 'POST', body: new URLSearchParams(form) });
  return { status: response.status, json: (await response.json()) as Record<string, string> };
}

/** The whole of a sign-in, as a command line does it. */
export async function signInByPage(issuer: string, email: string, browser = createBrowser()) {
  const discovered = await discover(issuer);
  const { verifier, challenge } = makeVerifier();
  const answered = await authorize(discovered, challenge, email, browser);
  const code = answered.get('code') ?? '';
  const grant = { grant_type: 'authorization_code', code, code_verifier: verifier };
  const { json } = await askForTokens(discovered, grant);
  return { discovered, answered, verifier, code, tokens: json };
}
