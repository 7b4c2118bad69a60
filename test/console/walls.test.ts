import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { chooseFiles, expectAccessible, expectNoOverflow, shoot } from './support/console-page.ts';
import { PROJECT } from './support/example-answers.ts';
import { answerExplanations } from './support/example-explanations.ts';
import { answerImages, answerUploads, type ExampleImage } from './support/example-images.ts';
import { type FakeConsole, hasBrowser, LOOKS, useFakeConsole } from './support/fake-console.ts';
import type { FakeService } from './support/fake-service.ts';

const RESETS_AT = '2026-12-01T00:00:00.000Z';
const LIFT = 'Lift the limits of this machine…';

let app: FakeConsole;
let service: FakeService;
let images: ExampleImage[];
/** As the service counts, which a test may change. */
let used: { images: number; transformations: number };
let limits: { images: number | null; transformations: number | null };
let machine: { mayLift: boolean; isLifted: boolean; freeBytes: number; projectIds: string[] };
let sentActions: string[];

function answerUsage(): void {
  service.answer('get-usage', () => ({
    body: {
      month: '2026-11',
      resetsAt: RESETS_AT,
      images: { used: used.images, limit: limits.images },
      transformations: { used: used.transformations, limit: limits.transformations },
      bandwidthBytes: { used: 0, limit: null },
      topImages: [],
    },
  }));
  for (const [path, change] of [
    ['/console/limits', undefined],
    ['/console/lift-limits', true],
    ['/console/restore-limits', false],
  ] as const) {
    service.serve(path, (request, response) => {
      sentActions.push(`${request.method} ${path}`);
      if (change !== undefined) {
        machine = { ...machine, isLifted: change };
        limits = change
          ? { images: null, transformations: null }
          : { images: 50, transformations: 100 };
      }
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(machine));
    });
  }
}

const file = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.alloc(100, name) });
const files = (count: number) => Array.from({ length: count }, (_, at) => file(`new-${at}.png`));
const add = (page: Page, count: number) => chooseFiles(page, ...files(count));
const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' });

