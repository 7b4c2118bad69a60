import { readFile } from 'node:fs/promises';
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

/** The user who took the project over with one click. */
const OWNER = 'owner@localhost';
const LEA = 'lea@agence-lumen.example';
/** A name that leads nowhere, by RFC 6761. */
const NOWHERE = 'https://receiver.invalid/hook';

let service: StartedService;
let local: LocalConsole;
let owner: ConsolePage;

const title = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function keepSecret(page: Page): Promise<string> {
  await button(page, 'Copy secret').click();
  const secret = await copied(page);
  await page.getByLabel('I have put it in a safe place').check();
  await button(page, 'Done').click();
  return secret;
}

describe.skipIf(!hasBrowser)('webhooks and account of a local service', () => {
  beforeAll(async () => {
    local = await openLocalConsole('--events');
    service = local.service;
    owner = await openPage(local.browser);
  });
  afterAll(async () => {
    await local.close();
  });

  it('makes a webhook, tests it, and shows why the receiver was not reached', async () => {
    const { page, faults } = owner;
    await takeOver(page, service.baseUrl);
    await page.getByRole('link', { name: 'Webhooks' }).first().click();
    await page.getByText('No webhook yet').waitFor();
    await button(page, 'New webhook').click();
    await page.getByLabel('URL', { exact: true }).fill('https://127.0.0.1/hook');
    await button(page, 'Make webhook').click();
    await page.getByText('must be a public DNS name').waitFor();
    await page.getByLabel('URL', { exact: true }).fill(NOWHERE);
    await button(page, 'Make webhook').click();
    const first = await keepSecret(page);
    expect(first).toMatch(/^whsec_/);
    await button(page, `Send test (${NOWHERE})`).click();
    await page.getByText('didn’t accept the test: name_not_found').waitFor();
    await page.getByText('The host name isn’t in the DNS. Check the URL.').waitFor();
    await expectAccessible(page);
    await shoot(page, 'local-webhooks-1440-light', true);
    await page.getByRole('button', { name: /^Payload \(/ }).click();
    await button(page, 'Copy payload').click();
    expect(JSON.parse(await copied(page))).toMatchObject({ type: 'webhook.test' });
    await button(page, 'Close').click();
    await page.getByRole('button', { name: /^Resend \(/ }).click();
    await page.getByText(/, next/).waitFor();
    await button(page, `Rotate secret (${NOWHERE})`).click();
    await button(page, 'Rotate secret').click();
    expect(await keepSecret(page)).not.toBe(first);
    await page.getByText('Two secrets sign').waitFor();
    await button(page, `Pause… (${NOWHERE})`).click();
    await button(page, 'Pause webhook').click();
    await button(page, `Enable (${NOWHERE})`).click();
    await button(page, `Delete webhook (${NOWHERE})`).click();
    await button(page, 'Delete webhook').click();
    await page.getByText('No webhook yet').waitFor();
    expect(faults).toEqual([]);
  });

  it('refuses an invitation that is for another address by both names, and takes it from that one', async () => {
    const { page } = owner;
    await page.getByRole('link', { name: 'Team' }).first().click();
    await button(page, 'Invite a member').click();
    await page.getByLabel('E-mail address').fill(LEA);
    await button(page, 'Make link').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click();
    const link = await copied(page);
    await button(page, 'Done').click();

    const { page: other, faults } = await openPage(local.browser);
    await other.goto(link);
    await button(other, 'Sign in and accept').click();
    await signIn(other, 'jonas@elsewhere.example');
    await other.getByRole('button', { name: 'Accept', exact: true }).click();
    await other
      .getByText(`The invitation is for ${LEA}, and you are signed in as jonas@elsewhere.example.`)
      .waitFor();
    await expectAccessible(other);
    await shoot(other, 'local-invitation-other-1440-light');
    await button(other, 'Sign in with another account').click();
    await signIn(other, LEA);
    await other.getByText(LEA, { exact: true }).waitFor();
    await other.getByRole('button', { name: 'Accept', exact: true }).click();
    await title(other, 'Images').waitFor();
    await other.getByText('Viewer').first().waitFor();
    expect(faults).toEqual([]);
    await other.context().close();
  });

  it('makes a project, exports the account, deletes it, and keeps it by restoring', async () => {
    const { page, faults } = owner;
    await page.locator('.who-link').click();
    await title(page, 'Account').waitFor();
    // the project that was taken over stays on the plan of the local account
    await page.getByText('0 of 3', { exact: true }).waitFor();
    await button(page, 'New project').click();
    await page.getByLabel('Name').fill('Magazine');
    await button(page, 'Make project').click();
    await title(page, 'Project').waitFor();
    await page.locator('.who-link').click();
    await page.getByText('1 of 3', { exact: true }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Export account').click(),
    ]);
    const exported = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(exported.projects).toHaveLength(2);
    await expectAccessible(page);
    await shoot(page, 'local-account-1440-light', true);
    const deleteAccount = async () => {
      await button(page, 'Delete account…').click();
      await page.getByLabel(`Type ${OWNER} to confirm`).fill(OWNER);
      await button(page, 'Delete account').click();
    };
    await deleteAccount();
    await page.getByText('Your account ends on').waitFor();
    await button(page, 'Restore Magazine').click();
    await expect.poll(() => page.getByText('Your account ends on').count()).toBe(0);
    await button(page, 'Sign out everywhere').click();
    // the issuer asks whether its own session is to end too, and leads back
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in to see the images' }).waitFor();
    expect(faults).toEqual([]);
  });
});
