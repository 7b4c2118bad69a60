import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../../browser/support/open-browser.ts';
import { drawNoise } from '../../support/images/draw.ts';
import { runOperatorProgram } from '../../support/service/run-operator-program.ts';
import {
  freePort,
  makeDataFolder,
  type StartedService,
  startService,
} from '../../support/service/start-service.ts';
import { type Authenticator, addAuthenticator } from '../support/authenticator.ts';
import {
  type ConsolePage,
  chooseFiles,
  copied,
  expectAccessible,
  expectNoOverflow,
  openPage,
  shoot,
} from '../support/console-page.ts';
import { hasBrowser } from '../support/fake-console.ts';

const ADA = 'ada@agence-lumen.example';
const MIRA = 'mira@workshop.example';
const PASSWORD = 'correct horse battery';
/** A bound against a hang alone: a machine may be busy. */
const HANG_MS = 120_000;
/** Of the plan that a project has at first. */
const PLACES = 50;
/** Those that the take-over puts in. */
const SAMPLES = 12;
/** Files beyond the last place. */
const BEYOND = 5;

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
/** Of the backup, and of the folder that is restored from it. */
let copies: typeof folder;
let port: number;
let service: StartedService;
let browser: Browser;
/** Each in its own browser context: as in two browsers, nothing is shared. */
let owner: ConsolePage;
let viewer: ConsolePage;
let authenticator: Authenticator;
let imageName = '';
let imagePage = '';
let imageUrl = '';

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' });
const inGallery = (page: Page) => heading(page, 'Images').waitFor();
/** Waits until the menu says how many images the project has. */
const countsImages = (page: Page, count: number) =>
  page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: `Images ${count}` })
    .waitFor();
const isDrawn = (one: Element) => (one as HTMLImageElement).naturalWidth > 0;

/** Runs a command of the operator on a data folder; its output. Throws its failure. */
async function operate(...args: string[]): Promise<string> {
  const { code, output } = await runOperatorProgram(['cli'], args);
  expect(code, output).toBe(0);
  return output;
}

/** The address of a one-time link that the operator's command makes. */
async function makeSetupLink(dataDir: string, ...args: string[]): Promise<string> {
  const output = await operate('admin', 'setup-link', ...args, '--data', dataDir);
  return /http\S+/.exec(output)?.[0] ?? output;
}

/** Ends a step: its screen is accessible, as wide as its window, and without a fault. */
async function endStep({ page, faults }: ConsolePage, name: string): Promise<void> {
  await expectAccessible(page);
  await expectNoOverflow(page);
  await shoot(page, `way-${name}`);
  expect(faults, name).toEqual([]);
}

/** Another page of the same browser, as after a restart of it: cookies stay, the tab is gone. */
async function reopen(one: ConsolePage): Promise<ConsolePage> {
  const context = one.page.context();
  const page = await context.newPage();
  page.setDefaultTimeout(HANG_MS);
  await one.page.close();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  return { page, faults };
}

const publicUrl = () => `http://localhost:${port}`;

async function startPublic(dataDir: string): Promise<void> {
  const options = ['--port', String(port), '--public-url', publicUrl()];
  service = await startService(dataDir, ...options);
}

async function uploadFiles(page: Page, count: number): Promise<void> {
  const buffer = await drawNoise(64, 48);
  const files = Array.from({ length: count }, (_, at) => {
    return { name: `lamp-${at}.png`, mimeType: 'image/png', buffer };
  });
  await chooseFiles(page, ...files);
}

async function signInWithPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password', { exact: true }).press('Enter');
}

