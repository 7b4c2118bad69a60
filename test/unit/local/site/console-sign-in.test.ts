import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authorizeUrl,
  createBrowser,
  type Discovered,
  discover,
  follow,
  makeVerifier,
} from '../../../support/identity/sign-in-by-page.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../../../support/service/start-service.ts';

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let service: StartedService;
let discovered: Discovered & { readonly end_session_endpoint: string };
let client: { readonly client_id: string; readonly redirect_uri: string };
beforeAll(async () => {
  folder = await makeDataFolder();
  service = await startService(folder.path);
  discovered = (await discover(`${service.baseUrl}/oidc`)) as typeof discovered;
  client = {
    client_id: 'imagewell-console',
    redirect_uri: `${service.baseUrl}/console/callback`,
  };
});
afterAll(async () => {
  await service.stop();
  await folder.remove();
});

/** Signs in as the console does, by its own browser: the tokens. */
async function signIn(browser = createBrowser()) {
  const { verifier, challenge } = makeVerifier();
  const page = await follow(browser, authorizeUrl(discovered, challenge, client));
  const body = new URLSearchParams({ email: 'ann@example.com' });
  const sent = await browser(page, { method: 'POST', body });
  const callback = new URL(await follow(browser, sent.next));
  expect(callback.href.startsWith(`${client.redirect_uri}?`)).toBe(true);
  const code = callback.searchParams.get('code') ?? '';
  const grant = { grant_type: 'authorization_code', code, code_verifier: verifier, ...client };
  const response = await fetch(discovered.token_endpoint, {
    method: 'POST',
    body: new URLSearchParams(grant),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it expects
  return (await response.json()) as any;
}

describe('the console at the local issuer', () => {
  it('signs in with PKCE at its own address, renews, and calls (site.sign-in)', async () => {
    const tokens = await signIn();
    const renewed = await fetch(discovered.token_endpoint, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh_token,
        client_id: client.client_id,
      }),
    });
    expect(renewed.status).toBe(200);
    const called = await fetch(`${service.baseUrl}/api/v1/list-projects`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${tokens.access_token}`,
        'Content-Type': 'application/json',
      },
      body: '{}',
    });
    expect(called.status).toBe(200);
  });

  it.each([
    ['another page of it', (own: string) => own.replace('/callback', '/callback2')],
    ['another name of this machine', (own: string) => own.replace('127.0.0.1', 'localhost')],
    ['another port', (own: string) => own.replace(/:\d+/, ':1')],
    ['the command line', () => 'http://localhost:17861/callback'],
    ['a page elsewhere', () => 'https://evil.example/console/callback'],
  ])('comes back to no other address: %s (site.sign-in)', async (_, change) => {
    const changes = { ...client, redirect_uri: change(client.redirect_uri) };
    const url = authorizeUrl(discovered, makeVerifier().challenge, changes);
    const refused = await createBrowser()(url);
    expect([refused.status, refused.next]).toEqual([400, '']);
  });

  it('is refused without PKCE (site.sign-in)', async () => {
    const changes = { ...client, code_challenge: undefined, code_challenge_method: undefined };
    const refused = await createBrowser()(authorizeUrl(discovered, '', changes));
    expect(refused.next).toContain('error=invalid_request');
  });

  it('ends its session at the issuer: the next sign-in shows the page again (site.sign-in)', async () => {
    const browser = createBrowser();
    const { id_token: hint } = await signIn(browser);
    const back = `${service.baseUrl}/`;
    const parameters = { id_token_hint: hint, post_logout_redirect_uri: back };
    const page = await browser(
      `${discovered.end_session_endpoint}?${new URLSearchParams(parameters)}`,
    );
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const [, action = ''] = /action="([^"]+)"/.exec(page.text) ?? [];
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page.text) ?? [];
    const body = new URLSearchParams({ xsrf, logout: 'yes' });
    const ended = await browser(action, { method: 'POST', body });
    expect(ended.next).toBe(back);
    const again = authorizeUrl(discovered, makeVerifier().challenge, client);
    expect(await follow(browser, again)).toContain('/oidc/interaction/');
  });
});
