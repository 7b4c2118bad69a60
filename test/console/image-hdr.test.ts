import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeHdr } from '../support/images/make-hdr.ts';
import {
  expectAccessible,
  expectNoOverflow,
  type PageOptions,
  shoot,
} from './support/console-page.ts';
import { answerExplanations } from './support/example-explanations.ts';
import { answerImages, type ExampleImage } from './support/example-images.ts';
import { type FakeConsole, hasBrowser, LOOKS, useFakeConsole } from './support/fake-console.ts';

/** The browser draws as for a screen of this kind, wherever it runs. */
const HDR_SCREEN = '--force-color-profile=hdr10';
const SDR_SCREEN = '--force-color-profile=srgb';
const AS_SDR = 'HDR, shown as SDR on this screen';

let app: FakeConsole;
let images: ExampleImage[];
let file: Buffer;
/** The addresses of images that the page has asked for. */
let asked: string[];

beforeAll(async () => {
  ({ file } = await makeHdr({ width: 960, height: 720, mapWidth: 240, mapHeight: 180 }));
});

function answerHdr(): void {
  images = answerImages(app.service, 6);
  answerExplanations(app.service);
  asked = [];
  app.service.serve('/res/', ({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(200, { 'Content-Type': 'image/jpeg', 'Cache-Control': 'max-age=600' });
    response.end(file);
  });
}

async function open(at: number, options: PageOptions = {}, query = ''): Promise<Page> {
  const { imageId, originalFilename } = images[at] ?? {};
  const path = `/console/images/${imageId}${query}`;
  return await app.openScreen(path, String(originalFilename), options);
}

const choice = (page: Page) => page.getByRole('group', { name: 'Show as' });
const note = (page: Page) => page.getByText(AS_SDR, { exact: true });
const limit = (page: Page) =>
  page.locator('.focal img').evaluate((image) => {
    const styles = getComputedStyle(image);
    return styles.getPropertyValue('dynamic-range-limit');
  });
const badges = (page: Page) => page.locator('.top .badge').allInnerTexts();
const isDrawn = (page: Page) =>
  page
    .locator('.focal img')
    .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0);

describe.skipIf(!hasBrowser)('an HDR image', () => {
  describe('on a screen of high dynamic range', () => {
    app = useFakeConsole(HDR_SCREEN);
    const here = app;
    beforeEach(() => {
      app = here;
      answerHdr();
    });

    it.each(LOOKS)('can be shown as both at $width px, $theme', async ({ width, theme }) => {
      const page = await open(1, { width, theme });
      await expect.poll(() => isDrawn(page)).toBe(true);
      expect(await badges(page)).toEqual(['HDR', 'Display P3']);
      expect(await note(page).isVisible()).toBe(false);
      const [hdr, sdr] = ['HDR', 'SDR'].map((name) => choice(page).getByRole('button', { name }));
      expect(await hdr?.getAttribute('aria-pressed')).toBe('true');
      expect(await limit(page)).toBe('no-limit');
      await expectNoOverflow(page);
      await expectAccessible(page);
      await shoot(page, `image-hdr-${width}-${theme}`, true);
      const before = asked.length;
      await sdr?.press('Enter');
      await expect.poll(() => sdr?.getAttribute('aria-pressed')).toBe('true');
      expect(await limit(page)).toBe('standard');
      await expectAccessible(page);
      await shoot(page, `image-hdr-as-sdr-${width}-${theme}`);
      // the same file, so that a look costs no transformation
      expect(asked.slice(before)).toEqual([]);
    });

    it('is as the address of the view says, and the next image is HDR again', async () => {
      const page = await open(1, {}, '?range=SDR');
      expect(await limit(page)).toBe('standard');
      await choice(page).getByRole('button', { name: 'HDR' }).click();
      await expect.poll(() => limit(page)).toBe('no-limit');
      expect(new URL(page.url()).searchParams.get('range')).toBeNull();
    });

    it('is the only kind with the choice and the badge', async () => {
      const page = await open(0);
      await expect.poll(() => isDrawn(page)).toBe(true);
      expect(await choice(page).count()).toBe(0);
      expect(await note(page).count()).toBe(0);
      expect(await badges(page)).toEqual([]);
    });
  });

  describe('on any other screen', () => {
    const here = useFakeConsole(SDR_SCREEN);
    beforeEach(() => {
      app = here;
      answerHdr();
    });

    it.each(LOOKS)(
      'says that it is shown as SDR at $width px, $theme',
      async ({ width, theme }) => {
        const page = await open(1, { width, theme });
        await expect.poll(() => isDrawn(page)).toBe(true);
        expect(await note(page).isVisible()).toBe(true);
        expect(await choice(page).count()).toBe(0);
        expect(await badges(page)).toEqual(['HDR', 'Display P3']);
        await expectNoOverflow(page);
        await expectAccessible(page);
        await shoot(page, `image-sdr-screen-${width}-${theme}`, true);
      },
    );

    it('says what its upload kept, and nothing of an upload of which nothing is known', async () => {
      const page = await open(1);
      const changes = page.getByRole('region', { name: 'Changes by the upload' });
      await expect
        .poll(() => changes.getByRole('listitem').allTextContents())
        .toEqual(['Kept HDR (gain map) · Display P3', 'Taken out EXIF']);
      await page.getByText('HDR; kept in jpg by hdr=true', { exact: true }).waitFor();
      const { imageId } = images[1] ?? {};
      const known = { lost: null, hasGainMap: false, hasWideGamut: null };
      app.service.answer('get-image', () => ({ body: { ...images[1], ...known } }));
      await page.goto(`${app.service.url}/console/images/${imageId}`);
      await page.getByRole('region', { name: 'Addresses' }).waitFor();
      expect(await changes.count()).toBe(0);
    });

    it.each(LOOKS)('has its mark in the gallery at $width px, $theme', async ({ width, theme }) => {
      for (const [view, query] of [['grid', ''] as const, ['list', '?view=list'] as const]) {
        const page = await app.openScreen(`/console/images${query}`, 'Images', { width, theme });
        const marked = page.getByRole('gridcell').filter({ hasText: /^HDR|HDR$/m });
        await expect.poll(() => page.locator('.thumb img').count()).toBe(6);
        await expect.poll(() => page.locator('.mark').count()).toBe(1);
        await marked.getByText('autumn-hero-dunes.jpg').waitFor();
        await expectNoOverflow(page);
        await expectAccessible(page);
        await shoot(page, `gallery-hdr-${view}-${width}-${theme}`);
        if (view === 'grid') await page.context().close();
      }
    });
  });
});
