import { beforeEach, describe, expect, it } from 'vitest';
import { copied, expectAccessible, expectNoOverflow, shoot } from '../support/console-page.ts';
import { answerExplanations } from '../support/example-explanations.ts';
import { answerImages, type ExampleImage } from '../support/example-images.ts';
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

describe.skipIf(!hasBrowser)('the viewers of an image', () => {
  app = useFakeConsole();
  beforeEach(() => {
    ({ service } = app);
    images = answerImages(service, 6);
    answerExplanations(service);
  });

  const show = (visibility: 'public' | 'private') =>
    service.answer('get-image', () => ({ body: { ...images[0], visibility } }));

  const open = async (visibility: 'public' | 'private', look = {}) => {
    show(visibility);
    const page = await app.open(`/console/images/${images[0]?.imageId}`, look);
    const title = visibility === 'public' ? 'Public' : 'Private';
    const panel = page.getByRole('region', { name: title, exact: true });
    await panel.waitFor();
    return { page, panel };
  };

  it.each(LOOKS)(
    'are changed after a question, at $width px, $theme (private.visibility)',
    async (look) => {
      service.answer('update-image-visibility', BUSY);
      const { page, panel } = await open('public', look);
      await panel.getByRole('button', { name: 'Make it private…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Its public address answers 404').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `viewers-ask-${look.width}-${look.theme}`);
      await dialog.getByRole('button', { name: 'Make it private' }).click();
      await dialog.getByText('The visibility was not changed.').waitFor();
      service.answer('update-image-visibility', () => {
        show('private');
        return { body: { message: 'visibility_updated', visibility: 'private' } };
      });
      await dialog.getByRole('button', { name: 'Make it private' }).click();
      await page.getByRole('region', { name: 'Private', exact: true }).waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `viewers-private-${look.width}-${look.theme}`, true);
    },
  );

  it.each(TWO_LOOKS)(
    'get a link that lives as long as is chosen, at $width px (private.grants)',
    async (look) => {
      const link = `${service.url}/private/prj_a/${images[0]?.imageId}.jpg?Policy=${'a'.repeat(300)}`;
      service.answer('create-access-grant', BUSY);
      const { page, panel } = await open('private', look);
      await panel.getByRole('button', { name: 'Make a link…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('8 hours').click();
      await expectAccessible(page);
      await shoot(page, `viewers-link-${look.width}-${look.theme}`);
      await dialog.getByRole('button', { name: 'Make the link' }).click();
      await dialog.getByText('The link wasn’t made.').waitFor();
      service.answer('create-access-grant', () => ({
        body: { cookies: [], queryString: '', imageUrl: link, expiresAt: '2026-11-28T20:00:00Z' },
      }));
      await dialog.getByRole('button', { name: 'Make the link' }).click();
      await page.getByText('Everybody who has it sees the image until').waitFor();
      expect(app.sent('create-access-grant')).toMatchObject({ lifeSeconds: 28_800 });
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `viewers-link-made-${look.width}-${look.theme}`);
      await page.getByRole('dialog').getByRole('button', { name: 'Copy Link' }).click();
      expect(await copied(page)).toBe(link);
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  );
});
