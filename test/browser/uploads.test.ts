import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createExampleBackEnd } from '../../examples/example-back-end.ts';
import { credentials } from '../support/e2e/service-under-test.ts';
import { lacks } from '../support/needs/needs.ts';
import { openBrowser, recordProgress, slowDown } from './support/open-browser.ts';

const SCREENSHOTS = '.build/browser';

const UPLOADERS = [
  { name: 'imagewell-client', path: 'plain.html' },
  { name: 'Uppy', path: 'uppy.html' },
  { name: 'FilePond', path: 'filepond.html' },
];

let server: Server;
let browser: Browser;
let page: Page;
let port: number;

/** Pixels of chance, which no format makes small: about three bytes each as PNG. */
function drawNoise(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const create = { width, height, channels: 3 as const, background: 'black', noise };
  return sharp({ create }).png({ compressionLevel: 0 }).toBuffer();
}

const choose = (name: string, mimeType: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
const status = () => page.locator('#status').innerText();
const statusMatches = (pattern: RegExp) => expect.poll(status).toMatch(pattern);
const open = async (path: string, host = 'localhost') => {
  // the status is in the page before its script has read the settings
  await page.goto(`http://${host}:${port}/${path}`, { waitUntil: 'networkidle' });
  if (path === 'filepond.html')
    await page.locator('.filepond--browser').waitFor({ state: 'attached' });
  await statusMatches(/^Choose an image\.$/);
};
const seen = (): Promise<number[]> =>
  page.evaluate(() => (window as unknown as { seen: number[] }).seen);

describe.skipIf(lacks('chromium'))('in a browser', () => {
  beforeAll(async () => {
    server = await createExampleBackEnd(credentials);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    port = (server.address() as AddressInfo).port;
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    server.close();
  });
  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 800, height: 900 } });
    await recordProgress(page);
  });
  afterEach(() => page.close());

  describe.each(UPLOADERS)('$name', ({ path }) => {
    it('uploads with progress; the back end saves; the page shows the width that it needs', async () => {
      await open(path);
      await choose('Füße.png', 'image/png', await drawNoise(1300, 1100));
      await statusMatches(/^Saved as img_[a-z2-7]{26}, 1300 × 1100 pixels\.$/);
      expect((await seen()).at(-1)).toBe(1);
      const image = page.locator('#image');
      await expect
        .poll(() =>
          image.evaluate((entry: HTMLImageElement) => entry.complete && entry.naturalWidth),
        )
        .toBeGreaterThan(0);
      const shown = await image.evaluate((entry: HTMLImageElement) => entry.currentSrc);
      expect(shown).toMatch(/\/res\/img_[a-z2-7]{26}\.webp\?width=960$/);
      await page.screenshot({ path: `${SCREENSHOTS}/${path}.png` });
    });

    it('shows how much is sent, and ends when it is cancelled', async () => {
      await open(path);
      await slowDown(page, 400_000);
      await choose('slow.png', 'image/png', await drawNoise(1200, 1000));
      await expect.poll(async () => Math.max(0, ...(await seen()))).toBeGreaterThan(0.05);
      const ended = page.waitForEvent('requestfailed', (entry) => entry.method() === 'POST');
      // by the keyboard: a list of files that grows moves the button away from a pointer
      await page.locator('#cancel').press('Enter');
      await statusMatches(/^Cancelled\.$/);
      expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
      expect(Math.max(...(await seen()))).toBeLessThan(1);
    });

    it('can only say that no answer came where the origin is refused (origins.refused)', async () => {
      await open(path, '127.0.0.1');
      await choose('small.png', 'image/png', await drawNoise(10, 10));
      await statusMatches(
        /^It was not uploaded: (No response from .* http:\/\/127\.0\.0\.1:\d+ is not an allowed origin of the project|.*[Nn]etwork error|no answer came|Failed to fetch)/,
      );
    });

    it('shows the service’s reason for the refusal of a file (errors.problem-body, uploads.full-decode)', async () => {
      await open(path);
      await choose('letter.jpg', 'image/jpeg', Buffer.from('Dear reader, this is no image.'));
      await statusMatches(
        /^It was not (uploaded|saved): The Content-Type is image\/jpeg, but the bytes are of no accepted type\.$/,
      );
      await page.screenshot({ path: `${SCREENSHOTS}/${path}-refused.png` });
    });
  });

  it.each(UPLOADERS)(
    '$name sends an image of 12 MB straight to the storage (uploads.direct-result)',
    async ({ path }) => {
      await open(path);
      const bytes = await drawNoise(2200, 1800);
      expect(bytes.length).toBeGreaterThan(11_000_000);
      await choose('large.png', 'image/png', bytes);
      await statusMatches(/^Saved as img_[a-z2-7]{26}, 2200 × 1800 pixels\.$/);
    },
  );
});
