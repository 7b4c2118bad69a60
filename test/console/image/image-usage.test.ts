import { beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible, expectNoOverflow, shoot } from '../support/console-page.ts';
import { answerExplanations } from '../support/example-explanations.ts';
import { answerImages, type ExampleImage } from '../support/example-images.ts';
import { BUSY } from '../support/example-team.ts';
import { type FakeConsole, hasBrowser, LOOKS, useFakeConsole } from '../support/fake-console.ts';
import type { FakeService } from '../support/fake-service.ts';

let app: FakeConsole;
let service: FakeService;
let images: ExampleImage[];

const FIRST_DAY = Date.UTC(2026, 9, 23);
const DAY_MS = 86_400_000;
/** To 22 November. */
const days = Array.from({ length: 31 }, (_, at) => ({
  date: new Date(FIRST_DAY + at * DAY_MS).toISOString().slice(0, 10),
  requests: (at * 5) % 7,
  bandwidthBytes: ((at * 5) % 7) * 1_200_000,
}));
const nothing = days.map(({ date }) => ({ date, requests: 0, bandwidthBytes: 0 }));

describe.skipIf(!hasBrowser)('the usage of an image', () => {
  app = useFakeConsole();
  beforeEach(() => {
    ({ service } = app);
    images = answerImages(service, 6);
    answerExplanations(service);
    answer(days);
  });

  const answer = (told: readonly object[]) =>
    service.answer('get-image-usage', () => ({
      body: { imageId: images[0]?.imageId, days: told },
    }));

  const open = async (look = {}) => {
    const page = await app.open(`/console/images/${images[0]?.imageId}`, look);
    const panel = page.getByRole('region', { name: 'Usage', exact: true });
    await panel.waitFor();
    return { page, panel };
  };

  it.each(LOOKS)(
    'is a panel of its page, also empty and failing, at $width px, $theme (calls.get-image-usage)',
    async (look) => {
      const name = `image-usage-${look.width}-${look.theme}`;
      let { page, panel } = await open(look);
      await panel.getByText('Show as a table').click();
      await panel.getByRole('row', { name: /^22 Nov/ }).waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, name, true);
      await page.context().close();
      answer(nothing);
      ({ page, panel } = await open(look));
      await panel.getByText('Nothing is counted yet').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `${name}-empty`, true);
      await page.context().close();
      service.answer('get-image-usage', BUSY);
      ({ page, panel } = await open(look));
      await panel.getByText('The usage didn’t load.').waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `${name}-failed`, true);
    },
  );

  it('shows requests first, and bytes by choice; arrow keys go along the days', async () => {
    const { page, panel } = await open();
    const slider = panel.getByRole('slider', { name: 'Day' });
    const spoken = () => slider.getAttribute('aria-valuetext');
    await expect.poll(spoken).toBe('Sun 22 Nov: 3 requests');
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(spoken).toBe('Sat 21 Nov: 5 requests');
    await panel.getByRole('button', { name: 'Bandwidth' }).click();
    await expect.poll(spoken).toBe('Sat 21 Nov: 6 MB sent');
    await panel.getByText('Show as a table').click();
    const row = panel.getByRole('row', { name: /^21 Nov/ });
    await expect.poll(() => row.innerText()).toMatch(/21 Nov\s+5\s+6 MB/);
  });
});
