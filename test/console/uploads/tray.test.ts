import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chooseFiles, expectAccessible, expectNoOverflow, shoot } from '../support/console-page.ts';
import { answerDirectUploads } from '../support/direct-service.ts';
import { answerImages, answerUploads, type ExampleImage } from '../support/example-images.ts';
import { BUSY } from '../support/example-team.ts';
import { type FakeConsole, hasBrowser, LOOKS, useFakeConsole } from '../support/fake-console.ts';
import type { FakeService } from '../support/fake-service.ts';
import { keptUploads } from '../support/kept-uploads.ts';

/** As the client has it: a larger file goes directly to the storage. */
const MAX_UPLOAD_BYTES = 4_500_000;
const MAX_DIRECT_UPLOAD_BYTES = 25_000_000;

let app: FakeConsole;
let service: FakeService;
let images: ExampleImage[];
let picture: Buffer;

/** A file of so many bytes; the fake service reads none of them. */
const file = (name: string, bytes = picture.length, mimeType = 'image/jpeg') => ({
  name,
  mimeType,
  buffer: Buffer.concat([picture, Buffer.alloc(Math.max(0, bytes - picture.length))], bytes),
});

const callsOf = (name: string) => service.calls.filter((call) => call.name === name);
const saved = (page: Page) => page.getByText('Saved', { exact: true });
const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

async function openGallery(options = {}): Promise<Page> {
  const page = await app.openScreen('/console/images', 'Images', options);
  await page.locator('.thumb img').nth(3).waitFor();
  return page;
}

