import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  expectAccessible,
  expectNoOverflow,
  lookAtDialog,
  type PageOptions,
  shoot,
} from './support/console-page.ts';
import { ACCOUNT, PROJECT } from './support/example-answers.ts';
import { BUSY, inHours } from './support/example-team.ts';
import { type FakeConsole, hasBrowser, LOOKS, useFakeConsole } from './support/fake-console.ts';
import type { FakeService } from './support/fake-service.ts';

const EMAIL = 'mira@webshop.example';
const WEEK_HOURS = 7 * 24;

let app: FakeConsole;
let service: FakeService;

const openAccount = (query = '', options: PageOptions = {}) =>
  app.openScreen(`/console/account${query}`, 'Account', options);
const sent = (name: string) => app.sent(name);

/** Projects of each kind, calls that make and restore one, and the deletion of the account. */
function answerAccount() {
  const account = { ...ACCOUNT, projects: { memberOf: 4, owned: 2 } };
  const project = (letter: string, more: object) => ({
    ...PROJECT,
    projectId: `prj_${letter.repeat(26)}`,
    isDefault: false,
    ...more,
  });
  const projects = [
    PROJECT,
    project('c', { name: 'Campaigns', state: 'deleting', purgeAt: inHours(70) }),
    project('l', { name: 'Agence Lumen', role: 'viewer' }),
    project('s', {
      name: 'Old shop',
      role: 'editor',
      suspension: { reason: 'unpaid', suspendedAt: inHours(-90) },
    }),
  ];
  service.answer('list-projects', () => ({ body: { projects } }));
  service.answer('get-account', () => ({ body: account }));
  service.answer('create-project', (asked: { name: string }) => {
    const made = project('n', { ...asked });
    projects.push(made);
    return { status: 201, body: made };
  });
  service.answer('restore-project', (asked: { projectId: string }) => {
    const found = projects.find(({ projectId }) => projectId === asked.projectId);
    Object.assign(found ?? {}, { state: 'live', purgeAt: null });
    account.deletedAt = null;
    return { body: { projectId: asked.projectId, state: 'live' } };
  });
  service.answer('delete-account', () => {
    const purgeAt = inHours(WEEK_HOURS);
    account.deletedAt = inHours(0);
    for (const one of projects.filter(({ role }) => role === 'owner')) {
      Object.assign(one, { state: 'deleting', purgeAt });
    }
    return { body: { message: 'account_marked_for_deletion', projectIds: [], purgeAt } };
  });
  return { account, projects };
}

