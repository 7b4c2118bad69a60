import { beforeEach, describe, expect, it } from 'vitest';
import { chooseFiles, expectAccessible, expectNoOverflow, shoot } from './support/console-page.ts';
import { PROJECT } from './support/example-answers.ts';
import { answerExplanations } from './support/example-explanations.ts';
import { answerImages, answerUploads, type ExampleImage } from './support/example-images.ts';
import { hasBrowser, useFakeConsole } from './support/fake-console.ts';
import type { FakeService } from './support/fake-service.ts';

let service: FakeService;
let images: ExampleImage[];

const problem = (code: string, status: number, more: object = {}) => ({
  status,
  body: { code, status, title: 'A title', detail: `The detail of ${code}.`, ...more },
});
const STEPS = [
  'marked',
  'origin_closed',
  'renditions_removed',
  'original_removed',
  'temporary_ended',
  'edge_invalidated',
  'swept',
];
const file = (name: string, mimeType = 'image/jpeg') => ({
  name,
  mimeType,
  buffer: Buffer.alloc(100, name),
});

describe.skipIf(!hasBrowser)('faults', () => {
  const app = useFakeConsole();
  beforeEach(() => {
    ({ service } = app);
    images = answerImages(service, 6);
    answerUploads(service, images);
    answerExplanations(service);
  });

  it.each<readonly [string, number, string | undefined, boolean]>([
    ['busy', 503, 'Nothing is lost.', true],
    ['internal_error', 500, 'Nothing is lost.', true],
    ['insufficient_role', 403, 'Nothing is changed.', false],
    ['project_suspended', 403, 'Nothing is changed.', false],
    ['project_not_found', 404, undefined, false],
  ])(
    'of %s say whether all is safe, and offer what can help',
    async (code, status, safe, retry) => {
      service.answer('list-images', () => problem(code, status));
      const page = await app.openScreen('/console/images', 'Images');
      const banner = page.getByRole('alert');
      await banner.getByText('The images didn’t load.').waitFor();
      expect((await banner.innerText()).match(/Nothing is \w+\./)?.[0]).toBe(safe);
      expect(await banner.getByRole('button', { name: /Try again/ }).count()).toBe(retry ? 1 : 0);
      await expectAccessible(page);
    },
  );

  it.each(['light', 'dark'] as const)('of a deleted image are its receipt, %s', async (theme) => {
    const imageId = images[0]?.imageId ?? '';
    service.answer('get-image', () => problem('image_not_found', 404));
    service.answer('get-deletion-status', () => ({
      body: {
        imageId,
        state: 'deleted',
        keptUntil: null,
        steps: STEPS.map((step, at) => ({ step, at: `2026-11-22T14:02:11.${100 + at}Z` })),
      },
    }));
    for (const width of [1440, 360]) {
      const page = await app.openScreen(`/console/images/${imageId}`, 'This image was deleted', {
        theme,
        width,
      });
      await page.getByText('Origin answers 404').waitFor();
      await page.getByText('It can’t be restored here').waitFor();
      expect(await page.getByRole('button', { name: /Try again/ }).count()).toBe(0);
      expect(await page.getByText('Nothing is lost').count()).toBe(0);
      await expectNoOverflow(page);
      await expectAccessible(page);
      await shoot(page, `deleted-${width}-${theme}`);
      if (width === 1440) await page.context().close();
    }
  });

  it('of an ID that no image has say so', async () => {
    service.answer('get-image', () => problem('image_not_found', 404));
    service.answer('get-deletion-status', () => problem('image_not_found', 404));
    const page = await app.openScreen(`/console/images/${images[0]?.imageId}`, 'No image');
    await page.getByText('No image has this ID.').waitFor();
    expect(await page.getByText(/Nothing is lost|Try again/).count()).toBe(0);
    await expectAccessible(page);
  });

  it('of files that aren’t taken are in megapixels and names of formats', async () => {
    const answers = [
      problem('image_too_large', 422, {
        detail:
          'The image has 9000 x 6778 pixels in 1 frame; the maximum is 50000000 pixels in total, 16384 per side and 100 frames.',
      }),
      problem('content_type_mismatch', 422, {
        detail: 'The Content-Type is image/jpeg, but the bytes are of no accepted type: a PDF.',
      }),
    ];
    service.answer('upload-project-image', () => answers.shift() ?? problem('busy', 503));
    const page = await app.openScreen('/console/images', 'Images');
    await chooseFiles(page, file('huge.jpg'));
    await page
      .getByText(
        'The image has 61 megapixels. The maximum is 50. Save it smaller and add it again.',
      )
      .waitFor();
    await chooseFiles(page, file('paper.jpg'));
    await page.getByText(/^PDF isn’t accepted here\. Save it as /).waitFor();
    await chooseFiles(page, file('scan.tiff', 'image/tiff'), file('book.pdf', 'application/pdf'));
    await page.getByText(/^TIFF isn’t accepted here\. Save it as /).waitFor();
    expect(await page.getByText(/^PDF isn’t accepted here\. Save it as /).count()).toBe(2);
  });
});

