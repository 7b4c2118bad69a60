import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerImages } from '../support/example-images.ts';
import { answerProject } from '../support/example-project.ts';
import { answerInvitations, answerKeys, answerMembers } from '../support/example-team.ts';
import { answerWebhooks } from '../support/example-webhooks.ts';
import { type FakeConsole, hasBrowser, useFakeConsole } from '../support/fake-console.ts';
import type { FakeService } from '../support/fake-service.ts';

const ENDED = {
  status: 401,
  body: {
    code: 'invalid_access_token',
    title: 'The access token is not valid',
    status: 401,
    detail: 'The token was revoked.',
  },
};

/** Each screen that reads, its title, and the call that is refused. */
const SCREENS = [
  ['keys', 'Keys', 'list-api-keys'],
  ['team', 'Team', 'list-members'],
  ['project', 'Project', 'list-signing-secrets'],
  ['usage', 'Usage', 'get-usage-by-day'],
  ['audit', 'Audit trail', 'list-audit-events'],
  ['webhooks', 'Webhooks', 'list-webhooks'],
  ['images', 'Images', 'list-images'],
] as const;

describe.skipIf(!hasBrowser)('a session that ended and began again', () => {
  const app: FakeConsole = useFakeConsole();
  let service: FakeService;
  beforeEach(() => {
    ({ service } = app);
    answerImages(service, 8);
    answerMembers(service);
    answerInvitations(service);
    answerKeys(service);
    answerProject(service);
    answerWebhooks(service);
    service.answer('list-audit-events', () => ({ body: { events: [], cursor: null } }));
  });
  const asked = (name: string) => service.calls.filter((call) => call.name === name).length;
  async function signInAgain(page: Page): Promise<void> {
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  }

  it.each(SCREENS)('repeats refused reads of /%s without a click', async (path, title, call) => {
    let isRefused = true;
    const before = service.answerOf(call);
    service.answer(call, (request, headers) => (isRefused ? ENDED : before(request, headers)));
    const page = await app.openScreen(`/console/${path}`, title);
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    isRefused = false;
    const count = asked(call);
    await signInAgain(page);
    await expect.poll(() => asked(call)).toBe(count + 1);
    await expect.poll(() => page.getByText('Sign in again').count()).toBe(0);
    await expect.poll(() => page.locator('.banner.bad').count()).toBe(0);
  });

  it('reads an account that was refused, and shows no fault of before', async () => {
    let isRefused = true;
    const before = service.answerOf('list-projects');
    service.answer('list-projects', (request, headers) =>
      isRefused ? ENDED : before(request, headers),
    );
    const page = await app.open('/console/keys');
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    isRefused = false;
    await signInAgain(page);
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
  });

  it('takes away the fault of a button, whose cure was the sign-in', async () => {
    service.answer('create-project', () => ENDED);
    const page = await app.openScreen('/console/account', 'Account');
    await page.getByRole('button', { name: 'New project' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Another shop');
    await page.getByRole('button', { name: 'Make project' }).click();
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await page.getByText('The project wasn’t made.').waitFor();
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await expect.poll(() => page.getByText('The project wasn’t made.').count()).toBe(0);
    // the words that were typed stay
    await expect
      .poll(() => page.getByRole('dialog').getByLabel('Name').inputValue())
      .toBe('Another shop');
  });
});
