import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  expectAccessible,
  expectNoOverflow,
  lookAtDialog,
  type PageOptions,
  shoot,
} from './support/console-page.ts';
import { answerExamples } from './support/example-answers.ts';
import { answerKeys, answerMembers, BUSY } from './support/example-team.ts';
import { type FakeConsole, hasBrowser, LOOKS, useFakeConsole } from './support/fake-console.ts';
import type { FakeService } from './support/fake-service.ts';

let app: FakeConsole;
let service: FakeService;

const openKeys = (options: PageOptions = {}) => app.openScreen('/console/keys', 'Keys', options);

const sent = (name: string) => app.sent(name);
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

describe.skipIf(!hasBrowser)('the keys', () => {
  app = useFakeConsole();
  beforeEach(() => {
    ({ service } = app);
    answerMembers(service);
    answerKeys(service);
  });

  describe.each(LOOKS)('at $width px, $theme', ({ width, theme }) => {
    const look = `${width}-${theme}`;

    it('shows keys, a rotation under way, and each dialog', async () => {
      const page = await openKeys({ width, theme });
      await page.getByText('shop-backend is being rotated.').waitFor();
      await page.getByText('1 ended key').click();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `keys-${look}`, true);
      const dialogs = [
        ['New API key', 'new'],
        ['Rotate key storefront', 'rotate'],
        ['Revoke cms-import…', 'revoke'],
      ] as const;
      for (const [name, step] of dialogs) {
        await lookAtDialog(page, name, `keys-${step}-${look}`);
      }
    });

    it('shows each state: empty, loading, failing', async () => {
      answerKeys(service, true);
      let page = await openKeys({ width, theme });
      await page.getByText('No API key yet').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `keys-empty-${look}`);
      await page.context().close();
      service.answer('list-api-keys', () => ({ body: {}, delayMs: 4_000 }));
      page = await openKeys({ width, theme });
      await page.locator('.bones').first().waitFor();
      await expectAccessible(page);
      await page.context().close();
      service.answer('list-api-keys', BUSY);
      page = await openKeys({ width, theme });
      await page.getByText('The keys didn’t load.').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `keys-fault-${look}`);
    });
  });

  it('makes an API key that is shown once: Escape and Done wait until it is kept', async () => {
    const page = await openKeys();
    await page.getByRole('button', { name: 'New API key' }).click();
    await page.getByRole('button', { name: 'Make API key' }).click();
    await page.getByText('A key needs a name').waitFor();
    expect(sent('create-api-key')).toBeUndefined();
    await page.getByLabel('Name', { exact: true }).fill('nightly-report');
    for (const scope of ['images:save', 'images:delete', 'metadata:write']) {
      await page.getByRole('checkbox', { name: scope }).uncheck();
    }
    await page.getByText('90 days').click();
    await page.getByRole('button', { name: 'Make API key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy your new API key' });
    await dialog.waitFor();
    expect(sent('create-api-key')).toMatchObject({
      name: 'nightly-report',
      scopes: ['images:read'],
      expiresAt: expect.stringMatching(/^\d{4}-/),
    });
    await expectAccessible(page);
    await shoot(page, 'keys-made-1440-light');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.isVisible()).toBe(true);
    const done = page.getByRole('button', { name: 'Done' });
    await expect.poll(() => done.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Copy key' }).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(() => copied()).toMatch(/^private_/);
    await page.getByRole('button', { name: 'Copy as .env' }).click();
    await expect.poll(() => copied()).toMatch(/^IMAGEWELL_API_KEY=private_/);
    await page.getByLabel('I have put it in a safe place').check();
    await done.click();
    await row(page, 'nightly-report').waitFor();
    expect(await page.content()).not.toContain('private_Vt6m');
  });

  it('rotates a key with the overlap that was chosen, and counts it down', async () => {
    const page = await openKeys();
    await page.getByRole('button', { name: 'Rotate key cms-import' }).click();
    await page.getByText('7 days', { exact: true }).click();
    await page.getByRole('button', { name: 'Rotate key', exact: true }).last().click();
    await page.getByRole('dialog', { name: 'Copy your new API key' }).waitFor();
    expect(sent('rotate-api-key')).toMatchObject({ overlapHours: 168 });
    await page.getByLabel('I have put it in a safe place').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('cms-import is being rotated.').waitFor();
    await page.getByText(/The old key ends in 16[78] h/).waitFor();
    await row(page, 'cms-import, old').waitFor();
  });

  it('revokes after the name was typed, and shows why it could not', async () => {
    const page = await openKeys();
    await page.getByRole('button', { name: 'Revoke storefront…' }).click();
    const revoke = page.getByRole('button', { name: 'Revoke key', exact: true });
    await expect.poll(() => revoke.isDisabled()).toBe(true);
    await page.getByLabel('Type storefront to confirm').fill('storefron');
    await expect.poll(() => revoke.isDisabled()).toBe(true);
    await page.getByLabel('Type storefront to confirm').fill('storefront');
    await revoke.click();
    await page.getByText('No upload key yet').waitFor();
    await page.getByText('2 ended keys').waitFor();
    service.answer('revoke-api-key', BUSY);
    await page.getByRole('button', { name: 'End old key now…' }).click();
    await page.getByLabel('Type shop-backend to confirm').fill('shop-backend');
    await page.getByRole('button', { name: 'End old key', exact: true }).click();
    await page.getByText('The key wasn’t revoked.').waitFor();
    await expectAccessible(page);
  });

  it('is no page for an editor', async () => {
    answerExamples(service, { role: 'editor' });
    const page = await openKeys();
    await page.getByText('Your role here is Editor.').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Keys' }).count()).toBe(0);
    expect(sent('list-api-keys')).toBeUndefined();
  });
});
