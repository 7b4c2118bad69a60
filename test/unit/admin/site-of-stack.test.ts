import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONSOLE_SETTINGS_KEY } from '../../../site/console-settings.ts';
import { robotsFile } from '../../../site/crawler-files.ts';
import { siteOfStack } from '../../../site/site-of-stack.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imagewell-site-'));
});
afterAll(() => rm(folder, { recursive: true }));

function settingsOf(outputs: Readonly<Record<string, string>>) {
  const files = siteOfStack((name) => outputs[name], '1.0.0', { console: folder, docs: folder });
  const file = files.find(({ key }) => key === CONSOLE_SETTINGS_KEY);
  return JSON.parse(Buffer.from(file?.body ?? '').toString());
}

describe('the site of a stack', () => {
  const addresses = { BaseUrl: 'https://api.example.com', CdnUrl: 'https://cdn.example.com' };

  it('tells the console of events where the stack has a bus for them (site.settings)', () => {
    expect(settingsOf(addresses)).toMatchObject({ hasEvents: false, issuer: null, isLocal: false });
    expect(settingsOf({ ...addresses, EventBus: 'bus' })).toMatchObject({ hasEvents: true });
  });

  it('has crawlers read the docs and saved images, at its own address (site.crawlers)', async () => {
    const docs = join(folder, 'docs');
    await mkdir(join(docs, 'guides'), { recursive: true });
    await writeFile(join(docs, 'index.html'), '');
    await writeFile(join(docs, '404.html'), '');
    await writeFile(join(docs, 'guides/a.html'), '');
    await writeFile(join(docs, 'llms.txt'), '# imagewell\n\n- [A](/docs/guides/a.md)\n');
    await writeFile(join(docs, 'guides/a.md'), '# A\n\n<!-- c -->\n[B](../b.md#c)\n');
    const find = (name: string) => ({ ...addresses })[name as keyof typeof addresses];
    const files = siteOfStack(find, '1.0.0', { console: folder, docs });
    const textOf = (name: string) =>
      files
        .filter(({ key }) => key === name)
        .map(({ body }) => Buffer.from(body).toString())
        .join();
    expect(textOf('llms.txt')).toContain('- [A](https://cdn.example.com/docs/guides/a.md)\n');
    expect(textOf('llms-full.txt')).toMatch(
      /\nSource: https:\/\/cdn\.example\.com\/docs\/guides\/a\.md\n\n# A\n\n\[B\]\(https:\/\/cdn\.example\.com\/docs\/b\.md#c\)\n$/,
    );
    expect(textOf('robots.txt')).toContain('Sitemap: https://cdn.example.com/sitemap.xml\n');
    expect([...textOf('sitemap.xml').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc)).toEqual(
      ['https://cdn.example.com/docs/guides/a.html', 'https://cdn.example.com/docs/'],
    );
  });
});

describe('robots.txt', () => {
  const rules = [
    ...Buffer.from(robotsFile('https://c.example').body)
      .toString()
      .matchAll(/^Disallow: (.+)$/gm),
  ].map(([, path = '']) => path);
  /** RFC 9309, 2.2.3: a rule is the beginning of an address, and a star is anything. */
  const isClosed = (path: string) =>
    rules.some((rule) => {
      const parts = rule.split('*').map((part) => part.replaceAll(/[/.?]/g, '\\$&'));
      return new RegExp(`^${parts.join('.*')}`).test(path);
    });

  it.each([
    ['/res/tmp_aaaa.jpg', true],
    ['/res/img_aaaa.jpg?width=400&expires=1&signature=x', true],
    ['/private/prj_aaaa/img_aaaa.jpg', true],
    ['/api/v1/list-images', true],
    ['/console/images', true],
    ['/oidc/authorize', true],
    ['/res/img_aaaa.webp?width=400', false],
    ['/res/img_aaaa/red-bridge.webp', false],
    ['/docs/start.html', false],
    ['/llms.txt', false],
  ])('says of %s whether it is closed: %s (site.crawlers)', (path, expected) => {
    expect(isClosed(path)).toBe(expected);
  });
});