describe.skipIf(!hasBrowser)('the walls of the quota', () => {
  app = useFakeConsole();
  beforeEach(() => {
    ({ service } = app);
    used = { images: 50, transformations: 100 };
    limits = { images: 50, transformations: 100 };
    machine = {
      mayLift: true,
      isLifted: false,
      freeBytes: 212_000_000_000,
      projectIds: [PROJECT.projectId],
    };
    sentActions = [];
    images = answerImages(service, 8);
    answerUploads(service, images);
    answerExplanations(service);
    answerUsage();
  });

  it.each(LOOKS)(
    'are shown on each page, with the date and the parts that work, at $width px, $theme',
    async ({ width, theme }) => {
      const page = await app.openScreen('/console/images', 'Images', { width, theme });
      const isAt = async (name: string) => {
        await page.getByRole('button', { name: LIFT }).waitFor();
        await expectNoOverflow(page);
        await expectAccessible(page);
        await shoot(page, `wall-${name}-${width}-${theme}`);
      };
      await page.getByText('No more images can be saved.').waitFor();
      await page
        .getByText('All 50 places of the Free plan are used. Saved images are still served.')
        .waitFor();
      await page.getByText('No new renditions until 1 December, 00:00 UTC, either.').waitFor();
      await isAt('gallery');
      await page.goto(`${service.url}/console/playground?blur=3`);
      await page.getByText('No new renditions until 1 December, 00:00 UTC.').waitFor();
      await page.getByText('All 100 transformations of November are used.').waitFor();
      await page.getByText('This rendition isn’t stored yet').waitFor();
      await isAt('playground');
      await page.goto(`${service.url}/console/images/${images[0]?.imageId}`);
      await page.getByText('No new renditions until 1 December, 00:00 UTC.').waitFor();
      await isAt('image');
    },
  );

  it('block buttons that stay in the Tab order with their reason, and send nothing', async () => {
    const page = await app.open('/console/playground?blur=3');
    const made: string[] = [];
    page.on('request', (request) => {
      if (/\/res\/.*blur/.test(request.url())) made.push(request.url());
    });
    const make = page.getByRole('button', { name: 'Make it' });
    await make.waitFor();
    expect(await make.getAttribute('aria-disabled')).toBe('true');
    const reason = await make.evaluate(
      (one) => document.getElementById(one.getAttribute('aria-describedby') ?? '')?.innerText,
    );
    expect(reason).toBe('0 of 100 left\nStarts again 1 Dec');
    await make.focus();
    expect(await make.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.goto(`${service.url}/console/images`);
    const upload = page.getByRole('button', { name: 'Upload images' });
    await expect.poll(() => upload.getAttribute('aria-disabled')).toBe('true');
    await page.getByText('No place left').waitFor();
    await add(page, 3);
    await page.getByText('3 files wait for places').waitFor();
    expect(made).toEqual([]);
    expect(service.calls.filter(({ name }) => /upload|save/.test(name))).toEqual([]);
  });

  it('show the service’s own words where it refuses, and never a status', async () => {
    used = { images: 41, transformations: 99 };
    const page = await app.open('/console/playground?blur=3');
    service.serve('/res/', (request, response) => {
      const isNew = request.url?.includes('blur');
      if (isNew) used = { ...used, transformations: 100 };
      const problem = {
        code: 'transformation_quota_exceeded',
        status: 429,
        detail: 'The plan free includes 100 new renditions per month.',
        hint: 'Use sizes that exist already.',
      };
      response
        .writeHead(isNew ? 429 : 200, {
          'Content-Type': isNew ? 'application/problem+json' : 'image/webp',
        })
        .end(isNew ? JSON.stringify(problem) : '');
    });
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.getByText('No new renditions until 1 December, 00:00 UTC.').waitFor();
    await page
      .getByText(/The plan free includes 100 new renditions.*Use sizes that exist/)
      .waitFor();
    expect(await page.getByText(/\b429\b|Too Many|Load the page again/i).count()).toBe(0);
  });

  it('are one line for 66 files; a retry with 3 places takes 3', async () => {
    const page = await app.openScreen('/console/images', 'Images');
    await page.getByText('No more images can be saved.').waitFor();
    await add(page, 66);
    await tray(page).getByText('66 files wait for places').waitFor();
    await tray(page).getByText('50 of 50 images are used. The files stay in this list.').waitFor();
    await tray(page).getByText('66 files stopped', { exact: true }).waitFor();
    expect(await tray(page).getByRole('listitem').count()).toBe(1);
    await expect
      .poll(() => tray(page).getByRole('status').innerText())
      .toBe('66 files stopped: no place left');
    await expectAccessible(page);
    await shoot(page, 'wall-tray-1440-light');
    used = { ...used, images: 47 };
    await tray(page).getByRole('button', { name: 'Retry all' }).click();
    await tray(page).getByText('3 saved, 63 wait').waitFor();
    await tray(page).getByText('63 files wait for places').waitFor();
    await tray(page).getByRole('button', { name: 'Show files' }).click();
    await tray(page).getByText('new-3.png').waitFor();
    expect(service.calls.filter(({ name }) => name === 'save-temporary-image')).toHaveLength(3);
  });

  it('leave uploads that the service stopped in the same line', async () => {
    used = { ...used, images: 40 };
    service.answer('save-temporary-image', () => ({
      status: 403,
      body: {
        code: 'image_quota_exceeded',
        title: 'The plan allows no more images',
        status: 403,
        detail: 'The plan free allows 50 images.',
      },
    }));
    const page = await app.openScreen('/console/images', 'Images');
    await add(page, 8);
    await tray(page).getByText('8 files wait for places').waitFor();
    expect(service.calls.filter(({ name }) => name === 'save-temporary-image').length).toBeLessThan(
      5,
    );
  });

  it('are lifted by a dialog that says before and after, and put back under Usage', async () => {
    const page = await app.openScreen('/console/images', 'Images');
    await page.getByRole('button', { name: LIFT }).click();
    const dialog = page.getByRole('dialog', { name: 'Lift the limits of this machine' });
    await dialog.getByText('50 becomes no limit').waitFor();
    await dialog.getByText('100 a month becomes no limit').waitFor();
    await dialog.getByText('212 GB free').waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    expect(await focused()).toBe('Cancel');
    await expectAccessible(page);
    await shoot(page, 'wall-lift-1440-light');
    await dialog.getByRole('button', { name: 'Lift the limits' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => page.getByText('No more images can be saved.').count()).toBe(0);
    expect(sentActions).toContain('POST /console/lift-limits');
    const upload = page.getByRole('button', { name: 'Upload images' });
    expect(await upload.getAttribute('aria-disabled')).toBeNull();
    await page.goto(`${service.url}/console/usage`);
    await page.getByText('The limits of this machine are lifted.').waitFor();
    await expectAccessible(page);
    await shoot(page, 'wall-usage-1440-light');
    await page.getByRole('button', { name: 'End it…' }).click();
    await page.getByRole('button', { name: 'Put the limits back' }).click();
    await expect.poll(() => page.getByText('limits of this machine are lifted').count()).toBe(0);
  });

  it('name the owner to others, who are offered nothing', async () => {
    service.answer('list-projects', () => ({
      body: { projects: [{ ...PROJECT, role: 'editor' }] },
    }));
    const joinedAt = '2026-03-02T09:00:00.000Z';
    const member = (email: string, role: string) => ({
      accountId: `acc_${email}`,
      email,
      role,
      joinedAt,
      isYou: false,
    });
    service.answer('list-members', () => ({
      body: { members: [member('ada@x.example', 'owner'), member('bob@x.example', 'admin')] },
    }));
    machine = { mayLift: false, isLifted: false, freeBytes: 0, projectIds: [] };
    const page = await app.openScreen('/console/images', 'Images');
    await page.getByText('Ask ada@x.example (Owner).').waitFor();
    expect(await page.getByRole('button', { name: LIFT }).count()).toBe(0);
  });

  it('are none for a project that only logs its quota', async () => {
    service.answer('list-projects', () => ({
      body: { projects: [{ ...PROJECT, quotaMode: 'log' }] },
    }));
    const page = await app.openScreen('/console/images', 'Images');
    await page.locator('.card').first().waitFor();
    expect(await page.getByText('No more images can be saved.').count()).toBe(0);
  });
});