describe.skipIf(!hasBrowser)('small promises', () => {
  const app = useFakeConsole();
  beforeEach(() => {
    ({ service } = app);
    images = answerImages(service, 6);
    answerExplanations(service);
  });

  it('a viewer’s focal point can’t be moved, an editor’s can', async () => {
    for (const [role, count] of [
      ['viewer', 0],
      ['editor', 1],
    ] as const) {
      service.answer('list-projects', () => ({ body: { projects: [{ ...PROJECT, role }] } }));
      const page = await app.open(`/console/images/${images[0]?.imageId}`);
      const stage = page.locator('.focal');
      await stage.waitFor();
      const box = (await stage.boundingBox()) ?? { x: 0, y: 0, width: 1, height: 1 };
      await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.2);
      await page.mouse.up();
      expect(await stage.getByRole('button').count()).toBe(count);
      expect(page.url().includes('focus=')).toBe(count === 1);
      await expectAccessible(page);
      if (count === 0) await page.context().close();
    }
  });

  it('G P opens the image at hand in the playground', async () => {
    const { imageId = '' } = images[2] ?? {};
    const page = await app.open(`/console/images/${imageId}`);
    await page.locator('.focal').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await expect.poll(() => page.url()).toContain(`/console/playground?image=${imageId}`);
  });

  it('the playground’s heading is its title alone, with the picker beside it', async () => {
    const page = await app.open('/console/playground');
    await page.getByRole('combobox', { name: 'Image' }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Playground');
    expect(await page.locator('h1 select').count()).toBe(0);
  });

  it('four tabs fill their bar', async () => {
    service.answer('list-projects', () => ({
      body: { projects: [{ ...PROJECT, role: 'viewer' }] },
    }));
    const page = await app.openScreen('/console/images', 'Images', { width: 360 });
    const widths = await page
      .locator('.tabbar a')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    expect(widths.length).toBeLessThan(5);
    expect(Math.round(widths.reduce((sum, one) => sum + one, 0))).toBe(360);
  });

  it('the card comes first on / at 360 px', async () => {
    service.isSignedIn = false;
    const { page } = await app.openWindow({ width: 360, height: 740 });
    await page.goto(service.url);
    const card = page.locator('.w-cols > :last-child');
    await card.waitFor();
    const [first, title] = await Promise.all([
      card.boundingBox(),
      page.getByRole('heading', { level: 1 }).boundingBox(),
    ]);
    expect(first?.y ?? 0).toBeLessThan(title?.y ?? 0);
    const button = await page.getByRole('button', { name: 'Take over and open' }).boundingBox();
    if (!button) throw new Error('the button is not there');
    expect(button.y + button.height).toBeLessThanOrEqual(740);
    await shoot(page, 'welcome-360-light');
  });

  it.each([
    [1440, 'light'],
    [1440, 'dark'],
    [360, 'light'],
    [360, 'dark'],
  ] as const)(
    'samples arrive after the gallery is open, with progress, at %d px, %s',
    async (width, theme) => {
      const later = images.splice(0);
      const done = Promise.withResolvers<void>();
      service.serve('/console/sample', (_, response) => {
        const type = { 'Content-Type': 'application/json' };
        void done.promise.then(() => response.writeHead(200, type).end('{}'));
      });
      const look = { width, theme };
      const page = await app.openScreen('/console/images?add=samples', 'Images', look);
      await page.getByText('Adding sample images: 0 of 12').waitFor();
      images.push(...later.slice(0, 5));
      await page.getByText('Adding sample images: 5 of 12').waitFor();
      expect(await page.locator('.card .thumb img').count()).toBe(5);
      expect(await page.locator('.sample-run progress').getAttribute('value')).toBe('5');
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `samples-${width}-${theme}`);
      done.resolve();
      await expect.poll(() => page.locator('.sample-run').count()).toBe(0);
    },
  );

  it('a result of the browser’s cache says so in place of the service’s steps', async () => {
    const page = await app.openScreen('/console/playground?width=400', 'Playground');
    service.serve('/res/', (_, response) => {
      const headers = {
        'Content-Type': 'image/webp',
        'Cache-Control': 'max-age=600',
        'Server-Timing': 'edge;desc="hit";dur=48',
        'Timing-Allow-Origin': '*',
      };
      response.writeHead(200, headers).end(Buffer.alloc(2_000, 1));
    });
    await page.goto(`${service.url}/console/playground?width=500`);
    await page.getByText('edge 48 ms').waitFor();
    await page.goto(`${service.url}/console/playground?width=600`);
    await page.getByText('edge 48 ms').waitFor();
    await page.goto(`${service.url}/console/playground?width=500`);
    await page.getByText('from this browser’s cache').waitFor();
    expect(await page.getByText('edge 48 ms').count()).toBe(0);
  });
});
