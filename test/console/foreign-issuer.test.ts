import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLI_REDIRECT_URIS } from '../../core/accounts/cli-client.ts';
import { createClient } from '../support/http/client.ts';
import { type ForeignIssuer, makeForeignIssuer } from '../support/identity/foreign-issuer.ts';
import { drawJpeg } from '../support/images/draw.ts';
import { freePort, makeDataFolder } from '../support/service/start-service.ts';
import { untilMoment } from '../support/waits/until-moment.ts';
import { commandLine } from '../unit/cli/support/command-line.ts';
import { type ConsolePage, openPage } from './support/console-page.ts';
import { hasBrowser } from './support/fake-console.ts';
import { type LocalConsole, openLocalConsole } from './support/local-console.ts';

const USER = 'mira@webshop.example';
const AUDIENCE = 'images-of-example';
/** The console renews a token in the last minute of its life: this one after two seconds. */
const TOKEN_SECONDS = 62;
const RENEWED_AFTER_MS = (TOKEN_SECONDS - 60) * 1000;

let issuer: ForeignIssuer;
let audience = AUDIENCE;
let origins: readonly string[] = [];
let running: LocalConsole;
let opened: ConsolePage;
/** The token in the page is no younger. */
let grantedAtMs = 0;

const getAccount = async (token: string) => {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const url = `${running.service.baseUrl}/api/v1/get-account`;
  const response = await fetch(url, { method: 'POST', headers, body: '{}' });
  const { code, detail } = (await response.json()) as Record<string, string>;
  return { status: response.status, code, detail, wait: response.headers.get('Retry-After') };
};
const count = (what: string) => issuer.requested.filter((one) => one.startsWith(what)).length;

