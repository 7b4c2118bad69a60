import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTROLS } from '../../console/src/generated/parameters.ts';
import { findRoute } from '../../console/src/state/route-names.ts';
import { PARAMETER_WORDS } from '../../core/transform/parameter-words.ts';
import { PARAMETER_NAMES } from '../../core/transform/parameters.ts';
import { parseQuery } from '../../core/transform/query.ts';
import { playgroundLink } from '../../docs-site/playground-links.ts';
import { openBrowser } from '../browser/support/open-browser.ts';
import { lacks } from '../support/needs/needs.ts';
import { serveSite } from './support/serve-site.ts';

const SITE = '.build/docs';
const LINK = /href="(\/console\/playground[^"]*)"/g;

const links = globSync('**/*.html', { cwd: SITE }).flatMap((file) =>
  [...readFileSync(join(SITE, file), 'utf8').matchAll(LINK)].map(
    ([, link = '']) => [file, new URL(link.replaceAll('&amp;', '&'), 'http://site')] as const,
  ),
);
const controls = new Set(CONTROLS.map(({ name }) => name));

describe('examples of parameters in the docs', () => {
  it('open the playground, which has a control for each, with values that the service takes', () => {
    expect(links.length).toBeGreaterThan(100);
    for (const [file, { pathname, searchParams, href }] of links) {
      expect(findRoute(pathname)?.name, file).toBe('playground');
      const asked = [...searchParams].filter(([name]) => name !== 'format');
      expect(
        asked.filter(([name]) => !controls.has(name)),
        href,
      ).toEqual([]);
      expect(parseQuery(asked).errors, href).toEqual([]);
    }
  });

  it('are links in the table of parameters, but for those that name an image or have no control', () => {
    const table = links.filter(([file]) => file === 'transformations.html');
    const linked = new Set(table.map(([, { search }]) => decodeURIComponent(search.slice(1))));
    const examples = PARAMETER_NAMES.filter((name) => controls.has(name)).map(
      (name) => `${name}=${PARAMETER_WORDS[name].example}`,
    );
    expect(examples.length).toBeGreaterThan(30);
    expect(examples.filter((one) => !linked.has(one))).toEqual([
      expect.stringMatching(/^overlay=img_/),
    ]);
  });

  it.each([
    ['preset=card', undefined],
    ['overlay=img_mzxw6ytboi2dkmrvgezdgnbvgy', undefined],
    ['', undefined],
    ['width=400&blur=2', '/console/playground?width=400&blur=2'],
  ])('%s leads to %s', (query, link) => {
    expect(playgroundLink(query)).toBe(link);
  });
});

describe.skipIf(lacks('chromium'))('such a link in a browser', () => {
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

  it('leaves the docs, whose router would look for a page of theirs', async () => {
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(new URL('transformations.html', site.url).href, { waitUntil: 'load' });
    await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
    await page.click('td a[href="/console/playground?width=400"]');
    const there = new URL('/console/playground?width=400', site.url).href;
    await expect.poll(() => asked).toContain(there);
  });
});
