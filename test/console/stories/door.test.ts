import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_RESERVE } from '../../../adapters/folder/disk/reserve.ts';
import { openSqliteSignInStore } from '../../../adapters/sqlite/sign-in/sign-in-store.ts';
import { signInPath } from '../../../local/data-folder/data-paths.ts';
import { makeSetupLink } from '../../../local/door/setup-link.ts';
import { openBrowser } from '../../browser/support/open-browser.ts';
import {
  freePort,
  makeDataFolder,
  type StartedService,
  startService,
} from '../../support/service/start-service.ts';
import { addAuthenticator } from '../support/authenticator.ts';
import { expectAccessible, expectNoOverflow, shoot } from '../support/console-page.ts';
import { hasBrowser } from '../support/fake-console.ts';

const MIRA = 'mira@workshop.example';
const ADA = 'ada@workshop.example';
const PASSWORD = 'correct horse battery';
const HOST = 'images.test';
/** A bound against a hang alone: a machine may be busy. */
const HANG_MS = 120_000;

interface Place {
  readonly baseUrl: string;
  readonly service: StartedService;
  close(): Promise<void>;
}

/** A proxy that speaks https with a certificate made on the spot, as Caddy would. */
async function startTlsProxy(port: number, to: number): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'imagewell-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject];
  execFileSync('openssl', [...made, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const identity = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  const proxy = createServer(identity, (incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': incoming.socket.remoteAddress ?? '',
      'x-forwarded-proto': 'https',
    };
    const { method, url: path } = incoming;
    const passed = httpRequest({ host: '127.0.0.1', port: to, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((done) => proxy.listen(port, '127.0.0.1', done));
  return proxy;
}

async function openPlace(isBehindProxy: boolean): Promise<Place> {
  const folder = await makeDataFolder();
  const port = await freePort();
  const publicPort = isBehindProxy ? await freePort() : port;
  const baseUrl = isBehindProxy ? `https://${HOST}:${publicPort}` : `http://localhost:${port}`;
  const proxy = isBehindProxy ? await startTlsProxy(publicPort, port) : undefined;
  const options = ['--port', String(port), '--public-url', baseUrl];
  const trusted = isBehindProxy ? ['--trust-proxy', 'loopback'] : [];
  const service = await startService(folder.path, ...options, ...trusted);
  return {
    baseUrl,
    service,
    async close() {
      proxy?.closeAllConnections();
      proxy?.close();
      await service.stop();
      await folder.remove();
    },
  };
}

/** A link as the operator's command makes it. */
function makeLink({ baseUrl, service }: Place, email: string | null = null): string {
  const store = openSqliteSignInStore(signInPath(service.dataDir), NO_RESERVE);
  try {
    return makeSetupLink(store, baseUrl, email, Date.now());
  } finally {
    store.close();
  }
}

/** A browser whose device has an authenticator, and its switch. */
async function openDevice(browser: Browser) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  page.setDefaultTimeout(HANG_MS);
  const { setVerified } = await addAuthenticator(page);
  return { context, page, setVerified };
}

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Waits for the end of a sign-in: the console's own address is seen before its redirects, too. */
const inGallery = (page: Page) => heading(page, 'Images').waitFor();

async function fillWho(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('E-mail address').fill(email);
  await button(page, 'Continue').click();
  await heading(page, 'How will you sign in?').waitFor();
}

async function openSignIn(page: Page, { baseUrl }: Place): Promise<void> {
  page.setDefaultTimeout(HANG_MS);
  await page.goto(`${baseUrl}/openapi.json`); // a page of the console could leave meanwhile
  await page.evaluate(() => localStorage.clear()); // a browser that was never here
  await page.goto(baseUrl);
  await button(page, 'Sign in').first().click();
  await heading(page, 'Sign in').waitFor();
}

describe.skipIf(!hasBrowser).each([
  ['on http://localhost', false],
  ['behind a proxy with https', true],
])('a public machine’s own door %s', (_, isBehindProxy) => {
  let place: Place;
  let browser: Browser;
  let owner: { context: BrowserContext; page: Page; setVerified(is: boolean): Promise<unknown> };

  beforeAll(async () => {
    place = await openPlace(isBehindProxy);
    browser = await openBrowser(`--host-resolver-rules=MAP ${HOST} 127.0.0.1`);
    owner = await openDevice(browser);
  });
  afterAll(async () => {
    await browser?.close();
    await place?.close();
  });

  it('is set up by the link, with a passkey, and one is in (local.door)', async () => {
    const { page } = owner;
    const link = makeLink(place);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(JSON.stringify(request.headers()) + request.url()));
    await page.goto(link);
    await heading(page, 'Set up this service').waitFor();
    const secret = link.split('#')[1] ?? '';
    expect(page.url()).toBe(`${place.baseUrl}/setup`);
    expect(await page.title()).not.toContain(secret);
    expect(asked.join('\n')).not.toContain(secret);
    await expectAccessible(page);
    await fillWho(page, 'Mira Kovač', MIRA);
    expect(await page.title()).toBe('How will you sign in? · imagewell');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Back' }).click();
    expect(await page.getByLabel('Your name').inputValue()).toBe('Mira Kovač');
    await button(page, 'Continue').click();
    await button(page, 'Make a passkey').click();
    await inGallery(page);
    expect(asked.join('\n')).not.toContain(secret);
    await page.goto(link);
    await heading(page, 'This link no longer works').waitFor();
    await expectAccessible(page);
  });

  it('signs in again by the passkey, by one click, and never after another answer (local.door)', async () => {
    const { page, context, setVerified } = owner;
    await context.clearCookies();
    await setVerified(false);
    await openSignIn(page, place);
    await expectAccessible(page);
    await button(page, 'Sign in with a passkey').click();
    await page.getByText('The passkey wasn’t used. Try again, or use your password.').waitFor();
    await setVerified(true);
    await button(page, 'Sign in with a passkey').click();
    await inGallery(page);
    const [session] = (await context.cookies()).filter(({ name }) => name.endsWith('session'));
    expect(session).toMatchObject({ httpOnly: true, secure: isBehindProxy, sameSite: 'Lax' });
    expect(session?.name).toBe(isBehindProxy ? '__Host-session' : '_session');
  });

  it('makes a second account by a link for it, with a password, and explains a refused try (local.door)', async () => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    page.setDefaultTimeout(HANG_MS);
    await page.goto(makeLink(place, ADA));
    await page.getByLabel('Your name').fill('Ada Okafor');
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(ADA);
    await button(page, 'Continue').click();
    await page.getByRole('radio', { name: /^Password/ }).check();
    const password = page.getByLabel('New password');
    await password.fill('12345678');
    await page.getByText('4 more characters.').waitFor();
    await password.fill('password1234');
    await button(page, 'Finish and open the images').click();
    await page.getByText('This password is on lists of known ones. Choose another.').waitFor();
    await password.fill('correct horse');
    await page.getByText('13 characters. Long enough. Your browser can keep it.').waitFor();
    await password.fill(PASSWORD);
    await password.press('Enter');
    await inGallery(page);
    await context.clearCookies();
    await openSignIn(page, place);
    await page.getByLabel('E-mail address').fill(ADA);
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await page.getByText('You can try 4 more times').waitFor();
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(ADA);
    const field = page.getByLabel('Password', { exact: true });
    expect(await field.inputValue()).toBe('');
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    await expectAccessible(page);
    await field.fill(PASSWORD);
    const eye = button(page, 'Show the password');
    await eye.click();
    expect(await field.getAttribute('type')).toBe('text');
    expect(await eye.getAttribute('aria-pressed')).toBe('true');
    await field.press('Enter');
    await inGallery(page);
    await context.close();
  });

  it.each([360, 1440])(
    'has its pages at %i pixels in both themes, without overflow',
    async (width) => {
      if (isBehindProxy) return;
      for (const colorScheme of ['light', 'dark'] as const) {
        const context = await browser.newContext({ colorScheme, viewport: { width, height: 740 } });
        const page = await context.newPage();
        await openSignIn(page, place);
        await expectNoOverflow(page);
        await shoot(page, `door-sign-in-${width}-${colorScheme}`);
        await page.goto(makeLink(place));
        await heading(page, 'Set up this service').waitFor();
        await expectNoOverflow(page);
        await shoot(page, `door-who-${width}-${colorScheme}`);
        await fillWho(page, 'Lea', 'lea@workshop.example');
        await expectNoOverflow(page);
        await shoot(page, `door-way-${width}-${colorScheme}`);
        await context.close();
      }
    },
  );
});
