import { beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible, expectNoOverflow, shoot } from './support/console-page.ts';
import { answerImages, type ExampleImage } from './support/example-images.ts';
import { type FakeConsole, hasBrowser, useFakeConsole } from './support/fake-console.ts';
import type { FakeService } from './support/fake-service.ts';

const THEMES = ['light', 'dark'] as const;
const STEPS = ['marked', 'origin_closed', 'swept'];

let app: FakeConsole;
let service: FakeService;
let images: ExampleImage[];

/** Explains each address: with `blur` it is new, else it is stored. */
function answerExplanations(): void {
  service.answer('explain-transformation', ({ imageUrl }: { imageUrl: string }) => {
    const url = new URL(imageUrl);
    const isNew = url.searchParams.has('blur');
    return {
      body: {
        imageId: images[0]?.imageId,
        parameters: Object.fromEntries(url.searchParams),
        ignored: [],
        errors: [],
        output: { format: 'webp', width: 1200, height: 800 },
        renditionKey: url.pathname + url.search,
        stored: !isNew,
        transformations: isNew ? 1 : 0,
      },
    };
  });
}

describe.skipIf(!hasBrowser)('playground and image', () => {
  app = useFakeConsole();
  beforeEach(() => {
    ({ service } = app);
    images = answerImages(service, 6);
    service.answer('get-image', ({ imageId }: { imageId: string }) => ({
      body: images.find((one) => one.imageId === imageId),
    }));
    answerExplanations();
  });

  const open = (path: string, theme: 'light' | 'dark' = 'light') => app.open(path, { theme });

  it.each(THEMES)('has no fault in both screens, at each width, %s', async (theme) => {
    const page = await open('/console/playground?width=1200&height=800', theme);
    await page.getByText('1200 × 800').first().waitFor();
    for (const path of ['playground?width=1200&height=800', `images/${images[0]?.imageId}`]) {
      await page.goto(`${service.url}/console/${path}`);
      await page.getByRole('button', { name: 'Copy URL', exact: true }).first().waitFor();
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 900 });
        await expectNoOverflow(page);
        await expectAccessible(page);
        await shoot(page, `${path.slice(0, 6)}-${width}-${theme}`, true);
      }
    }
  });

  it('makes nothing new before it is asked to, and says the cost', async () => {
    const page = await open('/console/playground?blur=3');
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/res/')) fetched.push(request.url());
    });
    await page.getByText('costs 1 of 37 left').first().waitFor();
    expect(fetched.filter((url) => url.includes('blur'))).toEqual([]);
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('slider', { name: /^Compare/ }).waitFor();
    expect(fetched.filter((url) => url.includes('blur'))).toHaveLength(1);
  });

  it('names a parameter that is ignored, with the nearest one', async () => {
    const page = await open('/console/playground');
    const field = page.getByLabel('Read an address');
    await field.fill(`${images[0]?.imageUrl}?widht=400&flip=true`);
    await page.getByText('widht=400 in the address is ignored.').waitFor();
    await page.getByRole('button', { name: 'Use width=400' }).click();
    await expect.poll(() => page.url()).toContain('width=400');
    expect(page.url()).toContain('flip=true');
  });

  it('saves metadata by one change, and deletes with a receipt', async () => {
    const id = images[0]?.imageId ?? '';
    service.answer('delete-image', () => ({ body: { message: 'image_marked_for_deletion' } }));
    service.answer('get-deletion-status', () => ({
      body: {
        imageId: id,
        state: 'deleted',
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
});
