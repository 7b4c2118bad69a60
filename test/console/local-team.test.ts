import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StartedService } from '../support/service/start-service.ts';
import {
  type ConsolePage,
  copied,
  expectAccessible,
  openPage,
  shoot,
} from './support/console-page.ts';
import { hasBrowser } from './support/fake-console.ts';
import { type LocalConsole, openLocalConsole } from './support/local-console.ts';
import { signIn, takeOver } from './support/local-sign-in.ts';

let service: StartedService;
let local: LocalConsole;
let owner: ConsolePage;
let colleague: ConsolePage;

const title = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** Copies the key that the dialog shows, and closes it. */
async function keepKey(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Copy key' }).click();
  const key = await copied(page);
  await page.getByLabel('I have put it in a safe place').check();
  await page.getByRole('button', { name: 'Done' }).click();
  return key;
}

async function statusWith(apiKey: string): Promise<number> {
  const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' };
  const address = new URL('/api/v1/list-images', service.baseUrl);
  return (await fetch(address, { method: 'POST', headers, body: '{}' })).status;
}

describe.skipIf(!hasBrowser)('keys and team of a local service', () => {
  beforeAll(async () => {
    local = await openLocalConsole();
    service = local.service;
    owner = await openPage(local.browser);
    colleague = await openPage(local.browser);
  });
  afterAll(async () => {
    await local.close();
  });

  it('makes a key that works, and rotates it with no overlap', async () => {
    const { page, faults } = owner;
    await takeOver(page, service.baseUrl);
    await page.getByRole('link', { name: 'Keys' }).first().click();
    await page.getByRole('button', { name: 'New API key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('shop-backend');
    await page.getByRole('button', { name: 'Make API key' }).click();
    const first = await keepKey(page);
    expect(await statusWith(first)).toBe(200);
    await page.getByRole('button', { name: 'Rotate key shop-backend' }).click();
    await page.getByText('no time').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
    const second = await keepKey(page);
    expect(await statusWith(second)).toBe(200);
    expect(await statusWith(first)).toBe(401);
    await expectAccessible(page);
    await shoot(page, 'local-keys-1440-light');
    expect(faults).toEqual([]);
  });

  it('invites a colleague, who joins as a viewer by the link in their own browser', async () => {
    const { page } = owner;
    await page.getByRole('link', { name: 'Team' }).first().click();
    await page.getByRole('button', { name: 'Invite a member' }).click();
    await page.getByLabel('E-mail address').fill('lea@agence-lumen.example');
    await page.getByRole('button', { name: 'Make link' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click();
    const link = await copied(page);
    await page.getByRole('button', { name: 'Done' }).click();

    const { page: other } = colleague;
    await other.goto(link);
    await other.getByText('owner@localhost, Owner').waitFor();
    await other.getByRole('button', { name: 'Sign in and accept' }).click();
    await other.getByText('You are back at the invitation to').waitFor();
    await signIn(other, 'lea@agence-lumen.example');
    await other.getByRole('button', { name: 'Accept', exact: true }).click();
    await title(other, 'Images').waitFor();
    await other.getByText('Viewer').first().waitFor();
    await expect.poll(() => other.getByRole('link', { name: 'Keys' }).count()).toBe(0);

    await page.reload();
    await page.getByLabel('Role of lea@agence-lumen.example').selectOption('Editor');
    await expect.poll(() => page.getByText('No invitation is open.').count()).toBe(1);
    await page.reload();
    const role = page.getByLabel('Role of lea@agence-lumen.example');
    await expect.poll(() => role.inputValue()).toBe('editor');
    expect([...owner.faults, ...colleague.faults]).toEqual([]);
  });

  it('tells all of it in the audit trail', async () => {
    const { page, faults } = owner;
    await page.getByRole('link', { name: 'Audit trail' }).first().click();
    const actions = ['create-api-key', 'rotate-api-key', 'invite-member', 'update-member'];
    for (const action of actions) await page.getByText(action, { exact: true }).waitFor();
    await page.getByText('owner@localhost').nth(3).waitFor();
    await expect.poll(() => page.getByText('A former member').count()).toBe(0);
    await expectAccessible(page);
    await shoot(page, 'local-audit-1440-light');
    expect(faults).toEqual([]);
  });
});
