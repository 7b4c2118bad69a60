import { beforeEach, describe, expect, it } from 'vitest';
import {
  expectAccessible,
  expectNoOverflow,
  rememberSignIn,
  shoot,
} from './support/console-page.ts';
import { PROJECT } from './support/example-answers.ts';
import { type FakeConsole, hasBrowser, LOOKS, useFakeConsole } from './support/fake-console.ts';
import type { FakeService } from './support/fake-service.ts';

let app: FakeConsole;
let service: FakeService;

/** Each card, by the state that leads to it. */
const CARDS = {
  owned: { title: 'Sign in to see the images', button: 'Sign in', path: '/' },
} as const;

describe.skipIf(!hasBrowser)('the way in', () => {
  app = useFakeConsole();
  beforeEach(() => {
    ({ service } = app);
    service.isSignedIn = false;
  });

  describe.each(LOOKS)('at $width px, $theme', (look) => {
    it.each(Object.entries(CARDS))('has a card for %s', async (name, { title, button, path }) => {
      if (name === 'owned') service.takeOver = { offer: 'none' };
      const { page } = await app.openWindow(look);
      await page.goto(service.url + path);
      await page.getByRole('heading', { name: title }).waitFor();
      await page.getByRole('button', { name: button }).waitFor();
      await expect.poll(() => page.locator('.w-card').count()).toBe(1);
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `welcome-${name}-${look.width}-${look.theme}`);
    });

    it('has a card for who comes back, signed in silently', async () => {
      service.isSignedIn = true;
      const { page } = await app.openWindow(look);
      await rememberSignIn(page);
      await page.goto(service.url);
      await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
      await page.getByText('41 of 50').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `welcome-in-${look.width}-${look.theme}`);
      await page.getByRole('link', { name: 'Open the images' }).click();
      await page.getByRole('heading', { level: 1, name: 'Images', exact: true }).waitFor();
    });
  });

  it('never trusts what a browser remembers', async () => {
    service.takeOver = { offer: 'none' };
    const { page } = await app.openWindow();
    await rememberSignIn(page);
    await page.goto(service.url);
    await page.getByRole('heading', { name: 'Sign in to see the images' }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/');
  });

  it('keeps the place of the card while the service is asked', async () => {
    let go = () => {};
    const asked = new Promise<void>((done) => {
      go = done;
    });
    const { page } = await app.openWindow();
    await page.route('**/console/take-over', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(service.url);
    await page.locator('.w-card.bones').waitFor();
    await shoot(page, 'welcome-bones-1440-light');
    go();
    await page.getByRole('button', { name: 'Take over and open' }).waitFor();
  });

  it('has another card once a faster browser has taken the project over', async () => {
    const { page } = await app.openWindow();
    await page.goto(service.url);
    const button = page.getByRole('button', { name: 'Take over and open' });
    await button.waitFor();
    service.takeOver = { offer: 'none' };
    await button.click();
    await page.getByRole('heading', { name: 'Sign in to see the images' }).waitFor();
  });

  it('leads to the first account of a public service', async () => {
    service.isLocal = false;
    service.hasWayIn = false;
    const { page } = await app.openWindow({ width: 360 });
    await page.goto(service.url);
    await page.getByRole('heading', { name: 'Sign-in isn’t set up yet' }).waitFor();
    await page.getByText('imagewell admin setup-link').waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await shoot(page, 'welcome-closed-360-light', true);
  });

  it('says that no user can sign in, where that is so', async () => {
    service.hasIssuer = false;
    const { page } = await app.openWindow();
    await page.goto(service.url);
    await page.getByRole('heading', { name: 'Sign-in is off' }).waitFor();
    await expectAccessible(page);
    await shoot(page, 'welcome-off-1440-light');
  });

  it('says by its ID that a project can’t be seen, and changes nothing that is remembered', async () => {
    service.isSignedIn = true;
    const path = `/console/usage?project=prj_${'z'.repeat(26)}`;
    const page = await app.open(path);
    await page.getByText('You can’t see this project').waitFor();
    await page.getByText(`prj_${'z'.repeat(26)}`).waitFor();
    await expectAccessible(page);
    await shoot(page, 'unseen-project-1440-light');
    expect(await page.evaluate(() => localStorage.getItem('imagewell.project'))).toBeNull();
    await page.getByRole('button', { name: 'Open your own project' }).click();
    await page.getByText(PROJECT.name).first().waitFor();
    await page.getByText('41 of 50').first().waitFor();
  });

  it('shows grey lines while the account loads, never an empty page', async () => {
    service.isSignedIn = true;
    let go = () => {};
    const after = new Promise<void>((done) => {
      go = done;
    });
    app.service.answer('list-projects', () => ({ body: { projects: [PROJECT] }, after }));
    const page = await app.open('/console/usage');
    await page.locator('.lone .bones').waitFor();
    await shoot(page, 'account-loading-1440-light');
    go();
    await page.getByText('41 of 50').first().waitFor();
  });
});