/** The pages of oidc-provider: any name and password, and the consent that it remembers. */
async function signInAtIssuer(page: Page): Promise<void> {
  await page.waitForURL(`${issuer.url}/interaction/**`);
  await page.locator('input[name=login]').fill(USER);
  await page.locator('input[name=password]').fill('x');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

const galleryShows = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Images', exact: true }).waitFor();

describe.skipIf(!hasBrowser)('a service whose users sign in at another origin', () => {
  beforeAll(async () => {
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    origins = [baseUrl];
    issuer = await makeForeignIssuer({
      clients: [
        {
          clientId: 'console-at-example',
          redirectUris: [`${baseUrl}/console/callback`],
          signedOutUris: [`${baseUrl}/`],
        },
        { clientId: 'cli-at-example', redirectUris: CLI_REDIRECT_URIS },
      ],
      audience: () => audience,
      origins: () => origins,
      seconds: TOKEN_SECONDS,
    });
    const named = [`--issuer=${issuer.url}`, `--audience=${AUDIENCE}`];
    running = await openLocalConsole(
      '--port',
      String(port),
      ...named,
      '--console-client-id=console-at-example',
    );
    opened = await openPage(running.browser);
  });
  afterAll(async () => {
    await running?.close();
    await issuer?.stop();
  });

  it('starts while the issuer is down: tokens are busy, API keys work, and pages say why (local.issuer)', async () => {
    const { service } = running;
    expect(service.output()).toMatch(
      /imagewell: the issuer \S+ does not respond \(.+\): sign-in is unavailable until it does; API keys work\./,
    );
    expect((await createClient(service).upload(await drawJpeg())).status).toBe(200);
    expect(await getAccount('a.b.c')).toMatchObject({
      status: 503,
      code: 'busy',
      detail: expect.stringContaining('sign-in is unavailable'),
      wait: '5',
    });

    const { page } = opened;
    await page.goto(service.baseUrl);
    await page.getByLabel('Add twelve sample images').uncheck();
    await page.getByRole('button', { name: 'Take over and open' }).click();
    await page.getByText(`The issuer ${issuer.url} does not answer.`).waitFor();

    const { page: known } = await openPage(running.browser);
    await known.addInitScript(() => localStorage.setItem('imagewell.signed-in', '1'));
    await known.goto(`${service.baseUrl}/console/`);
    // the project has no owner yet
    await known.getByRole('button', { name: 'Sign in with an account instead' }).waitFor();
    await known.context().close();
  });

  it('finds the issuer when it is back; the console signs in there by code and PKCE (local.issuer)', async () => {
    await issuer.start();
    const { page } = opened;
    await page.getByRole('button', { name: 'Take over and open' }).click();
    await expect.poll(async () => (await getAccount('a.b.c')).status).toBe(401);
    await signInAtIssuer(page);
    await galleryShows(page);
    grantedAtMs = Date.now();
    expect(count('grant authorization_code')).toBe(1);
    expect(count('OPTIONS /token') + count('POST /token')).toBeGreaterThan(0);
  });

  it('renews silently: a token by the refresh token, a loaded page by the session of the issuer', async () => {
    const { page, faults } = opened;
    await untilMoment(grantedAtMs + RENEWED_AFTER_MS);
    await page.getByRole('link', { name: 'Team' }).first().click();
    await expect.poll(() => count('grant refresh_token')).toBe(1);
    const seen = count('GET /interaction');
    await page.goto(`${running.service.baseUrl}/console/`);
    await galleryShows(page);
    expect(count('grant authorization_code')).toBe(2);
    expect(count('GET /interaction')).toBe(seen);
    expect(faults).toEqual([]);
  });

  it('refuses a token for another audience, asks to sign in again, and continues after it', async () => {
    const { page } = opened;
    audience = 'somebody-else';
    await page.reload();
    await page.getByRole('dialog').waitFor();
    const grants = count('grant');
    expect(grants).toBeLessThanOrEqual(4);
    audience = AUDIENCE;
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.goto(`${running.service.baseUrl}/console/`);
    await galleryShows(page);
  });

  it('says so where the issuer lets no page of this origin ask for tokens (CORS)', async () => {
    const { page } = await openPage(running.browser);
    const kept = origins;
    origins = [];
    await page.goto(`${running.service.baseUrl}/console/`);
    const signIn = page.getByRole('button', { name: 'Sign in', exact: true });
    await signIn.click();
    await signInAtIssuer(page);
    await page.getByText('The sign-in failed.').waitFor();
    expect(new URL(page.url()).searchParams.has('return')).toBe(true);
    origins = kept;
    await signIn.click(); // the issuer still has its session
    await galleryShows(page);
    await page.context().close();
  });

  it('signs the command line in by its loopback redirect, and out', async () => {
    const config = await makeDataFolder();
    const env = { ...process.env, XDG_CONFIG_HOME: config.path };
    const url = ['--url', running.service.baseUrl];
    const at = ['--issuer', issuer.url, '--client-id', 'cli-at-example', '--no-browser'];
    const args = ['bin/imagewell.js', 'login', ...url, ...at];
    const child = spawn(process.execPath, args, { env });
    try {
      let printed = '';
      child.stderr.on('data', (chunk) => {
        printed += String(chunk);
      });
      const exited = once(child, 'exit');
      const address = () => /http:\/\/localhost:\S+/.exec(printed)?.[0] ?? '';
      await expect.poll(address).toContain('code_challenge_method=S256');
      const { page } = await openPage(running.browser);
      await page.goto(address());
      await signInAtIssuer(page);
      await page.waitForURL('http://localhost:*/callback**');
      expect((await exited)[0]).toBe(0);
      await page.context().close();
      const run = commandLine(config.path);
      const ask = (name: string) => run([name, ...url, '--json']);
      expect((await ask('whoami')).json).toMatchObject({ email: USER });
      expect((await ask('logout')).json).toMatchObject({ isRevoked: true });
    } finally {
      child.kill();
      await config.remove();
    }
  });

  it('signs out at the issuer, which leads back and asks for a name again', async () => {
    const { page } = opened;
    await page
      .getByTitle(/change project/)
      .first()
      .click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: /sign me out/ }).click();
    await page.waitForURL(`${running.service.baseUrl}/`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.locator('input[name=login]').waitFor();
  });
});
