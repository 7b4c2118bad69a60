import { beforeEach, describe, expect, it } from 'vitest';
import {
  expectAccessible,
  expectNoOverflow,
  rememberSignIn,
  shoot,
} from './support/console-page.ts';
import { answerExamples, PROJECT } from './support/example-answers.ts';
import { type FakeConsole, hasBrowser, useFakeConsole } from './support/fake-console.ts';
import type { FakeService } from './support/fake-service.ts';

const THEMES = ['light', 'dark'] as const;

let app: FakeConsole;
let service: FakeService;

describe.skipIf(!hasBrowser)('the console', () => {
  app = useFakeConsole();
  beforeEach(() => {
    ({ service } = app);
  });

  describe.each(THEMES)('welcome, %s', (theme) => {
    it.each([1440, 800, 360])('at %d px', async (width) => {
      const { page } = await app.openWindow({ theme, width });
      await page.goto(service.url);
      await page.getByRole('button', { name: 'Take over and open' }).waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `welcome-${width}-${theme}`, true);
    });
  });

  it('in the cloud offers to sign in, and no take-over', async () => {
    service.isLocal = false;
    const { page } = await app.openWindow();
    await page.goto(service.url);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await expect.poll(() => page.getByText('Take over').count()).toBe(0);
    await expectAccessible(page);
    await shoot(page, 'welcome-cloud-1440-light');
  });

  it('signs in from a page, and opens that page', async () => {
    service.isLocal = false;
    const { page } = await app.openWindow();
    await page.goto(`${service.url}/console/usage`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/usage');
    await page.getByText('41 of 50').first().waitFor();
  });

  it('signs in silently after a reload, and keeps no token', async () => {
    const { page } = await app.openWindow();
    await rememberSignIn(page);
    await page.goto(`${service.url}/console/keys`);
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    );
    expect(kept).not.toMatch(/token-|refresh-/);
  });

  it.each(THEMES)('has a shell, a rail and tabs, %s', async (theme) => {
    const { page } = await app.openWindow({ theme });
    await rememberSignIn(page);
    await page.goto(`${service.url}/console/usage`);
    await page.getByText('41 of 50').first().waitFor();
    for (const width of [1440, 800, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoOverflow(page);
      await expectAccessible(page);
      await shoot(page, `shell-${width}-${theme}`);
    }
  });

  it.each([
    ['own project', 3, 'Own'],
    ['shared one while nothing is in the own one', 0, 'Shared'],
  ])('opens the %s where nothing is remembered', async (_, used, name) => {
    const own = { ...PROJECT, projectId: `prj_${'a'.repeat(26)}`, name: 'Own' };
    const shared = {
      ...PROJECT,
      projectId: `prj_${'b'.repeat(26)}`,
      name: 'Shared',
      role: 'viewer',
    };
    service.answer('list-projects', () => ({ body: { projects: [shared, own] } }));
    service.answer('get-usage', () => ({
      body: {
        month: '2026-11',
        resetsAt: '2026-12-01T00:00:00.000Z',
        images: { used, limit: 50 },
        transformations: { used: 0, limit: 100 },
        bandwidthBytes: { used: 0, limit: null },
        topImages: [],
      },
    }));
    const page = await app.open('/console/usage');
    await page.getByTitle(`${name}: change project`).first().waitFor();
  });

  it('draws the rings of its logo', async () => {
    const page = await app.open('/console/usage');
    const rings = page.locator('.sprite .logo-rings');
    expect(await rings.evaluate((one) => getComputedStyle(one).stroke)).toMatch(/^rgb/);
  });

  it('tells projects of one name apart, and changes to the other', async () => {
    const own = { ...PROJECT, projectId: 'prj_aaaaaaaaaaaaaaaaaaaaaown22' };
    const taken = { ...PROJECT, projectId: 'prj_aaaaaaaaaaaaaaaaaaaataken2' };
    const other = { ...PROJECT, projectId: `prj_${'b'.repeat(26)}`, name: 'Campaigns' };
    service.answer('list-projects', () => ({ body: { projects: [own, taken, other] } }));
    const { page } = await app.openWindow();
    await rememberSignIn(page);
    await page.goto(`${service.url}/console/usage`);
    for (const width of [1440, 800, 360]) {
      await page.setViewportSize({ width, height: 900 });
      const opener = page.getByTitle('Web shop: change project').filter({ visible: true });
      await opener.click();
      const dialog = page.getByRole('dialog', { name: 'Projects' });
      await dialog.getByText('…own22').waitFor();
      await dialog.getByText('Campaigns').waitFor();
      await expect.poll(() => dialog.locator('.sheet code').allTextContents()).toHaveLength(2);
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `projects-${width}-light`);
      await dialog.getByText('…aken2').click();
      await expect.poll(() => dialog.count()).toBe(0);
    }
  });

  it('follows the keyboard: G K to the keys, ? for the list', async () => {
    const { page } = await app.openWindow();
    await rememberSignIn(page);
    await page.goto(`${service.url}/console/usage`);
    await page.getByText('41 of 50').first().waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('k');
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  it('offers a viewer no page that its role may not open', async () => {
    answerExamples(service, { role: 'viewer' });
    const { page } = await app.openWindow();
    await rememberSignIn(page);
    await page.goto(`${service.url}/console/keys`);
    await page.getByText('Your role here is Viewer. This page needs Admin.').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Keys' }).count()).toBe(0);
    await expectAccessible(page);
  });
});
