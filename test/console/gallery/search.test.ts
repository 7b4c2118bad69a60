import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chooseFiles, expectAccessible, expectNoOverflow, shoot } from '../support/console-page.ts';
import { answerImages, answerUploads, exampleImage } from '../support/example-images.ts';
import { type FakeConsole, hasBrowser, LOOKS, useFakeConsole } from '../support/fake-console.ts';
import type { FakeService } from '../support/fake-service.ts';

let app: FakeConsole;
let service: FakeService;
let picture: Buffer;

describe.skipIf(!hasBrowser)('a search in the gallery', () => {
  app = useFakeConsole();
  beforeAll(async () => {
    const create = { width: 40, height: 30, channels: 3 as const, background: '#b5651d' };
    picture = await sharp({ create }).jpeg().toBuffer();
  });
  beforeEach(() => {
    ({ service } = app);
  });

  it.each(LOOKS)(
    'says at $width px, $theme, that not all were searched, and continues',
    async ({ width, theme }) => {
      answerImages(service, 41);
      let searched = 0;
      service.answer('list-images', ({ search }: { search?: string }) => {
        if (search === undefined) return { body: { images: [], cursor: null } };
        searched += 1;
        const images = searched > 5 ? [exampleImage(service.url, 3)] : [];
        return { body: { images, cursor: searched > 5 ? null : `c${searched}` } };
      });
      const page = await app.openScreen('/console/images?name=citrus', 'Images', { width, theme });
      const more = page.getByRole('button', { name: 'Search on' });
      await more.waitFor();
      await expect.poll(() => searched).toBe(5);
      await page.getByText('None so far').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `gallery-search-${width}-${theme}`);
      await more.click();
      await expect.poll(() => page.locator('.card:not(.ghost)').count()).toBe(1);
      expect(await more.count()).toBe(0);
    },
  );

  it('marks an upload whose bytes an image has already', async () => {
    const images = answerImages(service, 3);
    answerUploads(service, images);
    service.answer('list-images', ({ sha256 }: { sha256?: string }) => ({
      body: { images: sha256 === undefined ? images : images.slice(1, 3), cursor: null },
    }));
    const page = await app.openScreen('/console/images', 'Images', {});
    await chooseFiles(page, { name: 'again.jpg', mimeType: 'image/jpeg', buffer: picture });
    await page.getByText(/same as/).waitFor();
    const asked = service.calls.filter(({ name }) => name === 'list-images');
    expect(asked.at(-1)?.request).toMatchObject({ sha256: expect.any(String), limit: 2 });
    await expectAccessible(page);
    await shoot(page, 'upload-twin-1440-light');
  });
});
