import { beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible, expectNoOverflow, shoot } from '../support/console-page.ts';
import { answerExamples } from '../support/example-answers.ts';
import { answerExplanations } from '../support/example-explanations.ts';
import { answerImages, answerUploads, type ExampleImage } from '../support/example-images.ts';
import { exampleVersion } from '../support/example-kept.ts';
import { BUSY } from '../support/example-team.ts';
import {
  type FakeConsole,
  hasBrowser,
  LOOKS,
  TWO_LOOKS,
  useFakeConsole,
} from '../support/fake-console.ts';
import type { FakeService } from '../support/fake-service.ts';

let app: FakeConsole;
let service: FakeService;
let images: ExampleImage[];

describe.skipIf(!hasBrowser)('the versions of an image', () => {
  app = useFakeConsole();
  beforeEach(() => {
    ({ service } = app);
    answerExamples(service, { keepDays: 30 });
    images = answerImages(service, 6);
    answerExplanations(service);
    answer(exampleVersion(service.url, 3, 5), exampleVersion(service.url, 4, 27));
  });

  const answer = (...versions: object[]) =>
    service.answer('list-image-versions', () => ({
      body: { imageId: images[0]?.imageId, versions },
    }));

  const open = async (look = {}) => {
    const page = await app.open(`/console/images/${images[0]?.imageId}`, look);
    const panel = page.getByRole('region', { name: 'Versions', exact: true });
    await panel.waitFor();
    return { page, panel };
  };

  it.each(LOOKS)(
    'are a panel of its page, also none and failing, at $width px, $theme (keeping.versions)',
    async (look) => {
      const name = `versions-${look.width}-${look.theme}`;
      answer(
        exampleVersion(service.url, 3, 5),
        exampleVersion(service.url, 4, 27),
        exampleVersion(service.url, 5, null),
      );
      let { page, panel } = await open(look);
      await panel.getByText('Served now').waitFor();
      await panel.getByText('Erased').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, name, true);
      await page.context().close();
      answer();
      ({ page, panel } = await open(look));
      await panel.getByText('No earlier version yet.').waitFor();
      await expectAccessible(page);
      await shoot(page, `${name}-empty`, true);
      await page.context().close();
      service.answer('list-image-versions', BUSY);
      ({ page, panel } = await open(look));
      await panel.getByText('The versions didn’t load.').waitFor();
      await expectAccessible(page);
    },
  );

  it('are restored by a click, and erased after a question (keeping.restore-version)', async () => {
    service.answer('restore-image-version', () => ({ body: { message: 'version_restored' } }));
    service.answer('delete-image-version', () => ({
      body: { message: 'version_marked_for_deletion' },
    }));
    const { page, panel } = await open();
    const versionId = exampleVersion(service.url, 3, 5).versionId;
    await panel.getByRole('button', { name: 'Restore citrus-flatlay.webp' }).click();
    await expect.poll(() => app.sent('restore-image-version')).toMatchObject({ versionId });
    const reads = () => service.calls.filter(({ name }) => name === 'list-image-versions').length;
    await expect.poll(reads).toBe(2);
    await panel.getByRole('button', { name: /^Erase the version citrus-flatlay/ }).click();
    const dialog = page.getByRole('dialog');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Erase the version' }).click();
    await expect.poll(() => app.sent('delete-image-version')).toMatchObject({ versionId });
    await expect.poll(reads).toBe(3);
  });

  it('say a refused restore, and stay', async () => {
    service.answer('restore-image-version', BUSY);
    const { panel } = await open();
    await panel.getByRole('button', { name: 'Restore citrus-flatlay.webp' }).click();
    await panel.getByText('It wasn’t restored.').waitFor();
    await panel.getByText('citrus-flatlay.webp').waitFor();
  });

  it.each(TWO_LOOKS)(
    'get one more by a file that replaces the image, at $width px (replacing.address)',
    async (look) => {
      answerUploads(service, images);
      service.answer('replace-image', BUSY);
      const { page, panel } = await open(look);
      await panel.getByRole('button', { name: 'Replace…' }).click();
      const dialog = page.getByRole('dialog');
      const replace = dialog.getByRole('button', { name: 'Replace the image' });
      expect(await replace.isDisabled()).toBe(true);
      await dialog.locator('input[type=file]').setInputFiles({
        name: 'a-new-vase-with-a-very-long-name-of-a-camera-20261128.jpg',
        mimeType: 'image/jpeg',
        buffer: Buffer.alloc(2_000),
      });
      await dialog.getByText('a-new-vase').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `replace-${look.width}-${look.theme}`);
      await replace.click();
      await dialog.getByText('The image wasn’t replaced.').waitFor();
      service.answer('replace-image', () => ({ body: { message: 'image_replaced' } }));
      await replace.click();
      await dialog.waitFor({ state: 'detached' });
      expect(app.sent('replace-image')).toMatchObject({
        imageId: images.at(-1) && expect.stringMatching(/^img_/),
        temporaryImageUrl: expect.stringContaining('/res/tmp_'),
      });
    },
  );

  it('are read by members without the right, who change none', async () => {
    answerExamples(service, { keepDays: 30, role: 'viewer' });
    answer(exampleVersion(service.url, 3, 5));
    const { panel } = await open();
    await panel.getByText('citrus-flatlay.webp').waitFor();
    expect(await panel.getByRole('button').count()).toBe(0);
  });

  it('aren’t kept without the setting, which the panel says', async () => {
    answerExamples(service);
    const { panel } = await open();
    await panel.getByText('This project keeps no old versions.').waitFor();
  });
});