describe.skipIf(!hasBrowser)('the account', () => {
  app = useFakeConsole();
  let known: ReturnType<typeof answerAccount>;
  beforeEach(() => {
    ({ service } = app);
    known = answerAccount();
  });

  describe.each(LOOKS)('at $width px, $theme', ({ width, theme }) => {
    const look = `${width}-${theme}`;

    it('shows plan, projects and sign-in, and each dialog', async () => {
      const page = await openAccount('', { width, theme });
      await page.getByText('Agence Lumen').first().waitFor();
      await page.getByText('710 MB of 1 GB').waitFor();
      await page.getByText('2 of 3', { exact: true }).waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `account-${look}`, true);
      await lookAtDialog(page, 'New project', `account-new-${look}`);
      await lookAtDialog(page, 'Delete account…', `account-delete-${look}`);
    });

    it('shows an account that ends, and one without projects', async () => {
      Object.assign(known.account, { deletedAt: inHours(-1) });
      let page = await openAccount('', { width, theme });
      await page.getByText('Your account ends on').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `account-ending-${look}`, true);
      await page.context().close();
      service.answer('list-projects', () => ({ body: { projects: [] } }));
      page = await openAccount('', { width, theme });
      await page.getByText('No project yet').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
    });
  });

  it('is reached from who is signed in, and leads to each project', async () => {
    const page = await openAccount();
    await page.locator('.who-link').waitFor();
    await page.getByRole('link', { name: 'Agence Lumen', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Images', exact: true }).waitFor();
    await page.getByText('Viewer').first().waitFor();
    await page.locator('.who-link').click();
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  });

  it('makes a project where the plan has room, and opens its settings', async () => {
    const page = await openAccount();
    await page.getByRole('button', { name: 'New project' }).click();
    await page.getByText('Your plan allows 1 more.').waitFor();
    await page.getByRole('button', { name: 'Make project' }).click();
    await page.getByText('A project needs a name').waitFor();
    expect(sent('create-project')).toBeUndefined();
    await page.getByLabel('Name').fill('Magazine');
    await page.getByRole('button', { name: 'Make project' }).click();
    await page.getByRole('heading', { level: 1, name: 'Project' }).waitFor();
    expect(sent('create-project')).toEqual({ name: 'Magazine' });
    await page.getByText('Magazine').first().waitFor();
  });

  it('says that the plan is full before it is asked, and why it was refused after', async () => {
    let page = await openAccount();
    await page.getByRole('button', { name: 'New project' }).click();
    service.answer('create-project', () => ({
      status: 403,
      body: {
        code: 'project_quota_exceeded',
        title: 'Full',
        status: 403,
        detail: 'The plan free allows at most 3 projects.',
        hint: 'Delete a project, or ask the operator for a larger plan.',
      },
    }));
    await page.getByLabel('Name').fill('Magazine');
    await page.getByRole('button', { name: 'Make project' }).click();
    await page.getByText('Delete a project, or ask the operator').waitFor();
    await page.context().close();
    known.account.projects.owned = 3;
    page = await openAccount();
    await page.getByText('your plan allows no more projects').waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: 'New project' }).isDisabled())
      .toBe(true);
  });

  it('restores a deleted project', async () => {
    const page = await openAccount();
    await page.getByRole('button', { name: 'Restore Campaigns' }).click();
    await page.getByRole('link', { name: 'Settings of Campaigns' }).waitFor();
    expect(sent('restore-project')).toEqual({ projectId: `prj_${'c'.repeat(26)}` });
  });

  it('exports all pages as one file, and tells a failure', async () => {
    const pages = [['one'], ['two'], ['three']].map((projects, at) => ({
      account: { accountId: ACCOUNT.accountId },
      projects,
      cursor: at < 2 ? String(at + 1) : null,
    }));
    service.answer('export-account', ({ cursor }: { cursor?: string }) => ({
      body: pages[Number(cursor ?? 0)],
    }));
    const page = await openAccount();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export account' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^imagewell-account-\d{4}-\d\d-\d\d\.json$/);
    expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toEqual({
      account: { accountId: ACCOUNT.accountId },
      projects: ['one', 'two', 'three'],
    });
    service.answer('export-account', BUSY);
    await page.getByRole('button', { name: 'Export account' }).click();
    await page.getByText('The account wasn’t exported.').waitFor();
    await expectAccessible(page);
  });

  it('is deleted after its address was typed, says until when it can be kept, and is kept', async () => {
    const page = await openAccount();
    await page.getByRole('button', { name: 'Delete account…' }).click();
    await page.getByRole('dialog').getByText('Web shop').waitFor();
    await expect.poll(() => page.getByRole('dialog').getByText('Agence Lumen').count()).toBe(0);
    const last = page.getByRole('button', { name: 'Delete account', exact: true });
    await expect.poll(() => last.isDisabled()).toBe(true);
    await page.getByLabel(`Type ${EMAIL} to confirm`).fill(EMAIL);
    await last.click();
    await page.getByText('Your account ends on').waitFor();
    expect(sent('delete-account')).toEqual({ confirm: true });
    await expect.poll(() => page.getByRole('button', { name: 'Delete account…' }).count()).toBe(0);
    await expect
      .poll(() => page.getByRole('button', { name: 'New project' }).isDisabled())
      .toBe(true);
    await page.getByRole('button', { name: 'Restore Web shop' }).click();
    await page.getByRole('button', { name: 'Delete account…' }).waitFor();
    await expect.poll(() => page.getByText('Your account ends on').count()).toBe(0);
  });

  it('is deleted immediately only where the user chose that', async () => {
    const page = await openAccount();
    await page.getByRole('button', { name: 'Delete account…' }).click();
    await page.getByText('After seven days the account is erased').waitFor();
    await page.getByLabel('Erase now').check();
    await expect
      .poll(() => page.getByText('After seven days the account is erased').count())
      .toBe(0);
    await page.getByLabel(`Type ${EMAIL} to confirm`).fill(EMAIL);
    await page.getByRole('button', { name: 'Delete account', exact: true }).click();
    await expect.poll(() => sent('delete-account')).toEqual({ confirm: true, now: true });
  });

  it('names the projects that others use, and asks for a sign-in that is fresh', async () => {
    const refuse = (status: number, code: string, more: object) =>
      service.answer('delete-account', () => ({
        status,
        body: { code, title: code, status, detail: `${code}.`, ...more },
      }));
    refuse(409, 'account_shares_projects', { projectIds: [PROJECT.projectId] });
    const page = await openAccount();
    await page.getByRole('button', { name: 'Delete account…' }).click();
    const dialog = page.getByRole('dialog');
    await page.getByLabel(`Type ${EMAIL} to confirm`).fill(EMAIL);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await dialog.getByText('These projects have other members.').waitFor();
    await expect
      .poll(() => dialog.getByRole('link', { name: 'Web shop' }).getAttribute('href'))
      .toContain(`/console/team?project=${PROJECT.projectId}`);
    await expectAccessible(page);
    refuse(403, 'sign_in_too_old', {});
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    const asked = page.waitForRequest((request) => request.url().includes('/oidc/auth'));
    await dialog.getByRole('button', { name: 'Sign in again' }).click();
    expect(new URL((await asked).url()).searchParams.get('prompt')).toBe('login');
    // back from the issuer, at the same step
    await expect.poll(() => page.getByLabel(`Type ${EMAIL} to confirm`).inputValue()).toBe('');
    expect(page.url()).toContain('/console/account?delete=1');
  });

  it('signs out everywhere', async () => {
    const page = await openAccount();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL(`${service.url}/`);
    expect(await page.evaluate(() => localStorage.getItem('imagewell.signed-in'))).toBeNull();
    // the page leaves first, and tells the issuer then
    await expect.poll(() => service.isSignedIn, { timeout: 10_000 }).toBe(false);
  });
});
