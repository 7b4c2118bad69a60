import { globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawJpeg } from '../support/images/draw.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../support/service/start-service.ts';
import { readExample } from './support/read-example.ts';

const EXAMPLE_URL = /https:\/\/images\.example\.com\/res\/img_a{26}(\.[a-z]+[^\s"]*)/g;

/** The addresses that the tasks show, without the ID of their image. */
const shown = globSync('docs/tasks/*.md').flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(EXAMPLE_URL)].map(([, rest = '']) => rest),
);

let service: StartedService;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let stem = '';

beforeAll(async () => {
  folder = await makeDataFolder();
  service = await startService(join(folder.path, 'data'), '--plan', 'unlimited');
  const response = await fetch(`${service.baseUrl}/api/v1/upload-project-image`, {
    method: 'POST',
    headers: { 'X-API-Key': service.apiKey, 'Content-Type': 'image/jpeg' },
    body: new Uint8Array(await drawJpeg(1200, 900)),
  });
  const { temporaryImageUrl } = (await response.json()) as { temporaryImageUrl: string };
  const saved = await fetch(`${service.baseUrl}/api/v1/save-temporary-image`, {
    method: 'POST',
    headers: { 'X-API-Key': service.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ temporaryImageUrl }),
  });
  const { imageUrl } = (await saved.json()) as { imageUrl: string };
  stem = imageUrl.replace(/\.[a-z]+$/, '');
});
afterAll(async () => {
  await service.stop();
  await folder.remove();
});

describe('the addresses of the tasks', () => {
  it('are many', () => expect(shown.length).toBeGreaterThan(15));

  it.each([...new Set(shown)])('%s is served, and no parameter of it is ignored', async (rest) => {
    const { status, headers } = await fetch(stem + rest);
    expect([status, headers.get('x-ignored-parameters')]).toEqual([200, null]);
  });
});

it('the example of private images makes a signed address that ends', async () => {
  const path = resolve('.build/docs-examples/private-image.mjs');
  await mkdir(resolve(path, '..'), { recursive: true });
  await writeFile(path, readExample('private image'));
  const outfile = path.replace('.mjs', '.bundle.mjs');
  await build({
    entryPoints: [path],
    outfile,
    bundle: true,
    format: 'esm',
    alias: { 'imagewell-client': resolve('client/src/imagewell-client.ts') },
  });
  const { privateUrl } = await import(outfile);
  const url = new URL(await privateUrl({ imageUrl: `${stem}.jpg` }, 'x'.repeat(43)));
  expect(url.pathname).toMatch(/\.webp$/);
  expect(url.searchParams.get('width')).toBe('800');
  expect(Number(url.searchParams.get('expires'))).toBeGreaterThan(Date.now() / 1000);
  expect(url.searchParams.get('signature')).toMatch(/^[\w-]{43}$/);
});
