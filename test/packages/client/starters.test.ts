import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packClient } from '../../../scripts/client/pack-client.ts';
import { openBrowser } from '../../browser/support/open-browser.ts';
import { createClient } from '../../support/http/client.ts';
import { drawJpeg } from '../../support/images/draw.ts';
import { lacks } from '../../support/needs/needs.ts';
import {
  freePort,
  makeDataFolder,
  type StartedService,
  startService,
} from '../../support/service/start-service.ts';

const run = promisify(execFile);

const SCREENSHOTS = '.build/starters';
const LOOKS = [
  [360, 'light'],
  [360, 'dark'],
  [1440, 'light'],
  [1440, 'dark'],
] as const;

/** How each starter is served, and the images of its page. */
const STARTERS = [
  { name: 'vite', prefix: 'VITE_', serve: 'npm run preview', port: ' -- --port', ids: ['image'] },
  { name: 'next', prefix: 'NEXT_PUBLIC_', serve: 'npm start', ids: ['image', 'own-image'] },
  { name: 'astro', prefix: '', serve: 'npm run preview', port: ' -- --port', ids: ['image'] },
  { name: 'nuxt', prefix: '', serve: 'npm run preview', ids: ['image'] },
];
type Starter = (typeof STARTERS)[number];
/** It installs more than six hundred packages. */
const LONG = ['nuxt'];
const hasLong = process.env.IMAGEWELL_STARTERS === 'all';
if (!hasLong) console.log(`skipped: ${LONG.join(', ')}, without IMAGEWELL_STARTERS=all`);
const chosen = STARTERS.filter(({ name }) => hasLong || !LONG.includes(name));

/** The commands of the docs, which are those of the starter for Next. */
async function readCommands(): Promise<readonly string[]> {
  const page = await readFile('docs/guides/frameworks.md', 'utf8');
  const [, block = ''] = /\n## Starters\n.*?```sh\n(.*?)```/s.exec(page) ?? [];
  return block.trim().split('\n');
}

/** The same for another starter, in another folder. */
function commandsFor({ name, prefix }: Starter, commands: readonly string[], folder: string) {
  const script = commands
    .join('\n')
    .replaceAll('examples/starters/next', `examples/starters/${name}`)
    .replaceAll('../my-page', folder)
    .replaceAll('/path/to/imagewell', process.cwd())
    .replaceAll('NEXT_PUBLIC_', prefix)
    .replace('http://127.0.0.1:8080', service.cdnUrl)
    .replace('img_aaaaaaaaaaaaaaaaaaaaaaaaaa', image);
  return script.split('\n');
}

/** The browser's scripts of a built page with Next. */
async function readChunks(folder: string): Promise<string> {
  const paths = globSync('.next/static/**/*.js', { cwd: folder });
  const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), 'utf8')));
  return texts.join('\n');
}

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

const backgroundOf = (element: Locator) =>
  element.evaluate((entry) => getComputedStyle(entry).backgroundImage);

let data: Awaited<ReturnType<typeof makeDataFolder>>;
let service: StartedService;
let image: string;
let browser: Browser;

/** A phone and a desktop, light and dark: nothing is wider than the screen. */
async function lookAt(name: string, url: string): Promise<void> {
  for (const [width, colorScheme] of LOOKS) {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
    await page.goto(url, { waitUntil: 'networkidle' });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${name} at ${width}`).toBe(0);
    await page.screenshot({ path: `${SCREENSHOTS}/${name}-${width}-${colorScheme}.png` });
    await page.close();
  }
}

describe.skipIf(lacks('chromium'))('a starter', () => {
  beforeAll(async () => {
    packClient();
    data = await makeDataFolder();
    service = await startService(data.path);
    image = (await createClient(service).store(await drawJpeg(1200, 800))).imageId;
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await data?.remove();
  });

  it.each(chosen)(
    'of $name is built from the tarball and shows an uploaded image with its placeholder',
    async (starter) => {
      const { name, serve, port: portFlag, ids } = starter;
      const parent = await mkdtemp(join(tmpdir(), `imagewell-${name}-`));
      const folder = join(parent, 'page');
      let child: ChildProcess | undefined;
      try {
        const port = String(await freePort());
        const env = {
          ...process.env,
          NODE_ENV: undefined,
          npm_config_audit: 'false',
          npm_config_fund: 'false',
          npm_config_prefer_offline: 'true',
          NEXT_TELEMETRY_DISABLED: '1',
          ASTRO_TELEMETRY_DISABLED: '1',
          NUXT_TELEMETRY_DISABLED: '1',
          PORT: port,
        };
        const [pack, ...rest] = commandsFor(starter, await readCommands(), folder);
        expect([pack, rest.at(-1)]).toEqual(['npm run pack -- client', 'npm start']);
        const variables = rest.filter((line) => line.startsWith('export '));
        expect(variables).toHaveLength(2);
        await run('sh', ['-ec', rest.slice(0, -1).join('\n')], { env });
        await checkTypes(folder, name);
        if (name === 'next') {
          const chunks = await readChunks(folder);
          // a page that only shows images has the component, and nothing of an upload
          expect(chunks).toContain('is no URL or ID of an image');
          expect(chunks).not.toContain('X-Original-Filename');
        }
        const last = `${serve}${portFlag === undefined ? '' : `${portFlag} ${port}`}`;
        const started = [...variables, `exec ${last}`].join('\n');
        const options = { cwd: folder, env, detached: true, stdio: 'ignore' } as const;
        child = spawn('sh', ['-ec', started], options);

        const page = await browser.newPage({ viewport: { width: 800, height: 900 } });
        const release = Promise.withResolvers<void>();
        // all images wait but the placeholder, which is 24 pixels wide; so does the load event
        await page.route(/\/res\/.*width=(?!24&)/, async (route) => {
          await release.promise;
          await route.continue();
        });
        await expect
          .poll(() =>
            page.goto(`http://localhost:${port}/`, { waitUntil: 'commit' }).catch(() => undefined),
          )
          .toBeTruthy();
        for (const id of ids) {
          const element = page.locator(`#${id}`);
          await expect
            .poll(() => backgroundOf(element))
            .toMatch(/width=24&quality=40|data:image\//);
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
          // behind transparent pixels it would stay visible
          await expect.poll(() => backgroundOf(element)).toBe('none');
        }
        await page.close();
        await lookAt(name, `http://localhost:${port}/`);
      } finally {
        if (child?.pid) process.kill(-child.pid);
        await rm(parent, { recursive: true, force: true, maxRetries: 5 });
      }
    },
    400_000,
  );
});
