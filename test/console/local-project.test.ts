import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StartedService } from '../support/service/start-service.ts';
import {
  type ConsolePage,
  chooseFiles,
  copied,
  expectAccessible,
  openPage,
  shoot,
} from './support/console-page.ts';
import { hasBrowser } from './support/fake-console.ts';
import { type LocalConsole, openLocalConsole } from './support/local-console.ts';
import { takeOver } from './support/local-sign-in.ts';

const SHOP = 'https://shop.example.com';

let service: StartedService;
let local: LocalConsole;
let opened: ConsolePage;

const dialog = (page: Page) => page.getByRole('dialog');
const statusOf = async (url: string) => (await fetch(url)).status;

/** Uploads from a page of an origin; answers the status. */
async function uploadFrom(origin: string): Promise<number> {
  const create = { width: 30, height: 20, channels: 3 as const, background: 'teal' };
  const body = await sharp({ create }).png().toBuffer();
  const headers = { Origin: origin, 'Content-Type': 'image/png' };
  const path = `/api/v1/upload-temporary-image/${service.uploadKey}`;
  const address = new URL(path, service.baseUrl);
  return (await fetch(address, { method: 'POST', headers, body })).status;
}

async function openProject(page: Page) {
  await page.getByRole('link', { name: 'Project', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Allowed origins' }).waitFor();
}

describe.skipIf(!hasBrowser)('the project of a local service', () => {
  beforeAll(async () => {
    local = await openLocalConsole();
    service = local.service;
    opened = await openPage(local.browser);
    const { page } = opened;
    await takeOver(page, service.baseUrl);
    await page.getByText('No images yet').waitFor();
    const create = { width: 900, height: 600, channels: 3 as const, background: 'teal' };
    const buffer = await sharp({ create }).png().toBuffer();
    await chooseFiles(page, { name: 'teal.png', mimeType: 'image/png', buffer });
    await page.getByText('Saved', { exact: true }).waitFor();
  });
  afterAll(async () => {
    await local.close();
  });

  it('allows an origin that was refused a moment ago', async () => {
    const { page, faults } = opened;
    expect(await uploadFrom(SHOP)).toBe(403);
    await openProject(page);
    await page.getByRole('button', { name: `Allow ${SHOP}` }).click();
    await page.getByRole('button', { name: `Remove ${SHOP}…` }).waitFor();
    expect(await uploadFrom(SHOP)).toBe(200);
    expect(faults).toEqual([]);
  });

  it('saves the transformation of the playground as a preset, which the address then takes', async () => {
    const { page, faults } = opened;
    await page.getByRole('link', { name: 'Playground' }).first().click();
    await page.getByLabel('Width', { exact: true }).fill('300');
    await page.getByRole('button', { name: 'Save as preset…' }).click();
    await dialog(page).getByLabel('Name').fill('card');
    await dialog(page).getByRole('button', { name: 'Save preset' }).click();
    await dialog(page).getByRole('button', { name: 'Copy preset URL' }).click();
    const url = await copied(page);
    expect(url).toMatch(/\?preset=card$/);
    expect(await statusOf(url)).toBe(200);
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await openProject(page);
    // a new image is shown immediately, another preset has a price
    await page.getByRole('img', { name: 'teal.png, as card' }).waitFor();
    await page.getByRole('button', { name: 'New preset' }).click();
    await dialog(page).getByLabel('Name').fill('soft');
    await dialog(page).getByLabel('Query').fill('blur=500');
    await dialog(page).getByRole('button', { name: 'Save preset' }).click();
    await dialog(page).getByText('blur must be').waitFor();
    await dialog(page).getByLabel('Query').fill('blur=5');
    await dialog(page).getByRole('button', { name: 'Save preset' }).click();
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: /^Make it: .*soft/ }).click();
    await page.getByRole('img', { name: 'teal.png, as soft' }).waitFor();
    await expectAccessible(page);
    await shoot(page, 'local-project-1440-light', true);
    expect(faults).toEqual([]);
  });

  it('allows sizes: another is refused from the next request on', async () => {
    const { page, faults } = opened;
    await page.getByText('Only these').first().click();
    await page.getByLabel('Widths, px').last().fill('320, 640');
    await page.getByRole('button', { name: 'Save changes' }).nth(1).click();
    await page.getByText('Saved. It applies from the next request on.').waitFor();
    const url = await page.getByLabel('URL', { exact: true }).inputValue();
    expect(await statusOf(`${url}?width=320`)).toBe(200);
    await expect.poll(() => statusOf(`${url}?width=321`)).toBe(400);
    expect(faults).toEqual([]);
  });

  it('requires signatures: the signer’s URL is served, another is not', async () => {
    const { page, faults } = opened;
    await page.getByRole('button', { name: 'New signing secret' }).click();
    await dialog(page).getByLabel('I have put it in a safe place').check();
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Require signatures…' }).click();
    await dialog(page).getByRole('button', { name: 'Require signatures' }).click();
    await page.getByText('No preview: only signed URLs are served.').waitFor();
    const url = await page.getByLabel('URL', { exact: true }).inputValue();
    await page.getByLabel('URL', { exact: true }).fill(`${url}?width=320`);
    await page.getByRole('button', { name: 'Sign URL' }).click();
    await page.getByRole('button', { name: 'Copy signed URL' }).click();
    const signed = await copied(page);
    await expect.poll(() => statusOf(url)).toBe(403);
    expect(await statusOf(signed)).toBe(200);
    const altered = signed.replace('width=320', 'width=640');
    expect(await statusOf(altered)).toBe(403);
    await page.getByRole('tab', { name: 'Check' }).click();
    const states = () => page.locator('.findings .badge').allTextContents();
    const check = async (address: string) => {
      await page.getByLabel('URL', { exact: true }).fill(address);
      await page.getByRole('button', { name: 'Check URL' }).click();
    };
    await check(signed);
    await expect.poll(states).toEqual(['fine', 'fine', 'fine']);
    await check(altered);
    await expect.poll(states).toEqual(['fine', 'fine', 'wrong']);
    await page.getByRole('button', { name: 'Stop requiring…' }).click();
    await dialog(page).getByRole('button', { name: 'Stop requiring' }).click();
    await page.getByRole('button', { name: 'Require signatures…' }).waitFor();
    await page.getByRole('button', { name: /^Revoke …/ }).click();
    await dialog(page).getByRole('button', { name: 'Revoke secret' }).click();
    await page.getByText('No signing secret yet.').waitFor();
    await expect.poll(() => statusOf(url)).toBe(200);
    expect(faults).toEqual([]);
  });

  it('empties the project, and shows the receipt', async () => {
    const { page, faults } = opened;
    const name = await page.getByLabel('Name', { exact: true }).inputValue();
    const url = await page.getByLabel('URL', { exact: true }).inputValue();
    await page.getByRole('button', { name: 'Empty project…' }).click();
    await dialog(page).getByLabel(`Type ${name} to confirm`).fill(name);
    await dialog(page).getByRole('button', { name: 'Delete all images' }).click();
    await page.getByText('Emptying of the project').waitFor();
    await page.getByText('Images removed').waitFor();
    // the last step of the receipt, after the renditions that were in progress
    await expect.poll(() => statusOf(url)).toBe(404);
    await expect
      .poll(() => page.getByRole('button', { name: 'Delete project…' }).isDisabled())
      .toBe(true);
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });

  it('deletes a project that isn’t the first, and restores it', async () => {
    const { page, faults } = opened;
    const asked = page.waitForRequest((request) => request.url().endsWith('/get-project'));
    await page.reload();
    const authorization = (await (await asked).headerValue('Authorization')) ?? '';
    const headers = { Authorization: authorization, 'Content-Type': 'application/json' };
    const address = new URL('/api/v1/create-project', service.baseUrl);
    const body = JSON.stringify({ name: 'trial' });
    const made = await fetch(address, { method: 'POST', headers, body });
    const { projectId } = (await made.json()) as { projectId: string };
    await page.goto(`${service.baseUrl}/console/project?project=${projectId}`);
    await page.getByRole('button', { name: 'Delete project…' }).click();
    await dialog(page).getByLabel('Type trial to confirm').fill('trial');
    await dialog(page).getByRole('button', { name: 'Delete project' }).click();
    await page.getByText('trial is deleted').waitFor();
    await page.getByText('Deletion of the project').waitFor();
    await expectAccessible(page);
    await shoot(page, 'local-project-deleted-1440-light');
    await page.getByRole('button', { name: 'Restore project…' }).click();
    await dialog(page).getByRole('button', { name: 'Restore project' }).click();
    await page.getByRole('heading', { name: 'Allowed origins' }).waitFor();
    await page.getByRole('button', { name: 'Delete project…' }).click();
    await dialog(page).getByLabel('Type trial to confirm').fill('trial');
    await dialog(page).getByRole('button', { name: 'Delete project' }).click();
    await page.getByRole('button', { name: 'Erase now…' }).click();
    await dialog(page).getByLabel('Type trial to confirm').fill('trial');
    await dialog(page).getByRole('button', { name: 'Erase project' }).click();
    // it is being erased, or gone already, and then another project is shown
    await expect.poll(() => dialog(page).count()).toBe(0);
    await expect.poll(() => page.getByRole('button', { name: 'Restore project…' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });
});
