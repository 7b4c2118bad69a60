import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible, expectNoOverflow, shoot, typeSearch } from '../support/console-page.ts';
import { answerImages, exampleImage } from '../support/example-images.ts';
import { type FakeConsole, hasBrowser, LOOKS, useFakeConsole } from '../support/fake-console.ts';
import type { FakeService } from '../support/fake-service.ts';

let app: FakeConsole;
let service: FakeService;

const FIVE =
  '?name=vase&pair=category%3Dhomeware&pair=season%3Dautumn+2026&format=jpg&format=webp&since=2026-09-01';

const tokens = (page: Page) =>
  page.getByRole('list', { name: 'Conditions' }).getByRole('listitem').allInnerTexts();
const cards = (page: Page) => page.locator('.card:not(.ghost)').count();
const lists = () => service.calls.filter(({ name }) => name === 'list-images');
const field = (page: Page) => page.getByRole('combobox', { name: 'Search:' });
const said = (page: Page) => page.locator('.tools [role=status]').textContent();
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
const query = (page: Page) => decodeURIComponent(new URL(page.url()).search.replace(/\+/g, ' '));

describe.skipIf(!hasBrowser)('conditions in the gallery', () => {
  app = useFakeConsole();
  beforeEach(() => {
    ({ service } = app);
  });
  const openGallery = (path = '', options = {}) =>
    app.openScreen(`/console/images${path}`, 'Images', options);

  describe.each(LOOKS)('at $width px, $theme', ({ width, theme }) => {
    const look = `${width}-${theme}`;
    const check = async (page: Page, name: string) => {
      await expectAccessible(page);
      await expectNoOverflow(page);
      await shoot(page, `finding-${name}-${look}`);
    };

    it('are tokens with the number of matches, suggestions and a form for days', async () => {
      answerImages(service, 41);
      const page = await openGallery(FIVE, { width, theme });
      await page.getByText('2 of 41 match all five conditions').waitFor();
      expect((await tokens(page)).map((text) => text.split(/\s+/)[0])).toEqual([
        'word',
        'category',
        'season',
        'format',
        'saved',
      ]);
      await page.locator('.thumb img').nth(1).waitFor();
      await check(page, 'five');
      await typeSearch(page, 's');
      await page.getByRole('option').nth(3).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await check(page, 'suggestions');
      await field(page).fill('saved');
      await page.getByRole('option', { name: 'between…' }).click();
      await page.getByLabel('First day').fill('2026-11-20');
      await page.getByLabel('Last day').fill('2026-11-19');
      await page.getByText('The last day is before the first.').waitFor();
      await check(page, 'days');
      await page.keyboard.press('Escape');
      expect(await focused(page)).toContain('Search:');
    });

    it('say why they are not searched, and which of them to leave out', async () => {
      answerImages(service, 41);
      const long = 'a-very-long-value-'.repeat(5);
      let page = await openGallery(
        `?name=one+two+three+four+five+six&pair=k%3D${long}&pair=a_key_of_thirty_characters_now%3D1`,
        { width, theme },
      );
      await page.getByText('A search takes five words, and these are six.').last().waitFor();
      expect(lists()).toEqual([]);
      await check(page, 'too-many');
      await page.context().close();
      page = await openGallery(`${FIVE.replace('vase', 'journal')}&pair=colour%3Dred`, {
        width,
        theme,
      });
      await page.getByRole('heading', { name: 'No image matches all six conditions.' }).waitFor();
      await page.getByText('No image has the key colour.').waitFor();
      await expect.poll(() => lists().length).toBe(8);
      await check(page, 'none');
    });
  });

  it('are added and removed by keys, one call each, and said with their number', async () => {
    answerImages(service, 41);
    const page = await openGallery();
    await page.locator('.thumb img').nth(3).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('vase');
    await page.keyboard.press('Enter');
    await page.getByText('7 of 41 match this condition').waitFor();
    await expect.poll(() => said(page)).toBe('Condition word vase added, 7 match');
    await page.keyboard.type('sea');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const active = await field(page).getAttribute('aria-activedescendant');
    const chosen = page.locator('[role=option][aria-selected=true]');
    expect(await chosen.getAttribute('id')).toBe(active);
    expect(await chosen.textContent()).toContain('season =');
    await page.keyboard.press('Enter');
    expect(await field(page).inputValue()).toBe('season=');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('2 of 41 match both conditions').waitFor();
    await page.keyboard.type('saved since 2026-11-22');
    await page.keyboard.press('Enter');
    await page.getByText('1 of 41 matches all three conditions').waitFor();
    expect(query(page)).toBe('?name=vase&pair=season=autumn 2026&since=2026-11-22');
    expect(lists()).toHaveLength(4);
    // to the last token, to the one before, and back
    await page.keyboard.press('ArrowLeft');
    expect(await focused(page)).toMatch(/^Remove the condition saved since /);
    await page.keyboard.press('ArrowLeft');
    expect(await focused(page)).toBe('Remove the condition season = autumn 2026');
    await page.keyboard.press('Delete');
    await expect.poll(() => said(page)).toBe('Condition season = autumn 2026 removed, 2 match');
    await expect.poll(() => focused(page)).toMatch(/^Remove the condition saved since /);
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toContain('Search:');
    await page.keyboard.press('Backspace');
    await expect.poll(() => said(page)).toMatch(/^Condition saved since .* removed, 7 match$/);
    expect(lists()).toHaveLength(5); // the list of the word is known
    await page.goBack();
    await expect.poll(() => query(page)).toBe('?name=vase&since=2026-11-22');
    await expect.poll(() => tokens(page)).toHaveLength(2);
  });

  it('join formats in one token, and take one value of a key', async () => {
    answerImages(service, 41);
    const page = await openGallery('?format=webp&pair=category%3Djournal');
    await expect.poll(() => cards(page)).toBe(7);
    await typeSearch(page, 'jpg');
    await page.getByRole('option', { name: 'format webp or jpg' }).click();
    await expect.poll(() => query(page)).toContain('format=webp&format=jpg');
    await typeSearch(page, 'category=homeware');
    await page.getByRole('option', { name: 'in place of journal' }).click();
    await expect.poll(() => query(page)).toContain('pair=category=homeware');
    expect(await tokens(page)).toHaveLength(2);
    expect(lists().at(-1)?.request).toMatchObject({
      formats: ['webp', 'jpg'],
      metadata: { category: 'homeware' },
    });
  });

  it('take days from a form, whose last day is in the span', async () => {
    answerImages(service, 41);
    const page = await openGallery();
    await field(page).click();
    await page.getByRole('option', { name: 'saved between…' }).click();
    await page.getByLabel('First day').fill('2026-11-21');
    await page.getByLabel('Last day').fill('2026-11-21');
    await page.getByRole('button', { name: 'Add the condition' }).click();
    await page.getByText('24 of 41 match this condition').waitFor();
    expect(query(page)).toBe('?since=2026-11-21&before=2026-11-22');
    expect(await tokens(page)).toEqual([expect.stringContaining('on 21 Nov 2026')]);
    expect(await focused(page)).toContain('Search:');
  });

  it('are refused above the bounds, with the reason, and the text stays', async () => {
    answerImages(service, 41);
    const page = await openGallery('?name=a+b+c+d+e');
    await typeSearch(page, 'six');
    const option = page.getByRole('option', { name: 'word six' });
    await option.waitFor();
    expect(await option.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('A search takes five words').waitFor();
    expect(await field(page).inputValue()).toBe('six');
    expect(await tokens(page)).toHaveLength(5);
    await expectAccessible(page);
  });

  it('name each condition without which images are found, one call each', async () => {
    answerImages(service, 700);
    const page = await openGallery('?name=vase&pair=category%3Djournal&format=jpg');
    await page.getByRole('heading', { name: 'No image matches all three conditions.' }).waitFor();
    const without = page.getByRole('button', { name: /^Without / });
    await expect
      .poll(() => without.allTextContents())
      .toEqual(['Without word vase: 100 or more', 'Without category: 100 or more']);
    // the search, the images of the project, and one of each condition
    expect(lists()).toHaveLength(5);
    await without.last().focus();
    await page.keyboard.press('Enter');
    await page.getByText('100 or more of 700 match both conditions').waitFor();
    expect(await focused(page)).toContain('Search:');
  });

  it('are counted behind empty pages too, in five calls at the most', async () => {
    answerImages(service, 41);
    const image = exampleImage(service.url, 0);
    const asked = { word: 0, category: 0 };
    service.answer(
      'list-images',
      ({ search, metadata }: { search?: string; metadata?: object }) => {
        if (search !== undefined && metadata !== undefined)
          return { body: { images: [], cursor: null } };
        if (search === undefined && metadata === undefined) {
          return { body: { images: [image], cursor: null } };
        }
        const left = search === undefined ? 'word' : 'category';
        asked[left] += 1;
        const isFound = left === 'word' && asked.word === 3;
        return { body: { images: isFound ? [image] : [], cursor: isFound ? null : 'next' } };
      },
    );
    const page = await openGallery('?name=vase&pair=category%3Djournal');
    await page.getByRole('button', { name: 'Without word vase: 1' }).waitFor();
    expect(asked).toEqual({ word: 3, category: 5 });
    expect(await page.getByRole('button', { name: /^Without / }).count()).toBe(1);
  });

  it('name the nearest key of an unknown one, and take it', async () => {
    for (const [at, image] of answerImages(service, 12).entries()) {
      image.metadata = { color: at % 2 === 0 ? 'red' : 'blue' };
    }
    const page = await openGallery('?pair=colour%3Dred');
    await page.getByText('No image has the key colour.').waitFor();
    await page.getByRole('button', { name: 'color', exact: true }).click();
    await page.getByText('6 of 12 match this condition').waitFor();
    expect(query(page)).toBe('?pair=color=red');
  });

  it('have the number of matches once all pages are read, and say that it looks on', async () => {
    answerImages(service, 41);
    const second = Promise.withResolvers<void>();
    service.answer('list-images', ({ search, cursor }: { search?: string; cursor?: string }) => {
      if (search === undefined) return { body: { images: [], cursor: null } };
      const of = (at: number, next: string | null) => ({
        images: [exampleImage(service.url, at)],
        cursor: next,
      });
      return cursor === undefined
        ? { body: of(0, 'c1') }
        : { after: second.promise, body: of(6, null) };
    });
    const page = await openGallery('?name=vase');
    await page.getByText('1 so far, looking on…').waitFor();
    expect(await cards(page)).toBe(1);
    expect(await said(page)).toBe('');
    second.resolve();
    await page.getByText('2 of 41 match this condition').waitFor();
    await expect.poll(() => said(page)).toBe('2 match');
  });

  it('are shown from the oldest by choice, in the address too', async () => {
    const all = answerImages(service, 150);
    const page = await openGallery('?pair=category%3Dhomeware');
    await expect.poll(() => cards(page)).toBeGreaterThan(5);
    await page.getByRole('combobox', { name: 'Order' }).selectOption('Oldest first');
    await page.getByRole('grid', { name: 'Images, oldest first' }).waitFor();
    expect(query(page)).toBe('?pair=category=homeware&order=oldest');
    const last = all.at(-2)?.originalFilename ?? '';
    await page.locator('.card').first().getByText(last, { exact: true }).first().waitFor();
    expect(lists().at(-1)?.request).toMatchObject({ order: 'oldest' });
  });

  it('wait for their script, and say so where it fails', async () => {
    answerImages(service, 41);
    const { page } = await app.openWindow();
    await page.addInitScript(() => localStorage.setItem('imagewell.signed-in', '1'));
    await page.route('**/finding-parts-*.js', (route) => route.abort());
    await page.goto(`${service.url}/console/images?name=vase`);
    await page.getByText('The search didn’t load.').waitFor();
    expect(lists()).toEqual([]);
    await expectAccessible(page);
    await page.unroute('**/finding-parts-*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('7 of 41 match this condition').waitFor();
  });
});
