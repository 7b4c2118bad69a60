import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../support/http/client.ts';
import { drawJpeg } from '../support/images/draw.ts';
import {
  expectAccessible,
  expectNoOverflow,
  openPage,
  type PageOptions,
  shoot,
} from './support/console-page.ts';
import { answerExamples, PROJECT } from './support/example-answers.ts';
import { answerImages, type ExampleImage } from './support/example-images.ts';
import { BUSY } from './support/example-team.ts';
import { type FakeConsole, hasBrowser, LOOKS, useFakeConsole } from './support/fake-console.ts';
import type { FakeService } from './support/fake-service.ts';
import { openLocalConsole } from './support/local-console.ts';
import { takeOver } from './support/local-sign-in.ts';

let app: FakeConsole;
let service: FakeService;
let images: readonly ExampleImage[];

const openUsage = (query = '', options: PageOptions = {}) =>
  app.openScreen(`/console/usage${query}`, 'Usage', options);

/** Renditions of each day to 22 November, a digit a day. */
const MADE = Array.from('2014356103521460127432003542612', Number);
const FIRST_DAY = Date.UTC(2026, 9, 23);
const DAY_MS = 86_400_000;
const dayAt = (at: number) => new Date(FIRST_DAY + at * DAY_MS).toISOString().slice(0, 10);

const days = MADE.map((transformations, at) => ({
  date: dayAt(at),
  images: at % 3 === 0 ? 2 : 0,
  transformations,
  bandwidthBytes: transformations * 11_270_000,
}));
const NOTHING = { images: 0, transformations: 0, bandwidthBytes: 0 };

function usage(more: object = {}) {
  const top = [212_600_000, 148_900_000, 84_200_000, 61_700_000, 48_000_000];
  return {
    month: '2026-11',
    resetsAt: '2026-12-01T00:00:00.000Z',
    images: { used: 41, limit: 50 },
    transformations: { used: 63, limit: 100 },
    bandwidthBytes: { used: 710_000_000, limit: 1_000_000_000 },
    imagesRefusedUntil: null,
    topImages: top.map((bandwidthBytes, at) => ({
      imageId: images[at]?.imageId,
      bandwidthBytes,
      requests: 6940 - at * 1207,
    })),
    ...more,
  };
}

function answerUsage(more: object = {}, told: readonly object[] = days): void {
  service.answer('get-usage', () => ({ body: usage(more) }));
  service.answer('get-usage-by-day', () => ({ body: { days: told } }));
}

const card = (page: Page, name: string) =>
  page
    .locator('.quota')
    .filter({ has: page.getByRole('heading', { name }) })
    .innerText();

