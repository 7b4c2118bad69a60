import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawNoise } from '../support/images/draw.ts';
import type { StartedService } from '../support/service/start-service.ts';
import {
  type ConsolePage,
  chooseFiles,
  expectAccessible,
  openPage,
  shoot,
  typeSearch,
} from './support/console-page.ts';
import { hasBrowser } from './support/fake-console.ts';
import { type LocalConsole, openLocalConsole } from './support/local-console.ts';
import { takeOver } from './support/local-sign-in.ts';

let service: StartedService;
let local: LocalConsole;
let opened: ConsolePage;

describe.skipIf(!hasBrowser)('the console of a local service', () => {
  beforeAll(async () => {
    local = await openLocalConsole();
    service = local.service;
    opened = await openPage(local.browser);
  });
  afterAll(async () => {
    await local.close();
  });

  it('takes the project over, uploads by both ways, changes metadata and deletes', async () => {
    const { page, faults } = opened;
    await takeOver(page, service.baseUrl);
    await page.getByText('No images yet').waitFor();

    await chooseFiles(
      page,
      { name: 'small.png', mimeType: 'image/png', buffer: await drawNoise(300, 200) },
      { name: 'large.png', mimeType: 'image/png', buffer: await drawNoise(1500, 1200) },
    );
    await page.getByText('sent directly to storage').waitFor();
    await expect.poll(() => page.getByText('Saved', { exact: true }).count()).toBe(2);
    await expect.poll(() => page.locator('.thumb img').count()).toBe(2);
    const isDrawn = (one: Element) => (one as HTMLImageElement).naturalWidth > 0;
    await expect.poll(() => page.locator('.thumb img').first().evaluate(isDrawn)).toBe(true);
    await expectAccessible(page);
    await shoot(page, 'local-gallery-1440-light');

    await page.reload();
    await page.locator('.card').first().hover();
    await page.getByRole('checkbox', { name: 'Select small.png' }).click();
    await page.getByRole('button', { name: 'Edit metadata…' }).click();
    await page.getByLabel('Key', { exact: true }).fill('season');
    await page.getByRole('dialog').getByLabel('Value').fill('autumn 2026');
    await page.getByRole('button', { name: 'Save to 1 image' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await typeSearch(page, 'season=autumn 2026');
    await page.getByRole('combobox', { name: 'Search:' }).press('Enter');
    await page.getByRole('button', { name: 'Remove the condition season' }).waitFor();
    await expect.poll(() => page.locator('.card').count()).toBe(1);
    await page.getByRole('button', { name: 'Delete 1 image…' }).click();
    await page.getByRole('button', { name: 'Delete 1 image', exact: true }).click();
    await page.getByText('1 image deleted.').waitFor();
    expect(faults).toEqual([]);
  });

  it('signs out: the page asks for a sign-in, and the issuer for an address', async () => {
    const { page, faults } = opened;
    await page
      .getByTitle(/change project/)
      .first()
      .click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    // the issuer asks whether its own session is to end too, and leads back
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('E-mail address').waitFor();
    expect(faults).toEqual([]);
  });
});
