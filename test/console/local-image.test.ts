import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../support/http/client.ts';
import '../support/images/make-hdr.ts';
import type { StartedService } from '../support/service/start-service.ts';
import { type ConsolePage, expectAccessible, openPage, shoot } from './support/console-page.ts';
import { hasBrowser } from './support/fake-console.ts';
import { type LocalConsole, openLocalConsole } from './support/local-console.ts';
import { takeOver } from './support/local-sign-in.ts';

let service: StartedService;
let local: LocalConsole;
let opened: ConsolePage;
let client: ReturnType<typeof createClient>;
let imageId: string;

describe.skipIf(!hasBrowser)('an image of a local service in the console', () => {
  beforeAll(async () => {
    local = await openLocalConsole();
    service = local.service;
    client = createClient(service);
    const create = { width: 800, height: 600, channels: 3 as const, background: '#b5651d' };
    const jpeg = await sharp({ create }).jpeg().toBuffer();
    ({ imageId } = await client.store(jpeg));
    opened = await openPage(local.browser);
    await takeOver(opened.page, service.baseUrl);
  });
  afterAll(async () => {
    await shoot(opened.page, 'local-image-1440-light', true);
    await local.close();
  });

  /** Opens a path of the console in the project of the image. */
  const open = (path: string) => {
    const url = new URL(`/console/${path}`, service.baseUrl);
    url.searchParams.set('project', service.projectId);
    return opened.page.goto(url.href);
  };

  it('is cropped by drawing, and made to the pixel', async () => {
    const { page, faults } = opened;
    page.setDefaultTimeout(10_000);
    await open(`playground?image=${imageId}`);
    await page.getByRole('button', { name: 'Crop: draw on the image' }).click();
    const box = await page.locator('.draw-on').boundingBox();
    if (!box) throw new Error('the stage has no box');
    const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
    await page.mouse.move(...at(0.25, 0.25));
    await page.mouse.down();
    await page.mouse.move(...at(0.75, 0.75), { steps: 5 });
    await page.mouse.up();
    const crop = () => new URL(page.url()).searchParams.get('crop');
    await expect.poll(crop).not.toBeNull();
    const [, , width, height] = (crop() ?? '').split(',').map(Number);
    expect(Math.abs((width ?? 0) - 400)).toBeLessThan(5);
    await page.getByText(`${width} × ${height}`).nth(1).waitFor();
    await page.getByRole('button', { name: 'Crop: done' }).click();
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('slider', { name: /^Compare/ }).waitFor();
    const made = page.locator('img.after');
    const size = () =>
      made.evaluate((one) => {
        const { naturalWidth, naturalHeight } = one as HTMLImageElement;
        return [naturalWidth, naturalHeight];
      });
    await expect.poll(size).toEqual([width, height]);
    await shoot(page, 'local-playground-1440-light');
    expect(faults).toEqual([]);
  });

  it('with a gain map of a foreign writer is shown as HDR', async () => {
    const { page, faults } = opened;
    const create = { width: 800, height: 600, channels: 3 as const, background: '#b5651d' };
    const sent = await sharp({ create }).withGainMap().jpeg().toBuffer();
    const { imageId: hdrId } = await client.store(sent);
    await open(`images/${hdrId}`);
    await page.locator('.top .badge', { hasText: 'HDR' }).waitFor();
    const changes = page.getByRole('region', { name: 'Changes by the upload' });
    await changes.getByText('HDR (gain map)').waitFor();
    const drawn = page.locator('.focal img');
    await expect
      .poll(() =>
        drawn.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
      )
      .toBeGreaterThan(0);
    await shoot(page, 'local-image-hdr-1440-light', true);
    expect(faults).toEqual([]);
  });

  it('has addresses around its focal point that the service takes', async () => {
    const { page, faults } = opened;
    page.setDefaultTimeout(10_000);
    await open(`images/${imageId}?focus=100,0`);
    const panel = page.getByRole('region', { name: 'Addresses' });
    await panel.getByRole('button', { name: '1:1' }).click();
    for (const [kind, told] of [
      ['URL', '1 rendition, 1 new'],
      ['srcset', '2 renditions, 2 new'],
      ['picture', '5 renditions, 5 new'],
      ['next/image', '2 renditions, 2 new'],
      ['unpic', '2 renditions, 2 new'],
    ] as const) {
      await panel.getByRole('tab', { name: kind, exact: true }).click();
      await panel.getByText(told).waitFor();
    }
    await panel.getByRole('tab', { name: 'Markdown' }).click();
    const text = (await panel.locator('pre').textContent()) ?? '';
    const url = new URL(/\((http[^)]+)\)/.exec(text)?.[1] ?? '');
    expect(url.searchParams.get('crop')).toBe('200,0,600,600');
    const { status, bytes } = await client.get(url.pathname + url.search);
    expect(status).toBe(200);
    const { width, height } = await sharp(bytes).metadata();
    expect([width, height]).toEqual([600, 600]);
    expect(faults).toEqual([]);
  });

  it('shows changes that another user saved meanwhile', async () => {
    const { page, faults } = opened;
    const change = (add: object) =>
      client.call('update-image-metadata', { imageUrl: imageId, add });
    await change({ category: 'homeware' });
    await open(`images/${imageId}`);
    await page.getByLabel('Value of category').fill('vases');
    await change({ category: 'pottery', shelf: '4' });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('radio', { name: 'Theirs: pottery' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect.poll(() => page.getByText('Another member changed').count()).toBe(0);
    const saved = async () => (await client.call('get-image', { imageId })).json.metadata;
    await expect.poll(saved).toEqual({ category: 'vases', shelf: '4' });
    expect(faults).toEqual([]);
  });
});
