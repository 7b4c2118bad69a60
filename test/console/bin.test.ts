import { beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible, expectNoOverflow, shoot } from './support/console-page.ts';
import { answerExamples } from './support/example-answers.ts';
import { answerImages } from './support/example-images.ts';
import { answerBin } from './support/example-kept.ts';
import { BUSY } from './support/example-team.ts';
import {
  type FakeConsole,
  hasBrowser,
  LOOKS,
  TWO_LOOKS,
  useFakeConsole,
} from './support/fake-console.ts';
import type { FakeService } from './support/fake-service.ts';

const DELETED_AT = '2026-11-22T14:02:11.080Z';
/** Of an image in the bin: its bytes stay. */
const STEPS = ['marked', 'origin_closed', 'renditions_removed', 'edge_invalidated'];

let app: FakeConsole;
let service: FakeService;

describe.skipIf(!hasBrowser)('the bin', () => {
  app = useFakeConsole();
  beforeEach(() => {
    ({ service } = app);
    answerExamples(service, { keepDays: 30 });
    answerImages(service, 6);
  });

  const open = (look = {}) => app.openScreen('/console/bin', 'Bin', look);
  const names = (name: string) => service.calls.filter((call) => call.name === name);

  it.each(LOOKS)(
    'lists deleted images, also none and failing, at $width px, $theme (keeping.bin)',
    async (look) => {
      const name = `bin-${look.width}-${look.theme}`;
      answerBin(service, 7);
      let page = await open(look);
      await page.getByText('journal-moon-bay.jpg').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, name, true);
      await page.context().close();
      answerBin(service, 0);
      page = await open(look);
      await page.getByText('Deleted images stay here for 30 days.').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `${name}-empty`);
      await page.context().close();
      service.answer('list-bin', BUSY);
      page = await open(look);
      await page.getByText('The bin didn’t load.').waitFor();
      await expectAccessible(page);
      await shoot(page, `${name}-failed`);
    },
  );

  it('restores an image into the lists, and erases one after a question (keeping.restore)', async () => {
    const bin = answerBin(service, 3);
    const page = await open();
    await page.getByRole('button', { name: 'Restore vase-terracotta.jpg' }).click();
    await expect.poll(() => bin.length).toBe(2);
    await page.getByText('vase-terracotta.jpg').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Erase… autumn-hero-dunes.jpg' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Erase autumn-hero-dunes.jpg?').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Erase the image' }).click();
    await page.getByRole('link', { name: 'autumn-hero-dunes.jpg' }).waitFor({ state: 'detached' });
    expect(names('delete-image')).toMatchObject([{ request: { forGood: true } }]);
    expect(bin).toHaveLength(1);
  });

  it('is emptied by calls of a hundred, and shows older images by choice', async () => {
    const bin = answerBin(service, 230);
    const page = await open();
    const rows = page.getByRole('row');
    await expect.poll(() => rows.count()).toBe(51);
    await page.getByRole('button', { name: 'Show older' }).click();
    await expect.poll(() => rows.count()).toBe(101);
    await page.getByRole('button', { name: 'Empty the bin…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Empty the bin' }).click();
    await page.getByText('The bin is empty').waitFor();
    expect(bin).toHaveLength(0);
    const sent = names('delete-images').map(({ request }) => request as { imageIds: string[] });
    expect(sent.map(({ imageIds }) => imageIds.length)).toEqual([100, 100, 30]);
  });

  it('ends the emptying where no image is found any more', async () => {
    answerBin(service, 2);
    service.answer('delete-images', ({ imageIds }: { imageIds: readonly string[] }) => ({
      body: {
        images: imageIds.map((imageId) => ({ imageId, outcome: 'image_not_found' })),
        hasMore: false,
      },
    }));
    const page = await open();
    await page.getByRole('button', { name: 'Empty the bin…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Empty the bin' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(names('delete-images')).toHaveLength(1);
  });

  it('restores nothing while no place is left, and says so', async () => {
    answerBin(service, 2);
    service.answer('get-usage', () => ({
      body: {
        month: '2026-11',
        resetsAt: '2026-12-01T00:00:00.000Z',
        images: { used: 50, limit: 50 },
        transformations: { used: 63, limit: 100 },
        bandwidthBytes: { used: 1, limit: 1_000_000_000 },
        topImages: [],
      },
    }));
    const page = await open();
    await page.getByText('No place left: a restored image needs one.').waitFor();
    const button = page.getByRole('button', { name: 'Restore vase-terracotta.jpg' });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await button.click({ force: true });
    expect(names('restore-image')).toEqual([]);
    await expectAccessible(page);
    await shoot(page, 'bin-full');
  });

  it('shows members without the right neither restore nor deletion', async () => {
    answerExamples(service, { keepDays: 30, role: 'viewer' });
    answerBin(service, 2);
    const page = await open();
    await page.getByText('vase-terracotta.jpg').waitFor();
    expect(await page.getByRole('button', { name: /Restore|Erase|Empty/ }).count()).toBe(0);
  });

  it('says of a project that keeps nothing where it is changed', async () => {
    answerExamples(service);
    answerBin(service, 0);
    const page = await open();
    await page.getByText('This project has no bin').waitFor();
    await page.getByRole('link', { name: 'Project settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Project' }).waitFor();
  });

  it('takes deleted images of the gallery, whose dialog and banner name it', async () => {
    const images = answerImages(service, 6);
    const page = await app.openScreen('/console/images', 'Images');
    await page.getByRole('link', { name: 'Bin', exact: true }).waitFor();
    await page.getByLabel('Select vase-terracotta.jpg').check({ force: true });
    await page.getByRole('button', { name: 'Move 1 image to the bin…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The bin keeps it for 30 days').waitFor();
    await expectAccessible(page);
    await shoot(page, 'bin-dialog');
    await dialog.getByRole('button', { name: 'Move to the bin' }).click();
    await page.getByText('1 image is in the bin.').waitFor();
    expect(images).toHaveLength(5);
    answerBin(service, 1);
    await page.getByRole('link', { name: 'Open the bin' }).click();
    await page.getByText('vase-terracotta.jpg').waitFor();
  });

  it.each(TWO_LOOKS)(
    'shows an image that is deleted on its page, restores it, and asks no more, at $width px',
    async (look) => {
      const images = answerImages(service, 6);
      const [image] = images;
      const imageId = image?.imageId ?? '';
      const page = await app.open(`/console/images/${imageId}`, look);
      await page.getByRole('button', { name: 'Move to the bin…' }).click();
      answerBin(service, 0);
      service.answer('get-deletion-status', () => ({
        body: {
          imageId,
          state: 'deleting',
          keptUntil: '2026-12-22T14:02:11.080Z',
          steps: [
            ...STEPS.map((step) => ({ step, at: DELETED_AT })),
            { step: 'original_removed', at: null },
            { step: 'swept', at: null },
          ],
        },
      }));
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Move to the bin' }).click();
      await page.getByRole('heading', { name: 'This image is in the bin' }).waitFor();
      await page.getByText(/It can be restored until 22 Dec 2026/).waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `bin-image-${look.width}-${look.theme}`, true);
      await page.getByRole('button', { name: 'Restore' }).click();
      await page.getByRole('heading', { level: 1, name: 'vase-terracotta.jpg' }).waitFor();
      expect(names('restore-image')).toHaveLength(1);
      // all steps but the end of its bytes were done at the first answer
      expect(names('get-deletion-status')).toHaveLength(1);
    },
  );
});
