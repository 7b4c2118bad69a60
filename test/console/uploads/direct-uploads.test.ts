import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chooseFiles, openPage, recordRefusals, shoot } from '../support/console-page.ts';
import { answerDirectUploads, type FakeStorage } from '../support/direct-service.ts';
import { answerImages, answerUploads } from '../support/example-images.ts';
import { type FakeConsole, hasBrowser, useFakeConsole } from '../support/fake-console.ts';
import type { FakeService } from '../support/fake-service.ts';
import { keptUploads } from '../support/kept-uploads.ts';
import { openLocalConsole } from '../support/local-console.ts';
import { takeOver } from '../support/local-sign-in.ts';

const saved = (page: Page) => page.getByText('Saved', { exact: true });
const choose = (page: Page, name: string, buffer: Buffer) =>
  chooseFiles(page, { name, mimeType: 'image/jpeg', buffer });

describe.skipIf(!hasBrowser)('a direct upload', () => {
  const app: FakeConsole = useFakeConsole();
  let service: FakeService;
  let storage: FakeStorage;
  let large: Buffer;
  beforeAll(async () => {
    const create = { width: 400, height: 300, channels: 3 as const, background: '#b5651d' };
    const picture = await sharp({ create }).jpeg().toBuffer();
    large = Buffer.concat([picture, Buffer.alloc(4_500_001 - picture.length)]);
  });
  beforeEach(() => {
    ({ service } = app);
    answerUploads(service, answerImages(service, 8));
    storage = answerDirectUploads(service);
  });

  const callsOf = (name: string) => service.calls.filter((call) => call.name === name);
  const asked = () => callsOf('get-project-upload').length;
  async function openGallery(): Promise<Page> {
    const page = await app.openScreen('/console/images', 'Images');
    await page.locator('.thumb img').nth(3).waitFor();
    return page;
  }

  it('is waited for by calls that answer 200, and leaves the browser’s console empty (uploads.direct-state)', async () => {
    storage.next.push({ state: 'pending' }, { state: 'pending' });
    const page = await openGallery();
    const refusals = recordRefusals(page);
    await choose(page, 'large.jpg', large);
    await saved(page).waitFor();
    expect(refusals).toEqual([]);
    expect(asked()).toBe(3);
    const { temporaryImageUrl } = storage;
    expect(callsOf('get-project-upload').at(-1)?.request).toMatchObject({ temporaryImageUrl });
    expect(callsOf('save-temporary-image')).toHaveLength(1);
  });

  it('continues if its page was closed during its check, and sends no byte again', async () => {
    storage.state = { state: 'pending' };
    const page = await openGallery();
    await choose(page, 'large.jpg', large);
    await page.getByText('Being checked', { exact: true }).waitFor();
    await expect.poll(() => keptUploads(page)).toEqual([storage.temporaryImageUrl]);
    await page.reload();
    await page.getByText('Being checked', { exact: true }).waitFor();
    await shoot(page, 'uploads-direct-resumed-1440-light');
    storage.state = { state: 'temporary' };
    await saved(page).waitFor();
    expect(storage.stored).toHaveLength(1);
    expect(callsOf('create-project-upload')).toHaveLength(1);
  });

  it('that ended while its page was closed is sent again from the kept file', async () => {
    storage.state = { state: 'pending' };
    const page = await openGallery();
    await choose(page, 'large.jpg', large);
    await expect.poll(() => keptUploads(page)).toEqual([storage.temporaryImageUrl]);
    await page.goto(`${service.url}/console/settings.json`); // the same origin, without the console
    const before = asked();
    storage.next.push({ state: 'expired' });
    storage.state = { state: 'temporary' };
    await page.goto(`${service.url}/console/images`);
    await saved(page).waitFor();
    expect(asked() - before).toBe(2);
    expect(storage.stored).toHaveLength(2);
  });

  it('that is refused says why, and is asked for no more', async () => {
    storage.state = { state: 'refused', reason: 'invalid_image', detail: 'The file is cut off.' };
    const page = await openGallery();
    const refusals = recordRefusals(page);
    await choose(page, 'large.jpg', large);
    await page.getByText('Not taken', { exact: true }).waitFor();
    await page.getByText('The file is cut off. (temporary_image_refused)').waitFor();
    expect([asked(), callsOf('save-temporary-image'), refusals]).toEqual([1, [], []]);
  });

  it('that is cancelled while it is checked is asked for no more', async () => {
    storage.state = { state: 'pending' };
    const page = await openGallery();
    await choose(page, 'large.jpg', large);
    await expect.poll(asked).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Cancel large.jpg' }).click();
    await page.getByText('Stopped', { exact: true }).waitFor();
    const before = asked();
    // the next upload asks for its own state alone
    storage.state = { state: 'temporary' };
    await choose(page, 'other.jpg', large);
    await saved(page).waitFor();
    expect(asked() - before).toBeLessThanOrEqual(2); // one may have been on its way
    expect(callsOf('save-temporary-image')).toHaveLength(1);
  });
});

describe.skipIf(!hasBrowser)('a direct upload to a local service', () => {
  it('leaves the browser’s console empty, and has no answer of 400 and above (uploads.direct-state)', async () => {
    const [width, height] = [1600, 1200];
    const image = await sharp(randomBytes(width * height * 3), {
      raw: { width, height, channels: 3 },
    })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer();
    expect(image.length).toBeGreaterThan(4_500_000);
    const local = await openLocalConsole();
    try {
      const { page, faults } = await openPage(local.browser);
      await takeOver(page, local.service.baseUrl);
      await page.getByText('No images yet').waitFor();
      const refusals = recordRefusals(page);
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/get-project-upload')) asked.push(request.url());
      });
      await choose(page, 'noise.jpg', image);
      await saved(page).waitFor();
      await page.locator('.thumb img').first().waitFor();
      expect(asked.length).toBeGreaterThan(0);
      expect([refusals, faults]).toEqual([[], []]);
      await shoot(page, 'uploads-direct-local-1440-light');
    } finally {
      await local.close();
    }
  });
});
