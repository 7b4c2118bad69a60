import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { LOST_PART_NAMES } from '../../core/codecs/lost-part.ts';
import {
  expectAccessible,
  expectNoOverflow,
  type PageOptions,
  shoot,
} from './support/console-page.ts';
import { answerExamples } from './support/example-answers.ts';
import { answerExplanations } from './support/example-explanations.ts';
import { answerImages, type ExampleImage } from './support/example-images.ts';
import { type FakeConsole, hasBrowser, LOOKS, useFakeConsole } from './support/fake-console.ts';
import type { FakeService } from './support/fake-service.ts';

const THEMES = ['light', 'dark'] as const;
const LOST = 'animation · HDR (gain map) · colours beyond sRGB · unreadable colour profile';
const STEPS = ['marked', 'origin_closed', 'swept'];

let app: FakeConsole;
let service: FakeService;
let images: ExampleImage[];

describe.skipIf(!hasBrowser)('the page of an image', () => {
  app = useFakeConsole();
  beforeEach(() => {
    ({ service } = app);
    images = answerImages(service, 6);
    answerExplanations(service);
  });

  const open = (path: string) => app.open(path);

  it('saves metadata by one change, and deletes with a receipt', async () => {
    const id = images[0]?.imageId ?? '';
    service.answer('delete-image', () => ({ body: { message: 'image_marked_for_deletion' } }));
    service.answer('get-deletion-status', () => ({
      body: {
        imageId: id,
        state: 'deleted',
        keptUntil: null,
        steps: STEPS.map((step) => ({ step, at: '2026-11-22T14:02:11.080Z' })),
      },
    }));
    const page = await open(`/console/images/${id}`);
    await page.getByLabel('Key 1', { exact: true }).fill('Shelf-No');
    await page.getByRole('button', { name: 'Use shelf_no' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect
      .poll(() => service.calls.find(({ name }) => name === 'update-image-metadata')?.request)
      .toMatchObject({ add: { category: null, shelf_no: 'homeware' } });
    await page.getByRole('button', { name: 'Delete image…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete image' }).click();
    await page.getByText('origin_closed').waitFor();
    await expectAccessible(page);
  });

  it.each(LOOKS)(
    'says what its upload lost at $width px, $theme (uploads.lost-parts)',
    async ({ width, theme }) => {
      // a camera's name has no place for a break
      const originalFilename = 'PXL_20261122_090344217_UltraHDR.heic';
      const licenseUrl = `https://example.com/${'a'.repeat(60)}`;
      const credit = { creator: 'Ann Example', copyright: null, licenseUrl };
      const image = { ...images[2], originalFilename, lost: LOST_PART_NAMES, credit };
      service.answer('get-image', () => ({ body: image }));
      const page = await app.open(`/console/images/${image.imageId}`, { width, theme });
      const facts = page.getByRole('region', { name: 'Facts' });
      const isShown = async (label: string, text: string) => {
        await facts.getByText(label, { exact: true }).waitFor();
        await facts.getByText(text, { exact: true }).waitFor();
      };
      await isShown('Uploaded as', 'HEIC');
      await isShown('Colours', 'Beyond sRGB; kept in renditions by gamut=keep');
      await isShown('Credit', `Ann Example · ${licenseUrl}`);
      const changes = page.getByRole('region', { name: 'Changes by the upload' });
      await expect
        .poll(() => changes.getByRole('listitem').allTextContents())
        .toEqual([
          'Kept Display P3 · credit',
          `Lost ${LOST}`,
          'Taken out EXIF · location · IPTC · XMP · comments',
        ]);
      await page.getByRole('button', { name: 'Save changes' }).waitFor();
      const overflows = () =>
        page
          .locator('.panel form, .panel dl, .panel ul, .top')
          .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
      await expect.poll(overflows).toBe(0);
      await expectNoOverflow(page);
      await expectAccessible(page);
      await shoot(page, `image-lost-${width}-${theme}`, true);
    },
  );

  describe('where two users change the metadata of an image', () => {
    const updates = () =>
      service.calls
        .filter(({ name }) => name === 'update-image-metadata')
        .map(({ request }) => request);
    const openWith = async (metadata: Record<string, string>, options: PageOptions = {}) => {
      const image = images[0] as ExampleImage;
      image.metadata = metadata;
      const page = await app.open(`/console/images/${image.imageId}`, options);
      await page.getByLabel('Value of category').waitFor();
      return { page, image };
    };
    const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();

    it.each(THEMES)('shows both values, and saves the chosen one, %s', async (theme) => {
      const { page, image } = await openWith({ category: 'homeware', season: 'autumn' }, { theme });
      await page.getByLabel('Value of category').fill('vases');
      await page.getByLabel('Value of season').fill('winter');
      image.metadata = { category: 'pottery', season: 'autumn', shelf: '4' };
      await save(page);
      const clash = page.getByRole('group', { name: 'category' });
      await clash.waitFor();
      expect(updates()).toEqual([]);
      await expect
        .poll(() => clash.getByRole('radio', { name: 'Yours: vases' }).isChecked())
        .toBe(true);
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `image-clash-1440-${theme}`);
      await clash.getByRole('radio', { name: 'Theirs: pottery' }).check();
      await expect.poll(() => page.getByLabel('Value of category').inputValue()).toBe('pottery');
      // the third key, which only they have, stays
      await save(page);
      await expect.poll(updates).toMatchObject([{ add: { season: 'winter' } }]);
      expect(image.metadata).toEqual({ category: 'pottery', season: 'winter', shelf: '4' });
      await expect.poll(() => clash.count()).toBe(0);
    });

    it('keeps one’s own where that is chosen, and tells of a key that they removed', async () => {
      const { page, image } = await openWith({ category: 'homeware' });
      await page.getByLabel('Value of category').fill('vases');
      image.metadata = {};
      await save(page);
      await page.getByRole('radio', { name: 'Theirs: removed' }).check();
      await page.getByRole('radio', { name: 'Yours: vases' }).check();
      await save(page);
      await expect.poll(updates).toMatchObject([{ add: { category: 'vases' } }]);
    });

    it('asks nothing where they changed another key, or to the same value', async () => {
      const { page, image } = await openWith({ category: 'homeware' });
      await page.getByLabel('Value of category').fill('vases');
      image.metadata = { category: 'vases', season: 'autumn' };
      await save(page);
      await page.getByLabel('Value of season').waitFor();
      await expect.poll(() => page.getByText('Another member changed').count()).toBe(0);
    });
  });

  describe('the focal point', () => {
    const openStage = async (query = '', options: PageOptions = {}) => {
      const page = await app.open(`/console/images/${images[0]?.imageId}${query}`, options);
      const stage = page.locator('.focal');
      await stage.waitFor();
      await stage.scrollIntoViewIfNeeded();
      const box = await stage.boundingBox();
      if (!box) throw new Error('the stage has no box');
      return {
        page,
        at: (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const,
      };
    };
    const focusOf = (page: Page) => new URL(page.url()).searchParams.get('focus');

    it('is set by a click, a drag and arrows, and cuts the shapes of addresses', async () => {
      const { page, at } = await openStage();
      const panel = page.getByRole('region', { name: 'Addresses' });
      await page.mouse.click(...at(0.25, 0.8));
      await expect.poll(() => focusOf(page)).toBe('25,80');
      await page.mouse.move(...at(0.5, 0.5));
      await page.mouse.down();
      await page.mouse.move(...at(0.6, 0.4), { steps: 3 });
      await page.getByText('Focal point 60 %, 40 %').waitFor();
      await page.mouse.move(...at(0.2, 0.1), { steps: 3 });
      await page.mouse.up();
      await expect.poll(() => focusOf(page)).toBe('20,10');
      await page.getByRole('button', { name: /^Focal point/ }).focus();
      for (const key of ['ArrowRight', 'Shift+ArrowDown', 'ArrowDown'])
        await page.keyboard.press(key);
      await expect.poll(() => focusOf(page)).toBe('21,21');
      await panel.getByRole('button', { name: '16:9' }).click();
      // 2400 by 1350 of 2400 by 3000 pixels: as near to the top as can be
      await panel.getByText('crop=0%2C0%2C2400%2C1350').waitFor();
      await panel.getByRole('button', { name: '1:1' }).click();
      await page.getByText('1 rendition, stored already').waitFor();
      await expectAccessible(page);
      await shoot(page, 'image-focus-1440-light');
      const play = page.getByRole('link', { name: 'Open in playground' });
      await expect.poll(() => play.getAttribute('href')).toContain('position=0.21%2C0.21');
      await page.getByRole('button', { name: /^Focal point/ }).focus();
      await page.keyboard.press('Home');
      await expect.poll(() => focusOf(page)).toBe('50,50');
    });

    it('is kept with the image on request, and shown from then on', async () => {
      const { page, at } = await openStage();
      const keep = page.getByRole('button', { name: 'Keep focal point' });
      expect(await keep.count()).toBe(0);
      await page.mouse.click(...at(0.25, 0.8));
      await keep.click();
      await expect.poll(() => focusOf(page)).toBeNull();
      expect(images[0]?.focalPoint).toBe('0.25,0.8');
      await page.reload();
      await page.getByText('Focal point 25 %, 80 %').waitFor();
      if (images[0]) images[0].focalPoint = null;
    });

    it.each(THEMES)(
      'is set by touch at 360 px, and comes with the address of the page, %s',
      async (theme) => {
        const { page, at } = await openStage('?focus=40,60', { width: 360, theme });
        await page.getByText('Focal point 40 %, 60 %').waitFor();
        await page.touchscreen.tap(...at(0.9, 0.9));
        await expect.poll(() => focusOf(page)).toBe('90,90');
        await expectNoOverflow(page);
        await expectAccessible(page);
        await shoot(page, `image-focus-360-${theme}`);
      },
    );
  });

  it.each([
    ['URL', 0],
    ['srcset', 6],
    ['picture', 7],
    ['Markdown', 1],
    ['curl', 1],
    ['next/image', 9],
    ['unpic', 3],
  ])('counts the renditions and the cost of %s', async (kind, count) => {
    const renditions = `${count} rendition${count === 1 ? '' : 's'}`;
    const told = (price: string) =>
      count === 0 ? 'The stored image. No transformation.' : `${renditions}, ${price}`;
    const page = await open(`/console/images/${images[0]?.imageId}`);
    const panel = page.getByRole('region', { name: 'Addresses' });
    await panel.getByRole('tab', { name: kind, exact: true }).click();
    await panel.getByText(told('stored already: costs nothing.')).waitFor();
    await expect.poll(() => panel.locator('pre').textContent()).toContain(images[0]?.imageId);
    answerExplanations(service, () => true);
    await page.reload();
    await panel.getByRole('tab', { name: kind, exact: true }).click();
    await panel.getByText(told(`${count} new: costs ${count} of 37 left.`)).waitFor();
  });

  it('says why the service refuses an address, and that a project asks for signatures', async () => {
    answerExamples(service, { requireSignature: true });
    service.answer('explain-transformation', () => ({
      body: {
        imageId: images[0]?.imageId,
        parameters: {},
        ignored: [],
        didYouMean: [],
        errors: [{ parameter: 'width', code: 'invalid_parameter', detail: 'width is not listed.' }],
        output: null,
        renditionKey: null,
        stored: false,
        transformations: 0,
      },
    }));
    const page = await open(`/console/images/${images[0]?.imageId}`);
    await page.getByRole('tab', { name: 'Markdown' }).click();
    await page.getByText('The service refuses it: width is not listed.').waitFor();
    await page.getByText('Sign each address on your back end').waitFor();
  });
});
