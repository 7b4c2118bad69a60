import { describe, expect, it } from 'vitest';
import { expectAccessible, expectNoOverflow, shoot } from './support/console-page.ts';
import { type FakeConsole, hasBrowser, LOOKS, useFakeConsole } from './support/fake-console.ts';

let app: FakeConsole;

const TOLD =
  'The invitation is for lea@agence-lumen.example, and you are signed in as mira@webshop.example.';

describe.skipIf(!hasBrowser)('an invitation that is for another account', () => {
  app = useFakeConsole();

  it.each(LOOKS)('names both addresses at $width px, $theme', async ({ width, theme }) => {
    app.service.answer('accept-invitation', () => ({
      status: 403,
      body: {
        code: 'invitation_not_yours',
        title: 'Not yours',
        status: 403,
        detail: TOLD,
        hint: 'Sign in with the invited address, or ask for an invitation to your address.',
      },
    }));
    const path = '/console/invitation?code=ivc_abc';
    const page = await app.openScreen(path, 'Invitation', { width, theme });
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await page.getByText(TOLD).waitFor();
    await page.getByText('Sign in with the invited address').waitFor();
    await page.getByText('The invitation stays open.').waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: 'Accept invitation' }).count())
      .toBe(0);
    await expectAccessible(page);
    await expectNoOverflow(page);
    await shoot(page, `invitation-other-${width}-${theme}`);
    const asked = page.waitForRequest((request) => request.url().includes('/oidc/auth'));
    await page.getByRole('button', { name: 'Use another account' }).click();
    expect(new URL((await asked).url()).searchParams.get('prompt')).toBe('login');
    // back with the code, which was never lost
    await page.getByRole('button', { name: 'Accept invitation' }).waitFor();
    expect(page.url()).toContain('ivc_abc');
  });
});
