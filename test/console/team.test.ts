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
import { answerInvitations, answerMembers, BUSY } from './support/example-team.ts';
import { type FakeConsole, hasBrowser, LOOKS, useFakeConsole } from './support/fake-console.ts';
import type { FakeService } from './support/fake-service.ts';

let app: FakeConsole;
let service: FakeService;

const openPath = (path: string, title: string, options: PageOptions = {}) =>
  app.openScreen(path, title, options);

const openTeam = (options: PageOptions = {}) => openPath('/console/team', 'Team', options);
const sent = (name: string) => app.sent(name);
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

describe.skipIf(!hasBrowser)('the team', () => {
  app = useFakeConsole();
  beforeEach(() => {
    ({ service } = app);
    answerMembers(service);
    answerInvitations(service);
  });

  describe.each(LOOKS)('at $width px, $theme', ({ width, theme }) => {
    const look = `${width}-${theme}`;

    it('shows members, invitations, the roles, and each dialog', async () => {
      const page = await openTeam({ width, theme });
      await page.getByText('3 members work on Web shop. 1 invitation is open.').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `team-${look}`, true);
      const dialogs = [
        ['Invite a member', 'invite'],
        ['Remove aiko@studio-north.example…', 'remove'],
        ['Transfer ownership to aiko@studio-north.example…', 'transfer'],
      ] as const;
      for (const [name, step] of dialogs) {
        await lookAtDialog(page, name, `team-${step}-${look}`);
      }
    });

    it('shows each state: loading, failing', async () => {
      service.answer('list-members', () => ({ body: {}, delayMs: 4_000 }));
      let page = await openTeam({ width, theme });
      await page.locator('.bones').first().waitFor();
      await expectAccessible(page);
      await page.context().close();
      service.answer('list-members', BUSY);
      page = await openTeam({ width, theme });
      await page.getByText('The team didn’t load.').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `team-fault-${look}`);
    });
  });

  it('changes a role in place, keeps the last owner, and shows and reverts a refused change', async () => {
    const page = await openTeam();
    await expect
      .poll(() => page.getByLabel('Role of mira@webshop.example').isDisabled())
      .toBe(true);
    await page.getByText('The last owner can’t leave').waitFor();
    const aiko = page.getByLabel('Role of aiko@studio-north.example');
    await aiko.selectOption('Admin');
    await expect.poll(() => sent('update-member')).toMatchObject({ role: 'admin' });
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    service.answer('update-member', BUSY);
    await aiko.selectOption('Viewer');
    await page.getByText('The role of aiko@studio-north.example wasn’t changed.').waitFor();
    await expect.poll(() => aiko.inputValue()).toBe('admin');
  });

  it('asks before who is signed in takes rights from themselves', async () => {
    answerExamples(service, { role: 'admin' });
    answerMembers(service, 'admin');
    const page = await openTeam();
    await page.getByLabel('Role of mira@webshop.example').selectOption('Viewer');
    await page.getByRole('dialog', { name: 'Become Viewer?' }).waitFor();
    expect(sent('update-member')).toBeUndefined();
    await page.getByRole('button', { name: 'Become Viewer' }).click();
    await expect.poll(() => sent('update-member')).toMatchObject({ role: 'viewer' });
    await expect
      .poll(() => page.getByRole('button', { name: 'Transfer ownership' }).count())
      .toBe(0);
  });

  it('invites: the link is shown once, copied, kept for this page, and withdrawn', async () => {
    const page = await openTeam();
    await page.getByRole('button', { name: 'Invite a member' }).click();
    await page.getByLabel('E-mail address').fill('lea');
    await page.getByRole('button', { name: 'Make link' }).click();
    await page.getByText('An address looks like').waitFor();
    await page.getByLabel('E-mail address').fill('lea.moreau@agence-lumen.example');
    await page.getByRole('dialog').getByText('Editor').click();
    await page.getByRole('button', { name: 'Make link' }).click();
    await page.getByRole('dialog', { name: 'Send this link' }).waitFor();
    expect(sent('invite-member')).toMatchObject({ role: 'editor' });
    await expectAccessible(page);
    await shoot(page, 'team-link-1440-light');
    await page.getByRole('button', { name: 'Done' }).click();
    await row(page, 'lea.moreau').getByRole('button', { name: 'Copy link' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(`${service.url}/console/invitation#ivc_Vt6mQe0RzK81nXcLw4JpHs9`);
    await row(page, 'lea.moreau')
      .getByRole('button', { name: /Withdraw/ })
      .click();
    await expect.poll(() => row(page, 'lea.moreau').count()).toBe(0);
  });

  it('removes a member, and tells which keys of theirs still work', async () => {
    const page = await openTeam();
    await page.getByRole('button', { name: 'Remove aiko@studio-north.example…' }).click();
    await page.getByRole('button', { name: 'Remove member' }).click();
    await page.getByRole('dialog', { name: 'aiko@studio-north.example is removed' }).waitFor();
    await page.getByText('…j4Zw').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => row(page, 'aiko@').count()).toBe(0);
  });

  it('offers a viewer nothing but the list and the way out', async () => {
    answerExamples(service, { role: 'viewer' });
    const [, , last] = answerMembers(service, 'viewer');
    Object.assign(last ?? {}, { role: 'viewer' }); // of the same role, which alone hides nothing
    const page = await openTeam();
    await page.getByText('3 members work on Web shop.').waitFor();
    await expect.poll(() => page.getByRole('combobox', { name: /Role of/ }).count()).toBe(0);
    await expect
      .poll(() => page.getByRole('button', { name: /Remove|Invite|Transfer/ }).count())
      .toBe(0);
    expect(sent('list-invitations')).toBeUndefined();
    await page.getByRole('button', { name: 'Leave…' }).click();
    await page.getByRole('dialog', { name: 'Leave Web shop?' }).waitFor();
    await expectAccessible(page);
  });
});
