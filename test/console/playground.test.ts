import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  expectAccessible,
  expectNoOverflow,
  type PageOptions,
  shoot,
} from './support/console-page.ts';
import { PICTURE, PROJECT } from './support/example-answers.ts';
import { answerExplanations } from './support/example-explanations.ts';
import { answerImages, type ExampleImage } from './support/example-images.ts';
import { type FakeConsole, hasBrowser, useFakeConsole } from './support/fake-console.ts';
import type { FakeService } from './support/fake-service.ts';

const THEMES = ['light', 'dark'] as const;

let app: FakeConsole;
let service: FakeService;
let images: ExampleImage[];

describe.skipIf(!hasBrowser)('the playground', () => {
  app = useFakeConsole();
  beforeEach(() => {
    ({ service } = app);
    images = answerImages(service, 6);
    answerExplanations(service);
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
    await page.getByText('it cost 1, 37 left').waitFor();
    await page.getByText('edge 48 ms, render 23 ms').waitFor();
    await shoot(page, 'playground-made-1440-light');
  });

  it('opens a private image by a grant of its own, which it asks for a single time (private.grants)', async () => {
    const [first] = images;
    if (!first) throw new Error('there is an image');
    const imageUrl = first.imageUrl.replace('/res/', `/private/${PROJECT.projectId}/`);
    Object.assign(first, { visibility: 'private', imageUrl });
    const opened: string[] = [];
    service.serve('/private/', ({ url = '' }, response) => {
      const isOpen = url.includes('Policy=abc');
      if (isOpen) opened.push(url);
      response.writeHead(isOpen ? 200 : 403, { 'Content-Type': 'image/webp' }).end(PICTURE);
    });
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    service.answer('create-access-grant', () => ({
      body: { cookies: [], queryString: 'Policy=abc&Signature=def', imageUrl, expiresAt },
    }));
    const page = await open('/console/playground?blur=3');
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('slider', { name: /^Compare/ }).waitFor();
    // as a viewer has it
    const link = `${imageUrl}?blur=4&Policy=x&Signature=y&Key-Pair-Id=z`;
    await page.getByLabel('Read an address').fill(link);
    await page.getByRole('button', { name: 'Make it' }).click();
    expect(await page.getByText('in the address is ignored').count()).toBe(0);
    await expect.poll(() => opened.map((url) => url.includes('blur=4'))).toEqual([false, true]);
    const asked = service.calls.filter(({ name }) => name === 'create-access-grant');
    expect(asked).toMatchObject([{ request: { imageId: first.imageId } }]);
    await shoot(page, 'playground-private-1440-light');
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

  describe('draws the crop on the image', () => {
    /** The numbers of the crop, in the fields and in the address. */
    const cropOf = async (page: Page) => {
      const fields = page.getByRole('group', { name: 'Crop' }).getByRole('textbox');
      const text = await fields.evaluateAll((all) =>
        all.map((one) => (one as HTMLInputElement).value).join(),
      );
      return { text, query: new URL(page.url()).searchParams.get('crop') };
    };
    const openDrawing = async (query = '', options: PageOptions = {}) => {
      const page = await app.open(
        `/console/playground?image=${images[0]?.imageId}${query}`,
        options,
      );
      await page.getByRole('button', { name: 'Crop: draw on the image' }).click();
      const stage = page.locator('.draw-on');
      await stage.scrollIntoViewIfNeeded();
      const box = await stage.boundingBox();
      if (!box) throw new Error('the stage has no box');
      /** The middle of so many per cent of the image, which has 2400 by 3000 pixels. */
      const at = (x: number, y: number) =>
        [box.x + (box.width * x) / 100, box.y + (box.height * y) / 100] as const;
      return { page, at };
    };
    const near = (text: string | null, wanted: readonly number[]) =>
      (text ?? '')
        .split(',')
        .every((one, side) => Math.abs(Number(one) - (wanted[side] ?? 0)) < 25);
    const expectCrop = async (page: Page, wanted: readonly number[]) => {
      await expect.poll(async () => near((await cropOf(page)).query, wanted)).toBe(true);
      const { text, query } = await cropOf(page);
      expect(text).toBe(query);
    };

    it('by the mouse: a new rectangle, moved, sized at a corner and at a side', async () => {
      const { page, at } = await openDrawing();
      await page.mouse.move(...at(20, 20));
      await page.mouse.down();
      await page.mouse.move(...at(50, 40));
      await page.mouse.move(...at(60, 60));
      // the numbers are in step before the end, the address is not yet
      await expect
        .poll(async () => near((await cropOf(page)).text, [480, 600, 960, 1200]))
        .toBe(true);
      expect((await cropOf(page)).query).toBeNull();
      await page.mouse.up();
      await expectCrop(page, [480, 600, 960, 1200]);
      const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
        await page.mouse.move(...at(...from));
        await page.mouse.down();
        await page.mouse.move(...at(...to), { steps: 4 });
        await page.mouse.up();
      };
      await drag([40, 40], [50, 30]);
      await expectCrop(page, [720, 300, 960, 1200]);
      await drag([30, 10], [20, 20]);
      await expectCrop(page, [480, 600, 1200, 900]);
      await drag([70, 35], [90, 35]);
      await expectCrop(page, [480, 600, 1680, 900]);
      await shoot(page, 'playground-crop-1440-light');
      await expectAccessible(page);
      // never beyond the image
      await drag([50, 35], [100, 100]);
      await expectCrop(page, [720, 2100, 1680, 900]);
      // a rectangle is asked about once it stands still
      await expect
        .poll(() => service.calls.filter(({ name }) => name === 'explain-transformation').length)
        .toBeLessThan(10);
      await page.getByRole('button', { name: 'Crop: done' }).click();
      await page.getByRole('slider', { name: /^Compare/ }).waitFor();
    });

    it('by keys: arrows move by 1, with Shift by 10, with Alt they size', async () => {
      const { page } = await openDrawing('&crop=100,200,300,400');
      const frame = page.getByRole('button', { name: /^Crop: x/ });
      await frame.focus();
      for (const key of ['ArrowRight', 'Shift+ArrowDown', 'Alt+ArrowLeft', 'Alt+Shift+ArrowDown']) {
        await page.keyboard.press(key);
      }
      await expect.poll(async () => (await cropOf(page)).query).toBe('101,210,299,410');
      expect((await cropOf(page)).text).toBe('101,210,299,410');
      await expect.poll(() => frame.getAttribute('aria-label')).toContain('width 299, height 410');
    });

    it('without dragging: a click brings the rectangle, numbers change it', async () => {
      const { page, at } = await openDrawing('&crop=0,0,600,600');
      await page.mouse.click(...at(75, 80));
      await expectCrop(page, [1500, 2100, 600, 600]);
      await page.getByRole('group', { name: 'Crop' }).getByRole('textbox').first().fill('9');
      await expect.poll(async () => (await cropOf(page)).query).toMatch(/^9,/);
      const left = await page.locator('.draw-frame').evaluate((one) => one.style.left);
      expect(Number.parseFloat(left)).toBeCloseTo(0.375, 3);
    });

    it.each(THEMES)('has no fault at 360 px, by touch, %s', async (theme) => {
      const { page, at } = await openDrawing('&crop=0,0,600,600', { width: 360, theme });
      await page.touchscreen.tap(...at(50, 50));
      await expectCrop(page, [900, 1200, 600, 600]);
      await expectNoOverflow(page);
      await expectAccessible(page);
      await shoot(page, `playground-crop-360-${theme}`);
    });
  });

  it('sets the position on the image by a click or arrows, and shows the kept part', async () => {
    const page = await open(`/console/playground?image=${images[0]?.imageId}`);
    const button = page.getByRole('button', { name: 'Position: draw on the image' });
    await expect.poll(() => button.isDisabled()).toBe(true);
    await page.goto(
      `${service.url}/console/playground?image=${images[0]?.imageId}&width=600&height=300`,
    );
    await button.click();
    const ninths = page.getByRole('group', { name: 'Position: draw on the image' });
    await ninths.getByRole('radio', { name: 'bottom', exact: true }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('position')).toBe('bottom');
    // 2400 by 1200 of 3000 pixels
    const kept = page.locator('.draw-shade span');
    expect(await kept.evaluate(({ style }) => [style.top, style.height])).toEqual(['60%', '40%']);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => new URL(page.url()).searchParams.get('position')).toBe('bottom-right');
    const dot = page.getByRole('group', { name: 'Position', exact: true });
    await expect
      .poll(() => dot.getByRole('radio', { name: 'bottom-right' }).isChecked())
      .toBe(true);
    await expectAccessible(page);
    await shoot(page, 'playground-position-1440-light');
  });
});
