import { readdirSync } from 'node:fs';
import type { Page, Request } from 'playwright-core';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../support/http/client.ts';
import {
  expectAccessible,
  expectNoOverflow,
  openPage,
  type PageOptions,
  shoot,
} from '../support/console-page.ts';
import { answerImages, exampleThumbnail } from '../support/example-images.ts';
import { type FakeConsole, hasBrowser, LOOKS, useFakeConsole } from '../support/fake-console.ts';
import type { FakeService } from '../support/fake-service.ts';
import { openLocalConsole } from '../support/local-console.ts';
import { takeOver } from '../support/local-sign-in.ts';

let app: FakeConsole;
let service: FakeService;

const tiles = (page: Page) => page.locator('.thumb img');
const isDrawn = (all: (SVGElement | HTMLElement)[]) =>
  all.every((one) => (one as HTMLImageElement).naturalWidth > 0);
const isThumbnail = (url: string) =>
  /\/res\/img_\w+\.webp\?width=480&height=640&\S+&expires=\d+&signature=/.test(url);
/** The requests for images from now on. */
function watchImages(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/res/')) requests.push(request);
  });
  return requests;
}

describe.skipIf(!hasBrowser)('the thumbnails of a gallery', () => {
  app = useFakeConsole();
  beforeEach(() => {
    ({ service } = app);
  });
  const openGallery = (options: PageOptions = {}) =>
    app.openScreen('/console/images', 'Images', options);
  /** Answers images with this status, and keeps the addresses that were asked for. */
  const serveImages = async (statusOf: (url: string) => number) => {
    const picture = await sharp('console/pictures/ribbons.webp').resize(480).webp().toBuffer();
    const asked: string[] = [];
    service.serve('/res/', ({ url = '' }, response) => {
      asked.push(url);
      const status = statusOf(url);
      response.writeHead(status, { 'Content-Type': 'image/webp', 'Cache-Control': 'no-store' });
      response.end(status === 200 ? picture : '');
    });
    return asked;
  };

  it.each(LOOKS)(
    'show “Preview is being made” while one is made, at $width px, $theme',
    async ({ width, theme }) => {
      const all = answerImages(service, 6);
      const waiting = all[1]?.imageId ?? '';
      await serveImages((url) => (url.includes(waiting) ? 503 : 200));
      const page = await openGallery({ width, theme });
      await page.getByText('Preview is being made').waitFor();
      await expectNoOverflow(page);
      await expectAccessible(page);
      await shoot(page, `gallery-thumbnail-awaited-${width}-${theme}`);
    },
  );

  it('are requested again where an address ended, each image once and without a message (quotas.thumbnails)', async () => {
    const all = answerImages(service, 5);
    for (const image of all) image.thumbnailUrl = exampleThumbnail(service.url, image.imageId, 1);
    service.answer('get-image', ({ imageId }: { imageId: string }) => ({
      body: { ...all[0], imageId, thumbnailUrl: exampleThumbnail(service.url, imageId) },
    }));
    const asked = await serveImages((url) => (url.includes('expires=1&') ? 410 : 200));
    const page = await openGallery();
    await tiles(page).nth(4).waitFor();
    await expect.poll(() => tiles(page).evaluateAll(isDrawn)).toBe(true);
    expect(asked.filter((url) => !isThumbnail(url) || url.includes('expires=1&'))).toEqual([]);
    expect(service.calls.filter(({ name }) => name === 'get-image')).toHaveLength(5);
    expect(await page.getByText('Preview is being made').count()).toBe(0);
  });

  it('are tried three times in all, and never replaced by an original (quotas.thumbnails)', async () => {
    const all = answerImages(service, 1);
    service.answer('get-image', () => ({ body: { ...all[0] } }));
    const asked = await serveImages(() => 503);
    const page = await openGallery();
    await page.locator('.thumb-none').waitFor();
    await expect.poll(() => asked.length, { timeout: 60_000 }).toBe(3);
    await expect.poll(() => page.getByText('Preview is being made').count()).toBe(0);
    expect(asked.every(isThumbnail)).toBe(true);
    expect(await page.locator('.thumb-none').textContent()).toBe(all[0]?.originalFilename);
  });
});

const PHOTOGRAPHS = 50;
const MAX_BYTES = 30_000;

describe.skipIf(!hasBrowser)('the thumbnails of a local service', () => {
  it('fifty photographs cost no transformation, no original and at most 30 KB each (quotas.thumbnails)', async () => {
    const local = await openLocalConsole();
    try {
      const { service: started, browser } = local;
      const client = createClient(started);
      const pictures = readdirSync('console/pictures').filter((name) => name.endsWith('.webp'));
      let stored = 0;
      for (let at = 0; at < PHOTOGRAPHS; at += 1) {
        const picture = sharp(`console/pictures/${pictures[at % pictures.length]}`);
        const jpeg = await picture
          .resize({ width: 1600 })
          .modulate({ hue: at * 7 })
          .jpeg({ quality: 92 })
          .toBuffer();
        stored += jpeg.length;
        await client.store(jpeg);
      }
      const { page, faults } = await openPage(browser, { height: 4_000 });
      const requests = watchImages(page);
      await takeOver(page, started.baseUrl);
      await expect.poll(() => tiles(page).count()).toBe(PHOTOGRAPHS);
      await expect.poll(() => tiles(page).evaluateAll(isDrawn), { timeout: 120_000 }).toBe(true);
      expect(requests).toHaveLength(PHOTOGRAPHS);
      expect(requests.filter((one) => !isThumbnail(one.url()))).toEqual([]);
      const sizes = await Promise.all(
        requests.map(async (one) => (await one.sizes()).responseBodySize),
      );
      const sent = sizes.reduce((sum, bytes) => sum + bytes, 0);
      console.log(`${PHOTOGRAPHS} thumbnails: ${sent} bytes, of ${stored} of originals`);
      expect(sent).toBeLessThan(PHOTOGRAPHS * MAX_BYTES);
      expect(sent * 10).toBeLessThan(stored);
      const { json } = await client.call('get-usage', {});
      expect(json.transformations.used).toBe(0);
      await shoot(page, 'local-thumbnails-1440-light');
      expect(faults).toEqual([]);
    } finally {
      await local.close();
    }
  });
});
