import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packClient } from '../../../scripts/client/pack-client.ts';
import { stagedFolder } from '../../../scripts/packages/pack-staged.ts';
import { openBrowser, slowDown } from '../../browser/support/open-browser.ts';
import { drawNoise } from '../../support/images/draw.ts';
import { lacks } from '../../support/needs/needs.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../../support/service/start-service.ts';

/** The adapter as it is packed, in place of its source. */
const packedAdapter: Plugin = {
  name: 'packed-adapter',
  setup({ onResolve }) {
    const path = join(stagedFolder('imagewell-client'), 'dist/esm/integrations/react.js');
    onResolve({ filter: /client\/src\/integrations\/react\.ts$/ }, () => ({ path }));
  },
};

/** The page with the development build of React, whose strict mode runs effects twice. */
async function buildPage({ baseUrl, uploadKey }: StartedService): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['test/packages/client/support/upload-page.ts'],
    bundle: true,
    write: false,
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [packedAdapter],
  });
  const options = JSON.stringify({ baseUrl, uploadKey, retries: 0 });
  const script = `window.options = ${options};${outputFiles[0]?.text}`;
  return `<!doctype html><meta charset="utf-8"><body><script>${script.replaceAll('</script', '<\\/script')}</script>`;
}

let data: Awaited<ReturnType<typeof makeDataFolder>>;
let service: StartedService;
let server: Server;
let browser: Browser;
let page: Page;
let faults: string[];
/** The calls and files that were sent, and those that ended without a response. */
let sent: string[];
let failed: string[];

const choose = (id: string, buffer: Buffer, name = 'a.png') =>
  page.locator(`#${id} input`).setInputFiles({ name, mimeType: 'image/png', buffer });
const seen = (id = 'first') => page.evaluate((one) => window.seen[one], id);
const phases = async (id?: string) => (await seen(id))?.phases;
const results = async (id?: string) => (await seen(id))?.results;
const text = (id = 'first') => page.locator(`#${id} output`).innerText();
const isBetween = async () =>
  (await seen())?.fractions.some((fraction) => fraction > 0 && fraction < 1);
const press = (name: string) => page.getByRole('button', { name }).first().click();
const URL_OF_IMAGE = expect.stringMatching(/\/res\/tmp_[a-z2-7]{26}\.png$/);

describe.skipIf(lacks('chromium'))('useUpload, in React’s strict mode', () => {
  beforeAll(async () => {
    packClient();
    data = await makeDataFolder();
    service = await startService(data.path);
    const html = await buildPage(service);
    server = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);
    });
    await new Promise<void>((done) => server.listen(0, 'localhost', done));
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
    await service?.stop();
    await data?.remove();
  });
  beforeEach(async () => {
    page = await browser.newPage();
    [faults, sent, failed] = [[], [], []];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      const isNetwork = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isNetwork) faults.push(message.text());
    });
    const nameOf = (url: string) => new URL(url).pathname.split('/')[3] ?? url;
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(nameOf(request.url()));
    });
    page.on('requestfailed', (request) => failed.push(nameOf(request.url())));
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    await page.locator('#second output').waitFor();
  });
  afterEach(async () => {
    expect(faults).toEqual([]);
    await page.close();
  });

  it('shows the progress of a file, and the URL of its temporary image', async () => {
    await slowDown(page, 150_000);
    await choose('first', await drawNoise(300, 200));
    await expect.poll(() => results()).toEqual([URL_OF_IMAGE]);
    const { fractions = [], phases: all, results: urls } = (await seen()) ?? {};
    expect(await isBetween()).toBe(true);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(all).toEqual(['idle', 'sending', 'done']);
    expect((await fetch(urls?.[0] ?? '')).status).toBe(200);
    expect(sent).toEqual(['upload-temporary-image']);
  });

  it('sends a large file directly to the storage, and shows that it is checked', async () => {
    await choose('first', await drawNoise(1500, 1200));
    await expect.poll(() => results()).toEqual([URL_OF_IMAGE]);
    expect(await phases()).toEqual(['idle', 'sending', 'checking', 'done']);
    expect(sent[0]).toBe('create-direct-upload');
    expect(sent).not.toContain('upload-temporary-image');
  });

  it('is cancelled in the middle, and sends another file after that', async () => {
    await slowDown(page, 50_000);
    const image = await drawNoise(300, 200);
    await choose('first', image);
    await expect.poll(isBetween).toBe(true);
    await press('Cancel');
    await expect.poll(() => results()).toEqual([null]);
    expect(await phases()).toEqual(['idle', 'sending', 'cancelled']);
    await expect.poll(() => failed).toEqual(['upload-temporary-image']);
    await slowDown(page, -1);
    await choose('first', image, 'b.png');
    await expect.poll(() => results()).toEqual([null, URL_OF_IMAGE]);
    expect(await phases()).toEqual(['idle', 'sending', 'cancelled', 'sending', 'done']);
  });

  it('fails with the service’s reason, and without a response', async () => {
    await choose('first', Buffer.from('no image'));
    await expect.poll(() => phases()).toEqual(['idle', 'sending', 'failed']);
    expect(await text()).toMatch(/^content_type_mismatch: \S+/);
    expect(await results()).toEqual([null]);
    await page.route('**/upload-temporary-image/**', (route) => route.abort());
    await choose('second', await drawNoise(30, 20));
    await expect.poll(() => text('second')).toMatch(/^network_error: No response from /);
  });

  it('ends the request where its component is removed in the middle', async () => {
    await slowDown(page, 50_000);
    await choose('first', await drawNoise(300, 200));
    await expect.poll(isBetween).toBe(true);
    await press('Remove');
    await expect.poll(() => results()).toEqual([null]);
    await expect.poll(() => failed).toEqual(['upload-temporary-image']);
    expect(await phases()).toEqual(['idle', 'sending']);
    expect(await page.locator('#first').count()).toBe(0);
  });

  it('replaces a file by the next one, whose state alone is shown', async () => {
    await slowDown(page, 50_000);
    await choose('first', await drawNoise(300, 200));
    await expect.poll(isBetween).toBe(true);
    await choose('first', await drawNoise(30, 20), 'b.png');
    await expect.poll(() => results()).toEqual([null, URL_OF_IMAGE]);
    expect(await phases()).toEqual(['idle', 'sending', 'done']);
    await expect.poll(() => failed).toEqual(['upload-temporary-image']);
  });

  it('sends the files of two components at the same time, each with its own state', async () => {
    await slowDown(page, 150_000);
    const image = await drawNoise(300, 200);
    await choose('first', image);
    await choose('second', image, 'b.png');
    await expect.poll(() => results()).toEqual([URL_OF_IMAGE]);
    await expect.poll(() => results('second')).toEqual([URL_OF_IMAGE]);
    expect(await phases('second')).toEqual(['idle', 'sending', 'done']);
    expect(await results()).not.toEqual(await results('second'));
  });

  it('does nothing where a chooser was closed without a file', async () => {
    await page
      .locator('#first input')
      .evaluate((input) => input.dispatchEvent(new Event('change', { bubbles: true })));
    await expect.poll(() => results()).toEqual([null]);
    expect(await phases()).toEqual(['idle']);
    expect(sent).toEqual([]);
  });
});
