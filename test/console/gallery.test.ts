import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  chooseFiles,
  expectAccessible,
  expectNoOverflow,
  type PageOptions,
  shoot,
} from './support/console-page.ts';
import { answerExamples } from './support/example-answers.ts';
import {
  answerImages,
  answerUploads,
  type ExampleImage,
  exampleReview,
} from './support/example-images.ts';
import { type FakeConsole, hasBrowser, LOOKS, useFakeConsole } from './support/fake-console.ts';
import type { FakeService } from './support/fake-service.ts';
import { keptUploads } from './support/kept-uploads.ts';

let app: FakeConsole;
let service: FakeService;
let picture: Buffer;

const openGallery = (query = '', options: PageOptions = {}) =>
  app.openScreen(`/console/images${query}`, 'Images', options);

const tiles = (page: Page) => page.locator('.thumb img');
const images = (count: number): ExampleImage[] => answerImages(service, count);
const file = (name: string, mimeType = 'image/jpeg') => ({ name, mimeType, buffer: picture });

describe.skipIf(!hasBrowser)('the gallery', () => {
  app = useFakeConsole();
  beforeAll(async () => {
    const create = { width: 400, height: 300, channels: 3 as const, background: '#b5651d' };
    picture = await sharp({ create }).jpeg().toBuffer();
  });
  beforeEach(() => {
    ({ service } = app);
  });

  describe.each(LOOKS)('at $width px, $theme', ({ width, theme }) => {
    const look = `${width}-${theme}`;

    it('shows the images, a choice of them, and the list', async () => {
      images(41);
      const page = await openGallery('', { width, theme });
      await tiles(page).nth(3).waitFor();
      await expectNoOverflow(page);
      await expectAccessible(page);
      await shoot(page, `gallery-${look}`);
      await page.locator('.card').first().hover();
      for (const at of [0, 1, 2]) await page.getByRole('checkbox').nth(at).click();
      await page.getByRole('toolbar', { name: 'Selected images' }).waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `gallery-chosen-${look}`);
      await page.getByRole('button', { name: 'Clear the selection' }).click();
      await page.getByRole('button', { name: 'List' }).click();
      await page.locator('.rows.list').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `gallery-list-${look}`);
    });

    it('shows the images that wait for a decision, approves one and rejects another (moderation.preview)', async () => {
      for (const [at, one] of images(9).entries()) {
        if (at % 2 === 0) one.review = exampleReview(one.imageUrl);
      }
      const page = await openGallery('?review=pending', { width, theme });
      const cards = page.locator('.card:not(.ghost)');
      await tiles(page).nth(4).waitFor();
      expect(await cards.count()).toBe(5);
      expect(await tiles(page).first().getAttribute('src')).toContain('signature=');
      await cards.first().hover();
      await page.getByRole('checkbox').first().click();
      await page.getByRole('toolbar', { name: 'Selected images' }).waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `gallery-review-${look}`);
      await page.getByRole('button', { name: 'Approve' }).click();
      await expect.poll(() => cards.count()).toBe(4);
      await cards.first().hover();
      await page.getByRole('checkbox').first().click();
      await page.getByRole('button', { name: 'Reject…' }).click();
      await page.getByText('Delete this image?').waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Delete 1 image', exact: true }).click();
      await expect.poll(() => cards.count()).toBe(3);
      const sent = service.calls.filter(({ name }) => name === 'review-image');
      expect(sent.map(({ request }) => (request as { decision: string }).decision)).toEqual([
        'approve',
        'reject',
      ]);
      await page.getByRole('combobox', { name: 'In review' }).selectOption('');
      await expect.poll(() => cards.count()).toBe(8);
    });

    it('shows each state: empty, loading, failing, no match', async () => {
      images(0);
      let page = await openGallery('', { width, theme });
      await page.getByText('No images yet').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `gallery-empty-${look}`);
      await page.context().close();

      service.answer('list-images', () => ({ body: {}, delayMs: 4_000 }));
      page = await openGallery('', { width, theme });
      await page.locator('.ghost').first().waitFor();
      await expectAccessible(page);
      await shoot(page, `gallery-loading-${look}`);
      await page.context().close();

      service.answer('list-images', () => ({
        status: 503,
        headers: { 'Retry-After': '100' },
        body: {
          code: 'busy',
          title: 'Busy',
          status: 503,
          detail: 'The service is busy.',
          requestId: 'req_7hq2m4zc',
        },
      }));
      page = await openGallery('', { width, theme });
      await page.getByText('The images didn’t load.').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `gallery-fault-${look}`);
      await page.context().close();

      images(41);
      page = await openGallery('?pair=category%3Dhomwear', { width, theme });
      await page.getByText('No image has category = homwear.').waitFor();
      await page.getByRole('button', { name: 'category=homeware' }).waitFor();
      await expectAccessible(page);
      await shoot(page, `gallery-no-match-${look}`);
    });

    it('shows uploads in the tray: under way, saved, not taken', async () => {
      const answers = Promise.withResolvers<void>();
      answerUploads(service, images(20), answers.promise);
      const page = await openGallery('', { width, theme });
      await tiles(page).nth(3).waitFor();
      const names = [
        'lamp-globe-detail.jpg',
        'autumn-wide.jpg',
        'sheet.jpg',
        'citrus.jpg',
        'e.jpg',
      ];
      await chooseFiles(
        page,
        ...names.map((name) => file(name)),
        file('IMG_2291.TIF', 'image/tiff'),
      );
      await page.getByRole('region', { name: 'Uploads' }).waitFor();
      if (width < 768) await page.getByRole('button', { name: /Show or hide/ }).click();
      await page.getByText('TIF isn’t accepted here.').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `gallery-uploads-${look}`);
      answers.resolve();
      await expect.poll(() => page.getByText('Saved', { exact: true }).count()).toBe(5);
      await shoot(page, `gallery-uploaded-${look}`);
      await expect.poll(() => page.getByTitle('lamp-globe-detail.jpg').count()).toBeGreaterThan(1);
    });
  });

  it('keeps its buttons for uploads where the list turns out empty, with the focus and the file', async () => {
    const all = images(0);
    answerUploads(service, all);
    const read = Promise.withResolvers<void>();
    service.answer('list-images', () => ({
      after: read.promise,
      body: { images: all, cursor: null },
    }));
    const page = await openGallery();
    const upload = page.getByRole('button', { name: 'Upload images' });
    const asked = page.waitForEvent('filechooser');
    await upload.click(); // a key is too quick for the listener of the chooser
    const chooser = await asked;
    read.resolve();
    await page.getByText('No images yet').waitFor();
    expect(await upload.count()).toBe(1);
    expect(await upload.evaluate((button) => button === document.activeElement)).toBe(true);
    await chooser.setFiles([file('first.jpg')]);
    await page.getByText('Saved', { exact: true }).waitFor();
    await expect.poll(() => page.getByText('No images yet').count()).toBe(0);
    expect(await upload.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('scrolls ten thousand images with few of them drawn, and reads each page once', async () => {
    const all = images(10_000);
    const page = await openGallery();
    await tiles(page).nth(3).waitFor();
    const lists = () => service.calls.filter(({ name }) => name === 'list-images').length;
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const cards = () => page.locator('.card').count();
    const nodes = () => page.evaluate(() => document.querySelectorAll('main *').length);
    const atFirst = await nodes();
    // the first page holds 100: no more is read before one comes to its end
    expect(lists()).toBeLessThanOrEqual(2);
    expect(await height()).toBeGreaterThan(200_000);
    const most = { cards: 0, nodes: 0 };
    const look = async () => {
      most.cards = Math.max(most.cards, await cards());
      most.nodes = Math.max(most.nodes, await nodes());
    };
    for (let at = 0; at < 12; at += 1) {
      await page.mouse.wheel(0, 3_000);
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
      await look();
    }
    await expect.poll(() => page.locator('.card:not(.ghost)').count()).toBeGreaterThan(10);
    await shoot(page, 'gallery-10000-1440-light');
    // distant images are read page by page while the user waits there, and every page once
    for (const part of [0.25, 0.5, 0.75, 1]) {
      await page.evaluate(
        (to) => scrollTo(0, document.documentElement.scrollHeight * to - innerHeight),
        part,
      );
      const wanted = Math.floor(part * 100) - 1;
      await expect.poll(lists).toBeGreaterThanOrEqual(wanted);
      await expect.poll(() => page.locator('.ghost').count()).toBe(0);
      await look();
    }
    expect(lists()).toBe(100);
    const cursors = service.calls
      .filter(({ name }) => name === 'list-images')
      .map(({ request }) => (request as { cursor?: string }).cursor ?? '0');
    expect(new Set(cursors).size).toBe(100);
    const last = all.at(-1)?.originalFilename ?? '';
    await page.getByText(last, { exact: true }).first().waitFor();
    expect(most.cards).toBeLessThan(80);
    // a hundred times the images are no more of a page
    expect(most.nodes).toBeLessThan(atFirst * 2);
    // back at the top, nothing is read again
    await page.evaluate(() => scrollTo(0, 0));
    await page
      .getByText(all[0]?.originalFilename ?? '', { exact: true })
      .first()
      .waitFor();
    expect(lists()).toBe(100);
    console.info(`ten thousand images: at most ${most.cards} tiles and ${most.nodes} elements`);
    await expectAccessible(page);
  });

  it('finds words and a pair by the service, and reads no image that it does not show', async () => {
    images(500);
    const page = await openGallery();
    await tiles(page).nth(3).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('moon bay 7');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.card:not(.ghost)').count()).toBe(11);
    const lists = () => service.calls.filter(({ name }) => name === 'list-images');
    expect(lists().at(-1)?.request).toMatchObject({ search: 'moon* bay* 7*' });
    // one for the whole gallery, and one for the words
    expect(lists().length).toBe(2);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByText('500 images, newest first').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('season=autumn 2026');
    await page.keyboard.press('Enter');
    await page.getByText('100 of 500 match this condition').waitFor();
    expect(new URL(page.url()).searchParams.get('pair')).toBe('season=autumn 2026');
    await expectAccessible(page);
    await page.keyboard.press('Backspace');
    await page.getByText('500 images, newest first').waitFor();
    await page.keyboard.type('home');
    await page.getByRole('option', { name: 'category homeware' }).click();
    await page.getByText('100 or more of 500 match this condition').waitFor();
  });

  it('is one stop of the Tab key; arrows move, Space chooses, Shift extends, Delete asks', async () => {
    const all = images(41);
    const page = await openGallery();
    await tiles(page).nth(3).waitFor();
    await page.locator('[data-index="0"]').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    const active = () => page.evaluate(() => document.activeElement?.getAttribute('data-index'));
    await expect.poll(active).toBe('6');
    await expect.poll(() => page.locator('[role=grid] [tabindex="0"]').count()).toBe(1);
    await page.keyboard.press(' ');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText('3 selected').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByText('selected').count()).toBe(0);
    await page.keyboard.press('Delete');
    await page.getByRole('dialog', { name: 'Delete this image?' }).waitFor();
    await expectAccessible(page);
    await shoot(page, 'gallery-delete-1440-light');
    const gone = all[8]?.imageId;
    await page.getByRole('button', { name: 'Delete 1 image', exact: true }).click();
    await page.getByText('1 image deleted.').waitFor();
    expect(all.some(({ imageId }) => imageId === gone)).toBe(false);
    await page.getByText('40 images').waitFor();
  });

  it('chooses a range by Shift, copies addresses, and changes metadata', async () => {
    const all = images(41);
    const page = await openGallery();
    await tiles(page).nth(3).waitFor();
    await page.locator('.card').first().hover();
    await page.getByRole('checkbox').nth(0).click();
    await page
      .getByRole('checkbox')
      .nth(3)
      .click({ modifiers: ['Shift'] });
    await page.getByText('4 selected').waitFor();
    await page.getByRole('button', { name: 'Copy addresses' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.split('\n')).toEqual(all.slice(0, 4).map(({ imageUrl }) => imageUrl));
    await page.getByRole('button', { name: 'Edit metadata…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Metadata of 4 images' });
    await dialog.getByLabel('Key', { exact: true }).fill('Product ID');
    await dialog.getByRole('button', { name: 'Use product_id' }).click();
    await dialog.getByLabel('Value').fill('4711');
    await dialog.getByRole('button', { name: 'Remove category' }).click();
    await expectAccessible(page);
    await shoot(page, 'gallery-metadata-1440-light');
    await dialog.getByRole('button', { name: 'Save to 4 images' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(all[1]?.metadata).toEqual({ product_id: '4711' });
  });

  it('continues uploads after a reload', async () => {
    const all = images(5);
    const answers = Promise.withResolvers<void>();
    answerUploads(service, all, answers.promise);
    const page = await openGallery();
    await tiles(page).nth(3).waitFor();
    await chooseFiles(page, ...[1, 2, 3, 4, 5, 6].map((at) => file(`holiday-${at}.jpg`)));
    await page.getByText('Uploading 1 of 6').waitFor();
    await expect.poll(async () => (await keptUploads(page)).length).toBe(6);
    answerUploads(service, all);
    await page.reload();
    answers.resolve();
    await expect.poll(() => page.getByText('Saved', { exact: true }).count()).toBe(6);
    expect(all.filter((one) => one.originalFilename?.startsWith('holiday-'))).toHaveLength(6);
  });

  it('cancels, stops for the network, and retries without a click', async () => {
    const answers = Promise.withResolvers<void>();
    answerUploads(service, images(5), answers.promise);
    const page = await openGallery();
    await tiles(page).nth(3).waitFor();
    await chooseFiles(page, file('one.jpg'), file('two.jpg'));
    await page.getByRole('button', { name: 'Cancel one.jpg' }).click();
    await page.getByText('Stopped', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Dismiss one.jpg' }).click();
    await expect.poll(() => page.getByTitle('one.jpg').count()).toBe(0);
    await page.context().setOffline(true);
    await page.getByText('You are offline.').first().waitFor();
    answers.resolve();
    await page.getByText('Stopped', { exact: true }).waitFor();
    await page.context().setOffline(false);
    await page.getByText('Saved', { exact: true }).waitFor();
  });

  it('takes a paste and a drop, and tells how many are over it', async () => {
    answerUploads(service, images(41));
    const page = await openGallery();
    await tiles(page).nth(3).waitFor();
    const bytes = [...picture];
    await page.evaluate((sent) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(sent)], 'dropped.jpg', { type: 'image/jpeg' }));
      Object.assign(window, { transfer });
      dispatchEvent(new DragEvent('dragenter', { dataTransfer: transfer, bubbles: true }));
    }, bytes);
    await page.getByText('Drop 1 image into Web shop').waitFor();
    await page.getByText('9 places left on the Free plan.').waitFor();
    await expectAccessible(page);
    await shoot(page, 'gallery-drop-1440-light');
    await page.evaluate(() => {
      const { transfer: dataTransfer } = window as unknown as { transfer: DataTransfer };
      dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.evaluate((sent) => {
      const clipboardData = new DataTransfer();
      const pasted = new File([new Uint8Array(sent)], 'image.jpeg', { type: 'image/jpeg' });
      clipboardData.items.add(pasted);
      dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, bytes);
    await expect.poll(() => page.getByText('Saved', { exact: true }).count()).toBe(2);
  });

  it('offers a viewer neither uploads nor deletions', async () => {
    answerExamples(service, { role: 'viewer' });
    images(41);
    const page = await openGallery();
    await tiles(page).nth(3).waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: /Upload|Take a photo/ }).count())
      .toBe(0);
    await page.locator('.card').first().hover();
    await page.getByRole('checkbox').first().click();
    await page.getByRole('button', { name: 'Copy addresses' }).waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: /Delete|Edit metadata/ }).count())
      .toBe(0);
  });

  it('asks to sign in again where the session ended, and keeps the chosen files', async () => {
    images(41);
    service.tokenSeconds = 62;
    const page = await openGallery();
    await tiles(page).nth(3).waitFor();
    await page.locator('.card').first().hover();
    await page.getByRole('checkbox').first().click();
    service.isSignedIn = false;
    // the console renews a token in the last minute of its life
    await page.clock.setFixedTime(Date.now() + (service.tokenSeconds - 59) * 1000);
    await page.getByRole('button', { name: 'Delete 1 image…' }).click();
    await page.getByRole('button', { name: 'Delete 1 image', exact: true }).click();
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await expectAccessible(page);
    await shoot(page, 'session-ended-1440-light');
    service.tokenSeconds = 3_600;
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await expect.poll(() => page.getByRole('dialog', { name: 'Your session' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Delete 1 image', exact: true }).click();
    await page.getByText('1 image deleted.').waitFor();
  });
});
