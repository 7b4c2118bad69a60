import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { drawNoise, drawQuadrants } from '../../support/images/draw.ts';
import { RECEIVER_URL } from '../../support/webhooks/receiver.ts';
import {
  type ConsolePage,
  copied,
  expectAccessible,
  openPage,
  shoot,
  typeSearch,
} from '../support/console-page.ts';
import { hasBrowser } from '../support/fake-console.ts';
import { signIn } from '../support/local-sign-in.ts';
import { type StoryService, startStoryService } from '../support/story-service.ts';

// a stack that was tried before knows others of these names
const RUN = randomUUID().slice(0, 8);
const OWNER = `mira-${RUN}@webshop.example`;
const COLLEAGUE = `lea-${RUN}@agence-lumen.example`;
/** By RFC 6761 it leads nowhere. */
const NOWHERE = 'https://receiver.invalid/hook';
/** The last step of a deletion waits for all work under way, in a stack for a queue too. */
const SWEPT_MS = 180_000;
/** Of the image that the story is about. */
const [WIDTH, HEIGHT] = [1200, 800];

let browser: Browser;
let service: StoryService;
/** Each in their own browser context: as in two browsers, nothing is shared. */
let owner: ConsolePage;
let colleague: ConsolePage;
/** Answers of 400 and above that no step asks for. */
const refusals: string[] = [];
let imagePage = '';

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

async function openFromMenu(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main', exact: true });
  await menu.getByRole('link', { name }).click();
  await heading(page, name).waitFor();
}

function recordRefusals({ page }: ConsolePage): void {
  page.on('response', (response) => {
    const line = `${response.status()} ${response.request().method()} ${response.url()}`;
    // a direct upload is asked for until it is validated
    const isPending = /^409 HEAD .*\/res\/tmp_/.test(line);
    if (response.status() >= 400 && !isPending) refusals.push(line);
  });
}

/** Ends a step: its screen is accessible, no request was refused, and no page had a fault. */
async function endStep(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  await shoot(page, `story-${name}`);
  expect([...owner.faults, ...colleague.faults, ...refusals], name).toEqual([]);
}

/** Copies what a dialog shows once, and closes it. */
async function keep(page: Page, what: 'key' | 'secret'): Promise<string> {
  await page.getByRole('button', { name: `Copy ${what}`, exact: true }).click();
  const secret = await copied(page);
  await page.getByLabel('I have put it in a safe place').check();
  await page.getByRole('button', { name: 'Done' }).click();
  return secret;
}

async function statusWith(apiKey: string): Promise<number> {
  const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' };
  const address = `${service.apiUrl}/api/v1/list-images`;
  return (await fetch(address, { method: 'POST', headers, body: '{}' })).status;
}

async function widthAt(page: Page, url: string): Promise<number | undefined> {
  const response = await page.request.get(url);
  expect([response.status(), response.headers()['content-type']], url).toEqual([200, 'image/webp']);
  return (await sharp(await response.body()).metadata()).width;
}

const isDrawn = (one: Element) => (one as HTMLImageElement).naturalWidth > 0;

