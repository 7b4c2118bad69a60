import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrokenLinks } from '../../docs-site/find-broken-links.ts';
import { PAGES } from '../../docs-site/pages.ts';
import { inlineScriptsOf } from '../../docs-site/policy.ts';
import { stagePages } from '../../docs-site/stage.ts';
import { joinPages, listedPages } from '../../site/join-pages.ts';
import { openBrowser } from '../browser/support/open-browser.ts';
import { lacks } from '../support/needs/needs.ts';
import { serveSite } from './support/serve-site.ts';

const SITE = '.build/docs';
const BASE = '/docs/';
const staged = stagePages();
const htmlOf = (path: string) => path.replace(/\.md$/, '.html');

describe('the docs site', () => {
  it('has a page for every Markdown file of docs', () => {
    const sources = new Set(staged.map(({ source }) => source));
    expect(globSync('docs/**/*.md').filter((path) => !sources.has(path))).toEqual([]);
    for (const { path } of staged) expect(existsSync(join(SITE, htmlOf(path))), path).toBe(true);
  });

  it('has every page as Markdown beside it, and all of them in llms.txt', () => {
    const list = readFileSync(join(SITE, 'llms.txt'), 'utf8');
    for (const { path, title } of staged) {
      expect(readFileSync(join(SITE, path), 'utf8').replaceAll('`', ''), path).toContain(
        `# ${title}`,
      );
      expect(list).toContain(`](${BASE}${path})`);
    }
    expect(list).toMatch(/^# imagewell\n\n> /);
  });

  it('says of each page of the side bar in llms.txt its subject, and joins their text', () => {
    const list = readFileSync(join(SITE, 'llms.txt'), 'utf8');
    const read = (path: string) => readFileSync(join(SITE, path), 'utf8');
    const full = joinPages(
      list,
      listedPages(list).map((path) => ({ path, text: read(path) })),
    );
    for (const { path } of PAGES) {
      const line = list.split('\n').find((one) => one.includes(`](${BASE}${path})`)) ?? '';
      expect(line, path).toMatch(/\): \S.{10,400}[.?]$/);
      expect(full).toContain(`\nSource: ${BASE}${path}\n\n# `);
    }
    expect(full).not.toMatch(/\]\(\.|^<!--|<figure/m);
  });

  it('follows every link, and loads nothing from another host', () => {
    expect(findBrokenLinks(SITE, BASE)).toEqual([]);
  });

  it('has no inline script, no style attribute and no style element', () => {
    for (const file of globSync('**/*.html', { cwd: SITE })) {
      const html = readFileSync(join(SITE, file), 'utf8');
      expect([...inlineScriptsOf(html).keys()], file).toEqual([]);
      expect(html, file).not.toMatch(/<style|<[a-z][^<>]*? style="/);
    }
  });

  it('has no copy of an image beside the one that Markdown shows', () => {
    expect(globSync('assets/*.{avif,gif,jpg,png,webp}', { cwd: SITE })).toEqual([]);
    expect(globSync('{images,screens}/**/*.webp', { cwd: SITE }).length).toBeGreaterThan(50);
  });

  it('begins no card of its home with a colon', () => {
    const home = readFileSync(join(SITE, 'index.html'), 'utf8');
    const [, cards = ''] = /<div class="cards">(.*?)<\/div>/s.exec(home) ?? [];
    const texts = [...cards.matchAll(/<\/a>(.)/g)].map(([, first]) => first);
    expect(texts.length).toBeGreaterThan(8);
    expect(texts.filter((first) => !/[A-Z`<]/.test(first ?? ''))).toEqual([]);
  });

  it('shows every image that the engine made', () => {
    const text = readFileSync(join(SITE, 'transformations.md'), 'utf8');
    const figures = [...text.matchAll(/src="\.\/(images\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(figures.length).toBeGreaterThan(30);
    expect(figures.filter((path) => !existsSync(join(SITE, path)))).toEqual([]);
  });
});

describe('the check of links', () => {
  it.each([
    ['a page', '<a href="./nowhere.html">', 'start.html: ./nowhere.html: names no file'],
    [
      'a heading',
      '<a href="./errors.html#nothing">',
      'start.html: ./errors.html#nothing: names no heading',
    ],
    [
      'a script',
      '<script src="https://cdn.example.com/a.js">',
      'start.html: https://cdn.example.com/a.js: is of another host',
    ],
    ['a way out', '<a href="../README.md">', 'start.html: ../README.md: leaves /docs/'],
  ])('finds %s that is planted', (_, planted, line) => {
    const folder = mkdtempSync(join(tmpdir(), 'imagewell-docs-'));
    cpSync(SITE, folder, { recursive: true });
    const page = join(folder, 'start.html');
    writeFileSync(page, `${readFileSync(page, 'utf8')}${planted}`);
    expect(findBrokenLinks(folder, BASE)).toEqual([line]);
    rmSync(folder, { recursive: true });
  });
});

describe.skipIf(lacks('chromium'))('the docs site in a browser', () => {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof serveSite>>;

  beforeAll(async () => {
    browser = await openBrowser();
    site = await serveSite(SITE);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  /** Collects what a page says in the console, and each request to another host. */
  async function openPage(context: BrowserContext) {
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
    });
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(site.url) && !url.startsWith('data:')) faults.push(url);
    });
    return { page, faults };
  }

  it.each([
    [360, 'light'],
    [768, 'light'],
    [1440, 'dark'],
  ] as const)(
    'at %i px, %s: fits, and breaks no policy on any page',
    async (width, colorScheme) => {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      const { page, faults } = await openPage(context);
      const wrong: string[] = [];
      for (const { path } of PAGES) {
        await page.goto(new URL(htmlOf(path), site.url).href, { waitUntil: 'load' });
        await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (over > 0) wrong.push(`${path} is ${over} px too wide`);
        wrong.push(...faults.splice(0).map((fault) => `${path}: ${fault}`));
      }
      expect(wrong).toEqual([]);
      await context.close();
    },
  );

  it('searches offline, and leads to each page that it found', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const { page, faults } = await openPage(context);
    await page.goto(site.url);
    // The box is fetched when the button is pressed: keys typed before it stands are lost.
    await page.click('.DocSearch-Button');
    await page.locator('#localsearch-input').fill('rotate-webhook-secret');
    await page.locator('.result').first().click();
    await expect.poll(() => page.url()).toContain('calls/webhooks.html#rotate-webhook-secret');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('keeps the theme that a reader chose', async () => {
    const context = await browser.newContext({ colorScheme: 'light' });
    const { page, faults } = await openPage(context);
    await page.goto(site.url);
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.locator('.VPSwitchAppearance').first().click();
    await expect.poll(ground).not.toBe(light);
    await page.reload();
    expect(await ground()).not.toBe(light);
    expect(faults).toEqual([]);
    await context.close();
  });
});