// each step begins where the one before it ended
describe.skipIf(!hasBrowser)(
  'the way of a visitor, from the first click to a public address',
  () => {
    beforeAll(async () => {
      folder = await makeDataFolder();
      copies = await makeDataFolder();
      port = await freePort();
      service = await startService(folder.path, '--port', String(port));
      browser = await openBrowser();
      owner = await openPage(browser);
      viewer = await openPage(browser, { width: 360, height: 740, theme: 'dark' });
    });
    afterEach(({ task }) => {
      // a step that waits in vain says why
      if (task.result?.state === 'fail')
        console.error([...owner.faults, ...viewer.faults].join('\n'));
    });
    afterAll(async () => {
      await browser?.close();
      await service?.stop();
      await folder?.remove();
      await copies?.remove();
    });

    it('1: shows a first visitor one card, in sight on a phone too', async () => {
      const { page } = owner;
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(service.baseUrl);
      const take = button(page, 'Take over and open');
      await take.waitFor();
      const box = await take.boundingBox();
      expect((box?.y ?? 740) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
      expect(await page.locator('.w-card').count()).toBe(1);
      await endStep(owner, '01-first-visit');
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    it('2: is in by one click, and nothing asks for an address', async () => {
      const { page } = owner;
      const visited: string[] = [];
      page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
      await button(page, 'Take over and open').click();
      await inGallery(page);
      expect(visited.filter((path) => !/^\/(console|$)/.test(path))).toEqual([]);
      expect(await page.getByLabel('E-mail address').count()).toBe(0);
      // the samples arrive meanwhile, and a reload doesn't stop them
      await page.reload();
      await expect.poll(() => page.locator('.thumb img').count()).toBe(SAMPLES);
      // one project, and no empty one beside it
      await page.goto(new URL('/console/account', page.url()).href);
      await heading(page, 'Account').waitFor();
      await page.getByText('owner@localhost').first().waitFor();
      await expect.poll(() => page.getByRole('row', { name: /default/ }).count()).toBe(1);
      await page.goBack();
      await inGallery(page);
      await endStep(owner, '02-gallery');
    });

    it('3: opens an image from the gallery, whose tiles cost nothing', async () => {
      const { page } = owner;
      const thumbs = page.locator('.thumb img');
      await expect.poll(() => thumbs.first().evaluate(isDrawn)).toBe(true);
      const shown = await thumbs.evaluateAll((all) =>
        all.map((one) => (one as HTMLImageElement).currentSrc),
      );
      // small, and signed for a while: no original, and no rendition that counts
      expect(shown.filter((url) => !/\?width=480.*&signature=/.test(url))).toEqual([]);
      const link = page.locator('.card a[href*="/console/images/"]').last();
      imageName = (await link.innerText()).trim();
      await link.click();
      await heading(page, imageName).waitFor();
      imagePage = page.url();
      await endStep(owner, '03-image');
      await page.getByRole('link', { name: 'Usage' }).first().click();
      await page
        .getByText(/^0 of 100/)
        .first()
        .waitFor();
    });

    it('4: is on a page of its own site, by the lines that the console gives', async () => {
      const { page } = owner;
      await page.goto(imagePage);
      await page.getByRole('tab', { name: 'picture' }).click();
      await button(page, 'Copy picture').click();
      const html = await copied(page);
      const site = createServer((_, response) => {
        response.setHeader('Content-Type', 'text/html').end(`<!doctype html>${html}`);
      });
      site.listen(0, '127.0.0.1');
      await once(site, 'listening');
      const fresh = await openPage(browser);
      try {
        const { port: sitePort } = site.address() as { port: number };
        await fresh.page.goto(`http://localhost:${sitePort}`);
        const image = fresh.page.locator('img');
        await expect.poll(() => image.evaluate(isDrawn)).toBe(true);
        imageUrl = await image.evaluate((one) => (one as HTMLImageElement).currentSrc);
        expect(new URL(imageUrl).pathname).toMatch(/^\/res\/img_/);
      } finally {
        await fresh.page.context().close();
        site.close();
      }
    });

    it('5: is in again after the tab was closed', async () => {
      owner = await reopen(owner);
      const { page } = owner;
      await page.goto(service.baseUrl);
      await heading(page, 'You are signed in')
        .or(page.getByText('You are signed in'))
        .first()
        .waitFor();
      await page.getByRole('link', { name: 'Open the images' }).click();
      await inGallery(page);
      await expect.poll(() => page.locator('.card').count()).toBe(SAMPLES);
      await endStep(owner, '05-back');
    });

    it('6: invites a viewer by a link', async () => {
      const { page } = owner;
      await page.getByRole('link', { name: 'Team' }).first().click();
      await button(page, 'Invite a member').click();
      await page.getByLabel('E-mail address').fill(ADA);
      await page.getByRole('dialog').getByText('Viewer', { exact: true }).click();
      await button(page, 'Make link').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click();
      const link = await copied(page);
      await button(page, 'Done').click();
      // the second browser is offered no take-over: the project has an owner
      await viewer.page.goto(service.baseUrl);
      await viewer.page.getByText('Sign in to see the images').waitFor();
      expect(await button(viewer.page, /Take over/).count()).toBe(0);
      await viewer.page.goto(link);
      await viewer.page.getByText(/^Sign in to accept the invitation of .+ as Viewer$/).waitFor();
      expect(await button(viewer.page, /Take over/).count()).toBe(0);
      await endStep(viewer, '06-invitation');
    });

    it('7: is accepted in a second browser, which is a viewer and nothing more', async () => {
      const { page } = viewer;
      await button(page, 'Sign in and accept').click();
      await page.getByText(/back at the invitation/).waitFor();
      await endStep(viewer, '07-sign-in');
      await page.getByLabel('E-mail address').fill(ADA);
      await button(page, 'Continue').click();
      await page.getByText(/^Accept the invitation of .+ as Viewer$/).waitFor();
      await endStep(viewer, '07-accept');
      await button(page, 'Accept').click();
      await inGallery(page);
      await expect.poll(() => page.locator('.card').count()).toBe(SAMPLES);
      expect(await button(page, /Upload|Take over/).count()).toBe(0);
      await page.goto(service.baseUrl);
      await page.getByText('You are signed in').waitFor();
      expect(await button(page, /Take over/).count()).toBe(0);
      await page.getByRole('link', { name: 'Open the images' }).click();
      await inGallery(page);
      await page.locator('.card a[href*="/console/images/"]').last().click();
      await heading(page, imageName).waitFor();
      await endStep(viewer, '07-viewer-image');
    });

    it('8: reaches the limit of the quota, and reads its use and the parts that still work', async () => {
      const { page } = owner;
      await page.goto(new URL('/console/images', service.baseUrl).href);
      await inGallery(page);
      await uploadFiles(page, PLACES - SAMPLES + BEYOND);
      await tray(page).getByText(`${BEYOND} files wait for places`).waitFor();
      await page.getByText('No more images can be saved.').waitFor();
      const upload = button(page, 'Upload images').first();
      await expect.poll(() => upload.getAttribute('aria-disabled')).toBe('true');
      expect(await page.getByText(/\b429\b|Too Many|Load the page again/i).count()).toBe(0);
      await endStep(owner, '08-quota');
    });

    it('9: lifts the limits of the machine, and what waited comes in', async () => {
      const { page } = owner;
      await button(page, 'Lift the limits of this machine…').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Lift the limits' }).click();
      await expect.poll(() => page.getByText('No more images can be saved.').count()).toBe(0);
      await tray(page).getByRole('button', { name: 'Retry all' }).click();
      await tray(page)
        .getByText(`${PLACES - SAMPLES + BEYOND} images saved`)
        .first()
        .waitFor();
      await page.reload();
      await countsImages(page, PLACES + BEYOND);
      await endStep(owner, '09-lifted');
    });

    it('10: signs in again where the session ended, and the page repeats its requests', async () => {
      const { page } = owner;
      await page.getByRole('link', { name: 'Team' }).first().click();
      await page.getByText(ADA).first().waitFor();
      await operate('admin', 'end-sessions', '--data', folder.path);
      await page.getByRole('link', { name: 'Images' }).first().click();
      await button(page, 'Sign in again').first().waitFor();
      await endStep(owner, '10-ended');
      const opened = page.context().waitForEvent('page');
      await button(page, 'Sign in again').first().click();
      const issuer = await opened;
      await button(issuer, /owner@localhost/).click();
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
      await inGallery(page);
      await countsImages(page, PLACES + BEYOND);
      expect(await page.getByText(/didn’t load|Your session ended/).count()).toBe(0);
    });

    it('11: shows the receipt of a deleted image at its old address', async () => {
      const { page } = owner;
      await page.goto(imagePage);
      await button(page, 'Delete image…').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete image' }).click();
      await page.locator('.receipt li').first().waitFor();
      await expect.poll(async () => (await page.request.get(imageUrl)).status()).toBe(404);
      await page.goto(imagePage);
      await heading(page, /^This image was deleted/).waitFor();
      expect(await page.getByText(/Nothing is lost|Try again/).count()).toBe(0);
      await endStep(owner, '11-receipt');
    });

    it('12: says at a public address how its first account is made', async () => {
      await service.stop();
      await startPublic(folder.path);
      const stranger = await openPage(browser, { width: 360, height: 740 });
      await stranger.page.goto(publicUrl());
      await stranger.page.getByText('Sign-in isn’t set up yet').waitFor();
      expect(await button(stranger.page, /Take over/).count()).toBe(0);
      await stranger.page.getByText('imagewell admin setup-link').waitFor();
      expect(await stranger.page.content()).not.toContain(folder.path);
      await endStep(stranger, '12-closed');
      await stranger.page.context().close();
    });

    it('13: makes the first account by the link from the terminal, with a passkey', async () => {
      const { page } = owner;
      authenticator = await addAuthenticator(page);
      await page.goto(await makeSetupLink(folder.path));
      await heading(page, 'Set up this service').waitFor();
      await endStep(owner, '13-set-up');
      await page.getByLabel('Your name').fill('Mira Kovač');
      await page.getByLabel('E-mail address').fill(MIRA);
      await button(page, 'Continue').click();
      await button(page, 'Make a passkey').click();
      await inGallery(page);
      await countsImages(page, PLACES + BEYOND - 1);
      await endStep(owner, '13-in');
    });

    it('14: gives the viewer a password by a link for her address', async () => {
      const { page } = viewer;
      await page.goto(await makeSetupLink(folder.path, '--for', ADA));
      await page.getByLabel('Your name').fill('Ada Okafor');
      await button(page, 'Continue').click();
      await page.getByRole('radio', { name: /^Password/ }).check();
      await page.getByLabel('New password').fill(PASSWORD);
      await button(page, 'Finish and open the images').click();
      await inGallery(page);
      await expect.poll(() => page.locator('.card').count()).toBeGreaterThan(0);
      expect(await button(page, /Upload/).count()).toBe(0);
      await endStep(viewer, '14-second');
    });

    it('15: is backed up and restored, and both are in again', async () => {
      const backup = join(copies.path, 'backup');
      const restored = join(copies.path, 'restored');
      await operate('backup', backup, '--data', folder.path);
      await service.stop();
      await operate('restore', backup, '--data', restored);
      await startPublic(restored);
      const { page } = owner;
      await page.context().clearCookies();
      // else the simulated device answers the offer below the field before the button is pressed
      await authenticator.setVerified(false);
      await page.goto(publicUrl());
      await button(page, 'Sign in').first().click();
      await heading(page, 'Sign in').waitFor();
      await authenticator.setVerified(true);
      await button(page, 'Sign in with a passkey').click();
      await inGallery(page);
      await countsImages(page, PLACES + BEYOND - 1);
      await expect.poll(() => page.locator('.thumb img').first().evaluate(isDrawn)).toBe(true);
      await endStep(owner, '15-in-again');
      const other = viewer.page;
      await other.context().clearCookies();
      await other.goto(publicUrl());
      await button(other, 'Sign in').first().click();
      await signInWithPassword(other, ADA);
      await inGallery(other);
      await expect.poll(() => other.locator('.card').count()).toBeGreaterThan(0);
      await endStep(viewer, '15-second-in-again');
    });
  },
);