describe.skipIf(!hasBrowser)('uploads', () => {
  app = useFakeConsole();
  beforeAll(async () => {
    const create = { width: 400, height: 300, channels: 3 as const, background: '#b5651d' };
    picture = await sharp({ create }).jpeg().toBuffer();
  });
  beforeEach(() => {
    ({ service } = app);
    images = answerImages(service, 8);
    answerUploads(service, images);
  });

  it('wait while the browser is offline, say so, and go on by themselves', async () => {
    const page = await openGallery();
    await page.context().setOffline(true);
    await page.getByText('You are offline.', { exact: true }).waitFor();
    await chooseFiles(page, file('one.jpg'), file('two.jpg'));
    await page.getByText('You are offline. Uploads wait.').waitFor();
    await expect
      .poll(() => rowOf(page, 'one.jpg').getByText('Waits', { exact: true }).count())
      .toBe(1);
    await expectAccessible(page);
    await shoot(page, 'uploads-offline-1440-light');
    expect(callsOf('upload-project-image')).toEqual([]);
    await page.context().setOffline(false);
    await expect.poll(() => saved(page).count()).toBe(2);
    expect(callsOf('upload-project-image')).toHaveLength(2);
    await expect.poll(() => page.getByText('You are offline').count()).toBe(0);
  });

  it.each(LOOKS)(
    'say at their end what viewers will miss at $width px, $theme (uploads.lost-parts)',
    async ({ width, theme }) => {
      const bytes = { sha256: 'f'.repeat(64) }; // of no other image
      service.answer('get-image', () => ({
        body: { ...images[3], ...bytes, imageId: images[0]?.imageId },
      }));
      const page = await openGallery({ width, theme });
      // the browser can't draw it
      const heic = {
        ...file('IMG_0042.heic'),
        mimeType: 'image/heic',
        buffer: Buffer.from('heic'),
      };
      await chooseFiles(page, heic);
      await expect.poll(() => saved(page).count()).toBe(width < 768 ? 0 : 1);
      if (width < 768) await page.getByRole('button', { name: 'Show or hide the uploads' }).click();
      const row = rowOf(page, 'IMG_0042.heic');
      await row
        .getByText('4 B · converted from HEIC · lost: animation, HDR (gain map)', { exact: true })
        .waitFor();
      await expect.poll(() => row.locator('.up-pic .i').isVisible()).toBe(true);
      expect(await row.locator('.up-pic img').isVisible()).toBe(false);
      await expectNoOverflow(page);
      await expectAccessible(page);
      await shoot(page, `uploads-lost-${width}-${theme}`);
    },
  );

  it('that the service was too busy for stop, and go on by Retry', async () => {
    const page = await openGallery();
    service.answer('upload-project-image', BUSY);
    await chooseFiles(page, file('one.jpg'));
    await page.getByText('Stopped', { exact: true }).waitFor();
    await rowOf(page, 'one.jpg').getByText('The service is busy. (busy)').waitFor();
    await expectAccessible(page);
    answerUploads(service, images);
    await page.getByRole('button', { name: 'Retry one.jpg' }).click();
    await saved(page).waitFor();
    expect(images[0]?.originalFilename).toBe('one.jpg');
  });

  it('are cancelled one by one and all together, and nothing of them is saved', async () => {
    const answers = Promise.withResolvers<void>();
    answerUploads(service, images, answers.promise);
    const page = await openGallery();
    await chooseFiles(page, ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => file(`${name}.jpg`)));
    await expect.poll(() => callsOf('upload-project-image').length).toBe(4);
    await page.getByRole('button', { name: 'Cancel a.jpg' }).click();
    // its place goes to the fifth
    await expect.poll(() => callsOf('upload-project-image').length).toBe(5);
    await rowOf(page, 'a.jpg')
      .getByText(/^You cancelled it at \d+ %\. Nothing was kept\.$/)
      .waitFor();
    await page.getByRole('button', { name: 'Cancel all' }).click();
    await page.getByText('6 stopped').waitFor();
    // one line for one reason
    await expect.poll(() => rowOf(page, 'a.jpg').count()).toBe(0);
    await page.getByText('You cancelled them. Nothing was kept.').waitFor();
    await expectAccessible(page);
    await shoot(page, 'uploads-cancelled-1440-light');
    answers.resolve();
    // behind whatever would still be sent of them
    await chooseFiles(page, file('g.jpg'));
    await saved(page).waitFor();
    expect(callsOf('save-temporary-image')).toHaveLength(1);
    expect(callsOf('upload-project-image')).toHaveLength(6);
    await page.getByRole('button', { name: 'Show files' }).click();
    await page.getByRole('button', { name: 'Try a.jpg again' }).click();
    await expect.poll(() => saved(page).count()).toBe(2);
    expect(callsOf('upload-project-image')).toHaveLength(7);
    await page.getByRole('button', { name: 'Retry all' }).click();
    await expect.poll(() => saved(page).count()).toBe(7);
    expect(callsOf('upload-project-image')).toHaveLength(12);
    await page.reload();
    await page.locator('.thumb img').nth(3).waitFor();
    await expect.poll(() => page.getByRole('region', { name: 'Uploads' }).count()).toBe(0);
  });

  it('with all bytes sent before a reload are only saved after it', async () => {
    const { promise: after, resolve } = Promise.withResolvers<void>();
    service.answer('save-temporary-image', () => ({ after, body: {} }));
    const page = await openGallery();
    await chooseFiles(page, file('one.jpg'));
    await page.getByText('Being saved', { exact: true }).waitFor();
    const [first] = callsOf('save-temporary-image');
    await expect.poll(() => keptUploads(page)).toEqual([expect.any(String)]);
    const before = callsOf('upload-project-image').length;
    service.answer('save-temporary-image', () => ({
      body: { message: 'image_saved', imageId: images[3]?.imageId, imageUrl: images[3]?.imageUrl },
    }));
    await page.reload();
    await saved(page).waitFor();
    expect(callsOf('upload-project-image')).toHaveLength(before);
    expect(callsOf('save-temporary-image').at(-1)?.request).toEqual(first?.request);
    resolve();
  });

  it('go the right way by size: as a temporary image to 4.5 MB, directly above', async () => {
    const { stored, temporaryImageUrl } = answerDirectUploads(service);
    const page = await openGallery();
    await chooseFiles(page, file('limit.jpg', MAX_UPLOAD_BYTES));
    await expect.poll(() => saved(page).count()).toBe(1);
    expect(callsOf('upload-project-image').map(({ request }) => request)).toEqual([
      { bytes: MAX_UPLOAD_BYTES },
    ]);
    await chooseFiles(page, file('above.jpg', MAX_UPLOAD_BYTES + 1));
    await rowOf(page, 'above.jpg').getByText('sent directly to storage').waitFor();
    await expect.poll(() => saved(page).count()).toBe(2);
    expect(callsOf('upload-project-image')).toHaveLength(1);
    expect(callsOf('create-project-upload').map(({ request }) => request)).toMatchObject([
      { bytes: MAX_UPLOAD_BYTES + 1, contentType: 'image/jpeg', originalFilename: 'above.jpg' },
    ]);
    expect(stored[0]).toBeGreaterThan(MAX_UPLOAD_BYTES);
    expect(callsOf('save-temporary-image').at(-1)?.request).toMatchObject({ temporaryImageUrl });
  });

  it('that can’t be taken say why and what to do, before or after they are sent', async () => {
    service.answer('upload-project-image', () => ({
      status: 422,
      body: {
        code: 'invalid_image',
        title: 'The image is not valid',
        status: 422,
        detail: 'The file is cut off after 20 bytes.',
      },
    }));
    const page = await openGallery();
    await chooseFiles(
      page,
      file('IMG_2291.HEIC', 20, ''),
      file('scan.pdf', 20, 'application/pdf'),
      file('scan.tif', 20, 'image/tiff'),
      file('nothing.png', 0, 'image/png'),
      file('poster.png', MAX_DIRECT_UPLOAD_BYTES + 1, 'image/png'),
      file('cut.jpg', 20),
    );
    const cures = {
      'IMG_2291.HEIC': 'The file is cut off after 20 bytes. (invalid_image)',
      'scan.pdf':
        'PDF isn’t accepted here. Save it as JPEG, PNG, WebP, GIF, AVIF, HEIC, SVG or BMP',
      'scan.tif': 'TIF isn’t accepted here.',
      'nothing.png': 'The file is empty. Choose it again.',
      'poster.png': 'The maximum is 25 MB. Save it smaller and add it again.',
      'cut.jpg': 'The file is cut off after 20 bytes. (invalid_image)',
    };
    for (const [name, cure] of Object.entries(cures)) {
      await rowOf(page, name).getByText(cure).waitFor();
      await expect
        .poll(() => rowOf(page, name).getByText('Not taken', { exact: true }).count())
        .toBe(1);
      // a file that can't be taken is not to be tried again
      await expect.poll(() => page.getByRole('button', { name: `Retry ${name}` }).count()).toBe(0);
    }
    expect(callsOf('upload-project-image')).toHaveLength(2);
    // a file that no browser can show has no broken preview
    await expect.poll(() => rowOf(page, 'cut.jpg').locator('img:visible').count()).toBe(0);
    await expectAccessible(page);
    await shoot(page, 'uploads-refused-1440-light');
    await page.reload();
    await page.locator('.thumb img').nth(3).waitFor();
    await expect.poll(() => page.getByRole('region', { name: 'Uploads' }).count()).toBe(0);
  });

  it('come from a dropped folder, however deep, with its images alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'imagewell-drop-'));
    try {
      await mkdir(join(folder, 'spring/2026'), { recursive: true });
      // a browser reads a folder by some hundred entries at a time
      const names = Array.from({ length: 120 }, (_, at) => `spring/${at}.jpg`);
      for (const name of [...names, 'cover.png', 'spring/2026/deep.webp']) {
        await writeFile(join(folder, name), picture);
      }
      await writeFile(join(folder, 'spring/notes.txt'), 'no image');
      answerUploads(service, answerImages(service, 60));
      const page = await openGallery();
      const session = await page.context().newCDPSession(page);
      const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
        session.send('Input.dispatchDragEvent', {
          type,
          x: 700,
          y: 500,
          data: { items: [], files: [folder], dragOperationsMask: 1 },
        });
      await drag('dragEnter');
      await drag('dragOver');
      await page.getByText(/^Drop 1 image into Web shop/).waitFor();
      await drag('drop');
      await page.getByText('122 images saved').waitFor();
      expect(callsOf('upload-project-image')).toHaveLength(122);
      await expect.poll(() => page.getByText('notes.txt').count()).toBe(0);
      // of a long queue the tray draws some rows
      expect(
        await page.getByRole('region', { name: 'Uploads' }).getByRole('listitem').count(),
      ).toBe(60);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('come from a chosen folder, with its images alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'imagewell-folder-'));
    try {
      await mkdir(join(folder, 'inner'));
      await writeFile(join(folder, 'inner/one.jpg'), picture);
      await writeFile(join(folder, 'two.jpg'), picture);
      await writeFile(join(folder, 'notes.txt'), 'no image');
      const page = await openGallery();
      await page.locator('input[webkitdirectory]').setInputFiles(folder);
      await expect.poll(() => saved(page).count()).toBe(2);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('come from the camera of a phone, by a button that only phones have', async () => {
    const page = await openGallery({ width: 360 });
    await page.getByRole('button', { name: 'Take a photo' }).first().waitFor();
    await expectNoOverflow(page);
    const camera = page.locator('input[capture]').first();
    await expect.poll(() => camera.getAttribute('capture')).toBe('environment');
    // the camera of a phone offers no choice by a list of types
    await expect.poll(() => camera.getAttribute('accept')).toBe('image/*');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Take a photo' }).first().click(),
    ]);
    expect(chooser.isMultiple()).toBe(false);
    await chooser.setFiles([file('photo.jpg')]);
    await page.getByText('1 image saved').waitFor();
    await page.context().close();
    const desk = await openGallery();
    await expect.poll(() => desk.getByRole('button', { name: 'Take a photo' }).count()).toBe(0);
  });
});
