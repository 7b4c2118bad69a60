import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  copied,
  expectAccessible,
  expectNoOverflow,
  lookAtDialog,
  type PageOptions,
  shoot,
} from './support/console-page.ts';
import { answerProject, type ExampleProject, SECRET } from './support/example-project.ts';
import { BUSY, inHours } from './support/example-team.ts';
import { type FakeConsole, hasBrowser, LOOKS, useFakeConsole } from './support/fake-console.ts';
import type { FakeService } from './support/fake-service.ts';

let app: FakeConsole;
let service: FakeService;
let project: ExampleProject;

const openProject = (options: PageOptions = {}) =>
  app.openScreen('/console/project', 'Project', options);
const panel = (page: Page, name: string) =>
  page.locator('section.panel').filter({ has: page.getByRole('heading', { level: 2, name }) });
const dialog = (page: Page) => page.getByRole('dialog');

const TOO_OLD = () => ({
  status: 403,
  body: {
    code: 'sign_in_too_old',
    title: 'Too old',
    status: 403,
    detail: 'Sign in again and repeat the call within 5 minutes.',
  },
});

/** Requests of a call, the oldest first. */
const allSent = (name: string) =>
  service.calls.filter((call) => call.name === name).map(({ request }) => request);

describe.skipIf(!hasBrowser)('the project', () => {
  app = useFakeConsole();
  beforeEach(() => {
    ({ service } = app);
    project = answerProject(service);
  });

  describe.each(LOOKS)('at $width px, $theme', ({ width, theme }) => {
    const look = `${width}-${theme}`;

    it('shows settings, presets, secrets and each dialog', async () => {
      const page = await openProject({ width, theme });
      await page.getByRole('img', { name: /as card$/ }).waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `project-${look}`, true);
      const dialogs = [
        ['Remove https://webshop.example…', 'origin'],
        ['New preset', 'preset'],
        ['Require signatures…', 'signing'],
        ['Revoke …kP2x…', 'revoke'],
        ['Empty project…', 'empty'],
        ['Delete project…', 'delete'],
      ] as const;
      for (const [name, step] of dialogs) {
        await lookAtDialog(page, name, `project-${step}-${look}`);
      }
    });

    it('shows each state: empty, deleted, loading, failing', async () => {
      answerProject(service, { allowedOrigins: [], presets: {}, isDefault: true });
      service.answer('list-refused-origins', () => ({ body: { origins: [] } }));
      service.answer('list-signing-secrets', () => ({ body: { secrets: [] } }));
      let page = await openProject({ width, theme });
      await page.getByText('No preset yet').waitFor();
      await expect
        .poll(() => page.getByRole('button', { name: 'Delete project…' }).isDisabled())
        .toBe(true);
      await expect
        .poll(() => page.getByRole('button', { name: 'Require signatures…' }).isDisabled())
        .toBe(true);
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `project-none-${look}`, true);
      await page.context().close();
      answerProject(service, { state: 'deleting', purgeAt: inHours(100) });
      page = await openProject({ width, theme });
      await page.getByRole('button', { name: 'Restore project…' }).waitFor();
      await page.getByText('Images closed').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `project-deleted-${look}`);
      await page.context().close();
      service.answer('get-project', () => ({ body: {}, delayMs: 4_000 }));
      page = await openProject({ width, theme });
      await page.locator('.bones').first().waitFor();
      await expectAccessible(page);
      await page.context().close();
      service.answer('get-project', BUSY);
      page = await openProject({ width, theme });
      await page.getByText('The project didn’t load.').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
    });
  });

  it('is reached from the side bar', async () => {
    const page = await app.openScreen('/console/images', 'Images');
    await page.getByRole('link', { name: 'Project', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Project' }).waitFor();
  });

  it('allows an origin that was refused, one that is typed, and mends its spelling', async () => {
    const page = await openProject();
    await page.getByRole('button', { name: 'Allow https://preview.webshop.example:8443' }).click();
    const remove = (origin: string) =>
      page.getByRole('button', { name: `Remove ${origin}…`, exact: true });
    await remove('https://preview.webshop.example:8443').waitFor();
    await page.getByLabel('Allow an origin').fill('https://Blog.example/path');
    await expect
      .poll(() => page.getByRole('button', { name: 'Allow', exact: true }).isDisabled())
      .toBe(true);
    await page.getByRole('button', { name: 'Use https://blog.example' }).click();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await remove('https://blog.example').waitFor();
    await remove('http://localhost:*').click();
    await page.getByRole('button', { name: 'Remove origin' }).click();
    await expect.poll(() => remove('http://localhost:*').count()).toBe(0);
    expect(project.now().allowedOrigins).toEqual([
      'https://webshop.example',
      'https://*.webshop.example',
      'https://preview.webshop.example:8443',
      'https://blog.example',
    ]);
  });

  it('shows why the service refuses an origin, and keeps the text', async () => {
    service.answer('update-project', () => ({
      status: 400,
      body: {
        code: 'validation_failed',
        title: 'Invalid',
        status: 400,
        detail: 'One field is invalid.',
        errors: [
          {
            pointer: '/allowedOrigins/3',
            code: 'invalid_origin',
            detail: 'A * must be a subdomain of your own domain, as in https://*.example.com.',
          },
        ],
      },
    }));
    const page = await openProject();
    await page.getByLabel('Allow an origin').fill('https://*.co.uk');
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByText('A * must be a subdomain of your own domain').waitFor();
    await expect
      .poll(() => page.getByLabel('Allow an origin').inputValue())
      .toBe('https://*.co.uk');
    await expectAccessible(page);
  });

  it('keeps an origin that another member allowed meanwhile', async () => {
    const page = await openProject();
    await page.getByLabel('Allow an origin').fill('https://a.example');
    const { allowedOrigins } = project.now();
    Object.assign(project.now(), { allowedOrigins: [...allowedOrigins, 'https://other.example'] });
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByRole('button', { name: 'Remove https://a.example…' }).waitFor();
    expect(project.now().allowedOrigins).toContain('https://other.example');
  });

  it('sends only the settings that were changed, and refuses what can’t be one', async () => {
    const page = await openProject();
    const sizes = panel(page, 'Allowed sizes');
    await sizes.getByText('Only these').first().click();
    await sizes.getByText('Only these').last().click();
    await sizes.getByLabel('Widths, px').last().fill('320, 640, 9000');
    await sizes.getByText('Up to 100 numbers from 1 to 8192').waitFor();
    await expect
      .poll(() => sizes.getByRole('button', { name: 'Save changes' }).isDisabled())
      .toBe(true);
    await sizes.getByLabel('Widths, px').last().fill('320, 640');
    await sizes.getByText('At most 6 renditions of an image in each format.').waitFor();
    await sizes.getByRole('button', { name: 'Save changes' }).click();
    await sizes.getByText('Saved. It applies from the next request on.').waitFor();
    const life = panel(page, 'Life, quota and delivery');
    await life.getByLabel('Life of temporary images, hours').fill('169');
    await life.getByText('A number of hours from 1 to 168.').waitFor();
    await life.getByLabel('Life of temporary images, hours').fill('48');
    await life.getByText('the stored image').click();
    await life.getByRole('button', { name: 'Save changes' }).click();
    await life.getByText('Saved. It applies from the next request on.').waitFor();
    const { projectId } = project.now();
    expect(allSent('update-project')).toEqual([
      { projectId, allowedWidths: [320, 640], allowedHeights: [] },
      { projectId, temporaryLifeHours: 48, overQuota: 'original' },
    ]);
    await panel(page, 'General').getByLabel('Name', { exact: true }).fill('Shop 2');
    await panel(page, 'General').getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Shop 2').first().waitFor();
  });

  it('shows stored previews, and makes another only when it is asked to', async () => {
    const page = await openProject();
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/res/')) fetched.push(new URL(request.url()).search);
    });
    const make = page.getByRole('button', { name: /^Make it: .*hero/ });
    await expect.poll(() => make.textContent()).toContain('costs 1 of 37 left');
    expect(fetched.filter((search) => !search.includes('width=300'))).toEqual([]);
    await make.click();
    await page.getByRole('img', { name: /as hero$/ }).waitFor();
    await expect
      .poll(() => fetched.filter((search) => search.includes('width=1600')))
      .toHaveLength(1);
    await page.getByRole('button', { name: 'Change hero…' }).click();
    await dialog(page).getByLabel('Query').fill('width=1700');
    await dialog(page).getByRole('button', { name: 'Save preset' }).click();
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await make.waitFor();
    expect(fetched.filter((search) => search.includes('width=1700'))).toEqual([]);
  });

  it('asks before a preset takes another one’s name, and renames one', async () => {
    const page = await openProject();
    await page.getByRole('button', { name: 'New preset' }).click();
    await dialog(page).getByLabel('Name').fill('Hero Large');
    await dialog(page).getByRole('button', { name: 'Use hero-large' }).click();
    await dialog(page).getByLabel('Name').fill('hero');
    await dialog(page).getByLabel('Query').fill('https://cdn.example/res/x.webp?width=100');
    await dialog(page).getByRole('button', { name: 'Save preset' }).click();
    await dialog(page).getByText('The preset hero already exists').waitFor();
    expect(allSent('update-project')).toEqual([]);
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Replace preset' }).click();
    await dialog(page).getByRole('button', { name: 'Copy preset URL' }).click();
    await expect.poll(() => copied(page)).toMatch(/\/res\/img_\w+\.\w+\?preset=hero$/);
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    expect(project.now().presets).toMatchObject({ hero: 'width=100' });
    await page.getByRole('button', { name: 'Change soft-detail…' }).click();
    await dialog(page).getByLabel('Name').fill('soft');
    await dialog(page).getByText('Addresses with preset=soft-detail will be refused').waitFor();
    await dialog(page).getByRole('button', { name: 'Save preset' }).click();
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Remove card…' }).click();
    await page.getByRole('button', { name: 'Remove preset' }).click();
    await expect.poll(() => Object.keys(project.now().presets).sort()).toEqual(['hero', 'soft']);
  });

  it('makes a secret that is shown once, signs with it, and requires signatures', async () => {
    const page = await openProject();
    await page.getByRole('button', { name: 'New signing secret' }).click();
    await dialog(page).getByText(SECRET, { exact: true }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect
      .poll(() => dialog(page).getByRole('button', { name: 'Done' }).isDisabled())
      .toBe(true);
    await dialog(page).getByLabel('I have put it in a safe place').check();
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    expect(await page.content()).not.toContain(SECRET);
    await expect
      .poll(() => page.getByRole('button', { name: 'New signing secret' }).isDisabled())
      .toBe(true);
    await page.getByRole('button', { name: 'Sign URL' }).click();
    await page.getByRole('button', { name: 'Copy signed URL' }).click();
    await expect.poll(() => copied(page)).toMatch(/\.jpg\?expires=\d{10}&signature=[\w-]{43}$/);
    await page.getByRole('button', { name: 'Require signatures…' }).click();
    await dialog(page).getByRole('button', { name: 'Require signatures' }).click();
    await page.getByText('No preview: only signed URLs are served.').waitFor();
    expect(allSent('update-project')).toEqual([
      { projectId: project.now().projectId, requireSignature: true },
    ]);
    expect(JSON.stringify(service.calls)).not.toContain(SECRET);
  });

  describe('the checker', () => {
    const PATH = '/res/img_aaaaaaaaaaaaaaaaaaaaaaaaaa.webp?width=400&quality=80';
    const GOOD = `https://i.example${PATH}&expires=1798761600&signature=xGdN8Eraot_bp9YnLkoTOJfxzrC-ASaCsbkgb-uTdX4`;
    const findings = [
      ['a good one', GOOD, ['fine', 'fine', 'fine'], 'The signature matches the secret'],
      ['an ignored parameter', `${GOOD}&utm=x`, ['fine', 'fine', 'fine'], 'utm isn’t a parameter'],
      [
        'an added parameter',
        GOOD.replace('?', '?flip=true&'),
        ['fine', 'fine', 'wrong'],
        'flip=true was added after',
      ],
      [
        'another extension',
        GOOD.replace('.webp', '.avif'),
        ['fine', 'fine', 'wrong'],
        'It was signed for .webp',
      ],
      [
        'another width',
        GOOD.replace('400', '800'),
        ['fine', 'fine', 'wrong'],
        'or the URL was changed',
      ],
      [
        'one that ended',
        GOOD.replace('1798761600', '1000000000'),
        ['fine', 'wrong', 'wrong'],
        'It ended',
      ],
      ['none', `https://i.example${PATH}`, ['fine', 'wrong', 'wrong'], 'expires is missing.'],
      ['a cut one', GOOD.slice(0, -3), ['fine', 'fine', 'wrong'], 'A signature has 43 characters'],
      ['a bad parameter', GOOD.replace('400', 'wide'), ['wrong', 'fine', 'wrong'], 'width'],
      ['no image', 'https://i.example/about', ['wrong'], 'This isn’t the address of an image'],
    ] as const;

    it('names the part that is wrong', async () => {
      const page = await openProject();
      await page.getByRole('tab', { name: 'Check' }).click();
      await page.getByLabel('Signing secret').fill(SECRET.slice(1));
      await page.getByText('A signing secret has 43 characters').waitFor();
      await page.getByLabel('Signing secret').fill(SECRET);
      await page
        .getByText('No active secret of this project ends with these characters.')
        .waitFor();
      for (const [title, url, states, told] of findings) {
        await page.getByLabel('URL', { exact: true }).fill(url);
        await page.getByRole('button', { name: 'Check URL' }).click();
        const found = page.locator('.findings');
        await expect
          .poll(() => found.locator('.badge').allTextContents(), { message: title })
          .toEqual(states);
        await expect.poll(() => found.textContent(), { message: title }).toContain(told);
      }
      await expectAccessible(page);
      await shoot(page, 'project-check-1440-light', true);
      expect(JSON.stringify(service.calls)).not.toContain(SECRET);
    });
  });

  it('deletes after the name was typed, restores, and empties with a receipt', async () => {
    const page = await openProject();
    await page.getByRole('button', { name: 'Delete project…' }).click();
    const now = dialog(page).getByRole('button', { name: 'Delete project' });
    await expect.poll(() => now.isDisabled()).toBe(true);
    await dialog(page).getByLabel('Type Web shop to confirm').fill('Web shop');
    await now.click();
    await page.getByText('Web shop is deleted').waitFor();
    expect(allSent('delete-project')).toEqual([
      { projectId: project.now().projectId, name: 'Web shop' },
    ]);
    await page.getByRole('button', { name: 'Restore project…' }).click();
    await dialog(page).getByRole('button', { name: 'Restore project' }).click();
    await page.getByRole('heading', { name: 'Allowed origins' }).waitFor();
    await page.getByRole('button', { name: 'Empty project…' }).click();
    await dialog(page).getByLabel('Type Web shop to confirm').fill('Web shop');
    await dialog(page).getByRole('button', { name: 'Delete all images' }).click();
    await page.getByText('Emptying of the project').waitFor();
    await page.getByText('41 items').waitFor();
    await page.getByRole('button', { name: 'Copy receipt' }).click();
    await expect
      .poll(() => copied(page))
      .toMatch(/^prj_\w+ empty\nmarked \d{4}-[^\n]+\n(.*\n)*images_removed .+ 41 items\n/);
  });

  it('offers a new sign-in where the last one is too old for an immediate erasure', async () => {
    answerProject(service, { state: 'deleting', purgeAt: inHours(100) });
    service.answer('delete-project', TOO_OLD);
    const page = await openProject();
    await page.getByRole('button', { name: 'Erase now…' }).click();
    await dialog(page).getByLabel('Type Web shop to confirm').fill('Web shop');
    await dialog(page).getByRole('button', { name: 'Erase project' }).click();
    await dialog(page).getByRole('button', { name: 'Sign in again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Project' }).waitFor();
    expect(allSent('delete-project')).toMatchObject([{ now: true }]);
  });

  it.each(['viewer', 'editor'])('shows a %s the settings and nothing to change', async (role) => {
    answerProject(service, { role, allowedWidths: [320, 640] });
    const page = await openProject();
    await page.getByText('Admins and owners can change these settings.').waitFor();
    await page.getByText('320, 640').waitFor();
    await page.getByText('https://webshop.example, https://*.webshop.example').waitFor();
    await page.getByRole('img', { name: /as card$/ }).waitFor();
    const words = /^(Save|New preset|Change|Remove|Require|Delete|Empty|Allow)/;
    await expect
      .poll(() => page.locator('main').getByRole('button', { name: words }).count())
      .toBe(0);
    for (const call of ['list-refused-origins', 'list-signing-secrets']) {
      expect(allSent(call)).toEqual([]);
    }
    expect(allSent('get-project-deletion-status')).toEqual([]);
    await expectAccessible(page);
    await shoot(page, `project-${role}-1440-light`, true);
  });

  it('lets an admin change all but the end of the project', async () => {
    answerProject(service, { role: 'admin' });
    const page = await openProject();
    await page.getByRole('button', { name: 'New signing secret' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Delete project…' }).count()).toBe(0);
    expect(allSent('get-project-deletion-status')).toEqual([]);
  });

  describe('in the playground', () => {
    it('saves what one sees as a preset, in canonical order, and shows its URL', async () => {
      const path = '/console/playground?quality=70&width=900';
      const page = await app.openScreen(path, 'Playground');
      await page.getByRole('button', { name: 'Save as preset…' }).click();
      await dialog(page).getByLabel('Name').fill('card');
      await dialog(page).getByText('width=900&quality=70').waitFor();
      await expectAccessible(page);
      await shoot(page, 'playground-preset-1440-light');
      await dialog(page).getByRole('button', { name: 'Save preset' }).click();
      await dialog(page).getByText('The preset card already exists').waitFor();
      await dialog(page).getByLabel('Name').fill('wide');
      await dialog(page).getByRole('button', { name: 'Save preset' }).click();
      await dialog(page).getByText('wide is saved').waitFor();
      await expectAccessible(page);
      expect(project.now().presets).toMatchObject({ wide: 'width=900&quality=70' });
      await expect.poll(() => dialog(page).textContent()).toContain('?preset=wide');
    });

    it('offers no preset without a parameter, and none to an editor', async () => {
      let page = await app.openScreen('/console/playground', 'Playground');
      const save = () => page.getByRole('button', { name: 'Save as preset…' });
      await save().waitFor();
      await expect.poll(() => save().isDisabled()).toBe(true);
      await page.context().close();
      answerProject(service, { role: 'editor' });
      page = await app.openScreen('/console/playground?width=900', 'Playground');
      await page.getByRole('button', { name: 'Copy URL' }).waitFor();
      await expect.poll(() => save().count()).toBe(0);
    });
  });
});