// each step begins where the one before it ended
describe.skipIf(!hasBrowser)('the whole story, in two browsers and without a terminal', () => {
  beforeAll(async () => {
    service = await startStoryService();
    browser = await service.openBrowser();
    owner = await openPage(browser);
    colleague = await openPage(browser);
    for (const one of [owner, colleague]) recordRefusals(one);
  });
  afterEach(({ task }) => {
    // a step that waits in vain says why
    if (task.result?.state !== 'fail') return;
    console.error([...owner.faults, ...colleague.faults, ...refusals].join('\n'));
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('opens at its address, and leads into a project', async () => {
    const { page } = owner;
    await service.enter(page, OWNER, (name) => endStep(page, name));
    await page.getByText('No images yet').waitFor();
    await endStep(page, 'start');
  });

  it('has docs and pages of problems beside it, with a policy that each keeps', async () => {
    const { page, faults } = await openPage(browser);
    for (const path of ['/docs/', '/problems', '/problems/invalid_json']) {
      await page.goto(new URL(path, owner.page.url()).href);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('takes images from the file chooser, and finds one of them by its name', async () => {
    const { page } = owner;
    const asked = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload images' }).first().click();
    const harbour = await drawQuadrants(WIDTH, HEIGHT).png().toBuffer();
    const lamp = await drawNoise(1500, 1200);
    await (await asked).setFiles([
      { name: 'harbour-at-dusk.png', mimeType: 'image/png', buffer: harbour },
      { name: 'desk-lamp.png', mimeType: 'image/png', buffer: lamp },
    ]);
    const saved = page.getByText('Saved', { exact: true });
    await page.getByText('sent directly to storage').waitFor();
    await expect.poll(() => saved.count()).toBe(2);
    await expect.poll(() => page.locator('.thumb img').count()).toBe(2);
    await typeSearch(page, 'harbour');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.card').count()).toBe(1);
    await expect.poll(() => page.locator('.thumb img').evaluate(isDrawn)).toBe(true);
    await endStep(page, 'found');
    await page.getByRole('link', { name: 'harbour-at-dusk.png' }).last().click();
    await heading(page, 'harbour-at-dusk.png').waitFor();
    imagePage = page.url();
    await endStep(page, 'image');
  }, 120_000);

  it('transforms it in the playground', async () => {
    const { page } = owner;
    await page.getByRole('link', { name: 'Open in playground' }).click();
    await heading(page, 'Playground').waitFor();
    await page.getByLabel('Width', { exact: true }).fill('480');
    await page.getByText('webp', { exact: true }).click();
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('slider', { name: /^Compare/ }).waitFor();
    await page.getByText('480 × 320').first().waitFor();
    const result = page.getByRole('img', { name: /the result$/ });
    const width = () => result.evaluate((one) => (one as HTMLImageElement).naturalWidth);
    await expect.poll(width).toBe(480);
    await endStep(page, 'playground');
    await page.getByRole('button', { name: 'Copy URL', exact: true }).click();
    expect(await widthAt(page, await copied(page))).toBe(480);
  });

  it('copies a srcset, and each of its addresses answers with its width', async () => {
    const { page } = owner;
    await page.goto(imagePage);
    await page.getByRole('tab', { name: 'srcset' }).click();
    await page.getByText(/renditions?, \d+ new/).waitFor();
    await endStep(page, 'srcset');
    await page.getByRole('button', { name: 'Copy srcset' }).click();
    const html = await copied(page);
    const [, set = ''] = /srcset="([^"]+)"/.exec(html) ?? [];
    const candidates = set.trim().split(/,\s+/);
    expect(candidates.length).toBeGreaterThan(1);
    for (const candidate of candidates) {
      const [url = '', width = ''] = candidate.split(' ');
      expect(`${await widthAt(page, url.replaceAll('&amp;', '&'))}w`, url).toBe(width);
    }
    // and a page that has the lines shows the image
    const fresh = await openPage(browser);
    await fresh.page.goto(new URL('/healthz', imagePage).href);
    await fresh.page.setContent(html);
    await expect.poll(() => fresh.page.locator('img').evaluate(isDrawn)).toBe(true);
    await fresh.page.context().close();
  });

  it('invites a colleague as a viewer, who sees the image in their own browser', async () => {
    const { page } = owner;
    await openFromMenu(page, 'Team');
    await page.getByRole('button', { name: 'Invite a member' }).click();
    await page.getByLabel('E-mail address').fill(COLLEAGUE);
    await page.getByRole('dialog').getByText('Viewer', { exact: true }).click();
    await page.getByRole('button', { name: 'Make link' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click();
    const link = await copied(page);
    await endStep(page, 'invitation');
    await page.getByRole('button', { name: 'Done' }).click();

    const { page: other } = colleague;
    await other.goto(link);
    await other.getByRole('button', { name: /^Sign in/ }).click();
    await other.getByLabel('E-mail address').waitFor();
    await endStep(other, 'sign-in');
    await signIn(other, COLLEAGUE);
    await other.getByRole('button', { name: 'Accept', exact: true }).waitFor();
    await endStep(other, 'invited');
    await other.getByRole('button', { name: 'Accept', exact: true }).click();
    await heading(other, 'Images').waitFor();
    await other.getByText('Viewer').first().waitFor();
    await expect.poll(() => other.locator('.card').count()).toBe(2);
    await expect.poll(() => other.locator('.thumb img').first().evaluate(isDrawn)).toBe(true);
    await endStep(other, 'viewer-gallery');
    await page.reload();
    await page.getByLabel(`Role of ${COLLEAGUE}`).waitFor();
    await endStep(page, 'team');
  });

  it('offers the viewer nothing that a viewer may not do', async () => {
    const { page } = colleague;
    const buttons = (name: RegExp) => page.getByRole('button', { name }).count();
    expect(await buttons(/Upload|Take a photo|Delete|Edit metadata/)).toBe(0);
    for (const name of ['Keys', 'Audit trail']) {
      await expect.poll(() => page.getByRole('link', { name }).count(), { message: name }).toBe(0);
    }
    await page.getByRole('link', { name: 'harbour-at-dusk.png' }).last().click();
    await heading(page, 'harbour-at-dusk.png').waitFor();
    await expect.poll(() => page.locator('.stage img').evaluate(isDrawn)).toBe(true);
    expect(await buttons(/Delete|Add key|Save changes/)).toBe(0);
    await endStep(page, 'viewer-image');
    await openFromMenu(page, 'Team');
    await page.getByText(COLLEAGUE).first().waitFor();
    expect(await buttons(/Invite|Remove|Transfer/)).toBe(0);
    await expect.poll(() => page.getByLabel(/^Role of/).count()).toBe(0);
    await endStep(page, 'viewer-team');
    // a typed address opens no page either
    await page.goto(new URL('/console/keys', imagePage).href);
    await heading(page, 'Keys').waitFor();
    expect(await buttons(/New API key|Rotate|Revoke/)).toBe(0);
    await endStep(page, 'viewer-keys');
  });

  it('rotates a key: both work, until the old one is ended', async () => {
    const { page } = owner;
    await openFromMenu(page, 'Keys');
    await page.getByRole('button', { name: 'New API key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('shop-backend');
    await page.getByRole('button', { name: 'Make API key' }).click();
    const old = await keep(page, 'key');
    expect(await statusWith(old)).toBe(200);
    await page.getByRole('button', { name: 'Rotate key shop-backend' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
    const fresh = await keep(page, 'key');
    expect([await statusWith(old), await statusWith(fresh)]).toEqual([200, 200]);
    await page.getByText('shop-backend is being rotated.').waitFor();
    await endStep(page, 'rotating');
    await page.getByRole('button', { name: 'End old key now…' }).click();
    await page.getByLabel('Type shop-backend to confirm').fill('shop-backend');
    await page.getByRole('button', { name: 'End old key', exact: true }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect([await statusWith(old), await statusWith(fresh)]).toEqual([401, 200]);
    await endStep(page, 'rotated');
  });

  it('makes a webhook, and tells what became of a test', async () => {
    const { page } = owner;
    const { receiver } = service;
    await openFromMenu(page, 'Webhooks');
    await page.getByRole('button', { name: 'New webhook' }).click();
    const url = receiver ? RECEIVER_URL : NOWHERE;
    await page.getByLabel('URL', { exact: true }).fill(url);
    await page.getByRole('button', { name: 'Make webhook' }).click();
    const secret = await keep(page, 'secret');
    await page.getByRole('button', { name: /^Send test/ }).click();
    const told = receiver
      ? /^Your receiver accepted the test/
      : /^Your receiver didn’t accept the test/;
    await page.getByText(told).waitFor();
    await endStep(page, 'webhook');
    if (!receiver) return;
    const arrived = receiver.received.find(({ body }) => body.includes('webhook.test'));
    const event = new Webhook(secret).verify(arrived?.body ?? '', arrived?.headers ?? {});
    expect(event).toMatchObject({ type: 'webhook.test' });
  });

  it(
    'deletes the image, with a receipt step by step',
    async () => {
      const { page } = owner;
      await page.goto(imagePage);
      const stage = page.locator('.stage img');
      const address = (await stage.getAttribute('src')) ?? '';
      await page.getByRole('button', { name: 'Delete image…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete image' }).click();
      const receipt = page.locator('.receipt li');
      await receipt.first().waitFor();
      await page.locator('.receipt .now').first().waitFor();
      // the origin answers so while later steps wait
      await expect.poll(async () => (await page.request.get(address)).status()).toBe(404);
      await expectAccessible(page);
      await shoot(page, 'story-deleting');
      await expect.poll(() => page.locator('.receipt .now').count(), { timeout: SWEPT_MS }).toBe(0);
      const times = await receipt
        .locator('time')
        .evaluateAll((all) => all.map((one) => one.getAttribute('datetime') ?? ''));
      expect(times).toHaveLength(await receipt.count());
      expect(times.toSorted()).toEqual(times);
      await expect.poll(() => page.getByText('Deleting', { exact: true }).count()).toBe(0);
      await endStep(page, 'deleted');
      await openFromMenu(page, 'Images');
      await expect.poll(() => page.locator('.card').count()).toBe(1);
      await colleague.page.goto(new URL('/console/images', imagePage).href);
      await expect.poll(() => colleague.page.locator('.card').count()).toBe(1);
      expect([...owner.faults, ...colleague.faults]).toEqual([]);
    },
    2 * SWEPT_MS,
  );
});