describe.skipIf(!hasBrowser)('usage', () => {
  app = useFakeConsole();
  beforeEach(() => {
    ({ service } = app);
    images = answerImages(service, 6);
    answerUsage();
  });

  it.each(LOOKS)(
    'shows quotas, days and images, and each state at $width px, $theme',
    async (look) => {
      const name = `usage-${look.width}-${look.theme}`;
      let page = await openUsage('', look);
      await page.getByText('autumn-hero-dunes.jpg').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, name, true);
      await page.getByText('Show as a table').click();
      await page.getByRole('slider', { name: 'Day' }).focus();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `${name}-table`, true);
      await page.context().close();
      answerUsage({
        transformations: { used: 100, limit: 100 },
        bandwidthBytes: { used: 970_000_000, limit: 1_000_000_000 },
      });
      page = await openUsage('?show=bandwidthBytes', look);
      await page.getByText('Transformations: 100 of 100 used').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `${name}-full`, true);
      await page.context().close();
      answerUsage({
        bandwidthBytes: { used: 1_000_000_000, limit: 1_000_000_000 },
        imagesRefusedUntil: '2026-12-01T00:00:00.000Z',
      });
      page = await openUsage('?show=bandwidthBytes', look);
      await page.getByText('Images are refused until 1 Dec, 00:00 UTC').waitFor();
      expect(await page.getByText('Everything is served').count()).toBe(0);
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `${name}-refused`, true);
      await page.context().close();
      answerUsage(
        {
          images: { used: 0, limit: null },
          transformations: { used: 0, limit: null },
          bandwidthBytes: { used: 0, limit: null },
          topImages: [],
        },
        days.map(({ date }) => ({ date, ...NOTHING })),
      );
      page = await openUsage('', look);
      await page.getByText('No usage in the last 31 days').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `${name}-empty`, true);
      await page.context().close();
      service.answer('get-usage-by-day', BUSY);
      page = await openUsage('', look);
      await page.getByText('The usage didn’t load.').waitFor();
      await expectAccessible(page);
    },
  );

  it('describes the forecast in words, and when each quota is near its end', async () => {
    let page = await openUsage();
    const transformations = await card(page, 'Transformations');
    expect(transformations).toMatch(/Enough[\s\S]*63 of 100[\s\S]*About 86 by 30 Nov: enough/);
    await expect
      .poll(() => card(page, 'Images'))
      .toMatch(/82 %[\s\S]*41 of 50[\s\S]*full around 5 Dec 2026/);
    await expect
      .poll(() => card(page, 'Bandwidth'))
      .toMatch(/Estimate[\s\S]*About 968 MB by 30 Nov: close/);
    await page.context().close();
    answerUsage({ transformations: { used: 79, limit: 100 }, images: { used: 50, limit: 50 } });
    page = await openUsage();
    await expect
      .poll(() => card(page, 'Transformations'))
      .toMatch(/79 %[\s\S]*full around 28 Nov 2026/);
    await expect.poll(() => card(page, 'Images')).toMatch(/Full/);
    const banner = page.getByRole('alert').filter({ hasText: 'Images: 50 of 50 used' });
    await expect.poll(() => banner.innerText()).toContain('Delete an image to save another one.');
    await expect
      .poll(() => page.getByRole('meter', { name: 'Images' }).last().getAttribute('class'))
      .toBe('meter full');
  });

  it('has no forecast before the third day of a month', async () => {
    const told = days.map((day, at) => ({ ...day, date: dayAt(at + 10) }));
    const more = { month: '2026-12', resetsAt: '2027-01-01T00:00:00.000Z' };
    answerUsage(more, told);
    const page = await openUsage();
    expect(told.at(-1)?.date).toBe('2026-12-02');
    await expect.poll(() => card(page, 'Transformations')).toContain('No forecast yet');
  });

  it('is opened by G U, where U alone adds images', async () => {
    const page = await app.openScreen('/console/images', 'Images');
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  });

  it('goes along the bars by arrow keys and by the mouse, and tells each day', async () => {
    const page = await openUsage();
    const slider = page.getByRole('slider', { name: 'Day' });
    await slider.waitFor();
    await expect.poll(() => page.locator('rect.b-old').count()).toBe(9);
    await expect.poll(() => page.locator('rect.b').count()).toBe(22);
    await expect.poll(() => page.locator('line.month').getAttribute('x1')).toBe('90');
    await slider.focus();
    const spoken = () => slider.getAttribute('aria-valuetext');
    await expect.poll(spoken).toBe('Sun 22 Nov: 2 made');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(spoken).toBe('Sat 21 Nov: 1 made');
    await page.keyboard.press('Home');
    await page.getByText('Fri 23 Oct').waitFor();
    await page.getByRole('button', { name: 'Bandwidth' }).click();
    const shown = () => new URL(page.url()).searchParams.get('show');
    await expect.poll(shown).toBe('bandwidthBytes');
    await expect.poll(spoken).toBe('Fri 23 Oct: 22.5 MB sent');
    const box = await page.locator('.plot').boundingBox();
    if (!box) throw new Error('there is no chart');
    await page.mouse.move(box.x + (18.5 / 31) * box.width, box.y + 100);
    await page.getByText('Tue 10 Nov').waitFor();
    await expect.poll(() => page.locator('rect.at').getAttribute('x')).toBe('181.3');
    await page.getByRole('img', { name: /Most: 78.9 MB on 10 Nov/ }).waitFor();
  });

  it('gives the days as a table and as a file, and links each image', async () => {
    const page = await openUsage();
    await page.getByText('Show as a table').click();
    const row = page.getByRole('row', { name: /^10 Nov/ });
    await expect.poll(() => row.innerText()).toMatch(/10 Nov\s+2\s+7\s+78.9 MB/);
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await waiting;
    expect(file.suggestedFilename()).toBe('usage-2026-11-22.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(32);
    expect(lines[0]).toBe('date,images,transformations,bandwidthBytes');
    expect(lines[19]).toBe('2026-11-10,2,7,78890000');
    await page.getByRole('link', { name: 'autumn-hero-dunes.jpg' }).click();
    await expect
      .poll(() => new URL(page.url()).pathname)
      .toBe(`/console/images/${images[1]?.imageId}`);
  });

  it('names an image by its ID where it is gone, and is a page for viewers', async () => {
    answerExamples(service, { role: 'viewer' });
    answerUsage();
    service.answer('get-image', () => ({
      status: 404,
      body: { status: 404, code: 'image_not_found', title: 'There is no such image' },
    }));
    const page = await openUsage();
    await page.getByRole('link', { name: images[0]?.imageId ?? 'none' }).waitFor();
  });

  it('says that the limits are those of the account, where there are several projects', async () => {
    const other = { ...PROJECT, projectId: `prj_${'b'.repeat(26)}`, name: 'Journal' };
    service.answer('list-projects', () => ({ body: { projects: [PROJECT, other] } }));
    const page = await openUsage();
    await page.getByText('The limits apply to all projects of the account.').waitFor();
  });
});

describe.skipIf(!hasBrowser)('usage of a local service', () => {
  it('counts saved and made images of today, and sent bytes (calls.get-usage-by-day)', async () => {
    const local = await openLocalConsole();
    const { service: started } = local;
    try {
      const client = createClient(started);
      const { imageId } = await client.store(await drawJpeg(300, 200));
      for (const width of [100, 200, 100]) {
        await client.get(`/res/${imageId}.webp?width=${width}`);
      }
      const { page, faults } = await openPage(local.browser);
      await takeOver(page, started.baseUrl);
      await page.locator('.thumb img').waitFor(); // its thumbnail counts nothing
      await expect
        .poll(async () => (await client.call('get-usage', {})).json.topImages.length)
        .toBe(1);
      await page.goto(`${started.baseUrl}/console/usage?project=${started.projectId}`);
      await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
      await shoot(page, 'local-usage-1440-light', true);
      const slider = page.getByRole('slider', { name: 'Day' });
      await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/: 2 made$/);
      await page.getByRole('button', { name: 'Images' }).click();
      await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/: 1 saved$/);
      const row = page.getByRole('row').filter({ has: page.getByRole('link') });
      await expect.poll(() => row.innerText()).toMatch(/KB[\s\S]*100 %/);
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, 'local-usage-1440-light', true);
      expect(faults).toEqual([]);
    } finally {
      await local.close();
    }
  });
});
