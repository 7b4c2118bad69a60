import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packClient } from '../../../scripts/client/pack-client.ts';
import { browserPath, openBrowser } from '../../browser/support/open-browser.ts';
import { createClient } from '../../support/http/client.ts';
import { drawJpeg } from '../../support/images/draw.ts';
import {
  freePort,
  makeDataFolder,
  type StartedService,
  startService,
} from '../../support/service/start-service.ts';

const run = promisify(execFile);

/** How each starter is served, and its placeholder: part of the style of the image. */
const STARTERS = [
  { name: 'vite', prefix: 'VITE_', serve: ['run', 'preview', '--', '--port'], ids: ['image'] },
  {
    name: 'next',
    prefix: 'NEXT_PUBLIC_',
    serve: ['start', '--', '-p'],
    ids: ['image', 'own-image'],
  },
  { name: 'astro', prefix: '', serve: ['run', 'preview', '--', '--port'], ids: ['image'] },
  { name: 'nuxt', prefix: '', serve: ['run', 'preview'], ids: ['image'] },
];
/** These install more than a hundred megabytes each. */
const LONG = ['astro', 'nuxt'];
const hasLong = process.env.IMAGEWELL_STARTERS === 'all';
if (browserPath === undefined)
  console.log('skipped: there is no Chromium (apt-get install chromium)');
if (!hasLong) console.log(`skipped: ${LONG.join(', ')}, without IMAGEWELL_STARTERS=all`);
const chosen = STARTERS.filter(({ name }) => hasLong || !LONG.includes(name));

/** The adapter against the types of its framework, which the starter has installed. */
async function checkTypes(folder: string, name: string): Promise<void> {
  if (name === 'vite') return;
  await cp(`test/packages/client/support/${name}.ts.txt`, join(folder, 'check/check.ts'));
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
  };
  const config = { compilerOptions, files: ['check.ts'] };
  await writeFile(join(folder, 'check/tsconfig.json'), JSON.stringify(config));
  const tsc = resolve('node_modules/.bin/tsc');
  const { stdout } = await run(tsc, ['-p', join(folder, 'check')]).catch((error) => error);
  expect(stdout).toBe('');
  await rm(join(folder, 'check'), { recursive: true });
}

let tarball: string;
let data: Awaited<ReturnType<typeof makeDataFolder>>;
let service: StartedService;
let image: string;
let browser: Browser;

describe.skipIf(browserPath === undefined)('a starter', () => {
  beforeAll(async () => {
    tarball = packClient();
    data = await makeDataFolder();
    service = await startService(data.path);
    image = (await createClient(service).save(await drawJpeg(1200, 800))).imageId;
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await data?.remove();
  });

  it.each(chosen)(
    'of $name is built from the tarball and shows an uploaded image with its placeholder',
    async ({ name, prefix, serve, ids }) => {
      const folder = await mkdtemp(join(tmpdir(), `imagewell-${name}-`));
      let child: ChildProcess | undefined;
      try {
        await cp(`examples/starters/${name}`, folder, { recursive: true });
        const path = join(folder, 'package.json');
        const manifest = JSON.parse(await readFile(path, 'utf8'));
        manifest.dependencies['imagewell-client'] = `file:${tarball}`;
        await writeFile(path, JSON.stringify(manifest));
        const port = String(await freePort());
        const env = {
          ...process.env,
          NODE_ENV: 'production',
          NEXT_TELEMETRY_DISABLED: '1',
          ASTRO_TELEMETRY_DISABLED: '1',
          NUXT_TELEMETRY_DISABLED: '1',
          PORT: port,
          [`${prefix}IMAGEWELL_CDN_URL`]: service.cdnUrl,
          [`${prefix}IMAGEWELL_IMAGE`]: image,
        };
        const install = ['install', '--include=dev', '--no-audit', '--no-fund', '--prefer-offline'];
        await run('npm', install, { cwd: folder });
        await checkTypes(folder, name);
        await run('npm', ['run', 'build'], { cwd: folder, env });
        const args = serve.at(-1)?.startsWith('-') ? [...serve, port] : serve;
        child = spawn('npm', args, { cwd: folder, env, detached: true, stdio: 'ignore' });

        const page = await browser.newPage({ viewport: { width: 800, height: 900 } });
        const release = Promise.withResolvers<void>();
        // all images wait, but the placeholder, which is 24 pixels wide
        await page.route(/\/res\/.*width=(?!24&)/, async (route) => {
          await release.promise;
          await route.continue();
        });
        await expect
          .poll(() => page.goto(`http://localhost:${port}/`).catch(() => undefined))
          .toBeTruthy();
        for (const id of ids) {
          const element = page.locator(`#${id}`);
          const background = () =>
            element.evaluate((entry) => getComputedStyle(entry).backgroundImage);
          await expect.poll(background, name).toMatch(/width=24&quality=40|data:image\//);
          const box = await element.boundingBox();
          expect(box).toMatchObject({ width: 600, height: 400 });
        }
        release.resolve();
        for (const id of ids) {
          const element = page.locator(`#${id}`);
          await element.scrollIntoViewIfNeeded();
          await expect
            .poll(() => element.evaluate((entry: HTMLImageElement) => entry.naturalWidth))
            .toBeGreaterThan(0);
          const { source, box } = await element.evaluate((entry: HTMLImageElement) => ({
            source: entry.currentSrc,
            box: [entry.clientWidth, entry.clientHeight],
          }));
          expect(source).toMatch(new RegExp(`^${service.cdnUrl}/res/${image}\\.webp\\?width=\\d+`));
          expect(box).toEqual([600, 400]);
        }
        await page.close();
      } finally {
        if (child?.pid) process.kill(-child.pid);
        await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    },
    400_000,
  );
});
