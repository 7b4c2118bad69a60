import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PAGES } from '../../docs-site/pages.ts';
import { plainHtml } from '../../docs-site/plain-markdown.ts';
import { readPlainPage } from '../../docs-site/read-page.ts';
import { stagePages } from '../../docs-site/stage.ts';

const pages = new Map(
  stagePages().map(({ path }) => [path.replace(/\.md$/, '.html'), readPlainPage(path)?.html ?? '']),
);
const withoutCode = (html: string) => html.replaceAll(/<code>.*?<\/code>/gs, '');
const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

describe('the pages of the docs before they are built', () => {
  it('have their text as HTML, with no mark of Markdown left', () => {
    expect(pages.size).toBeGreaterThanOrEqual(PAGES.length);
    for (const [path, html] of pages) {
      expect(html, path).toMatch(/<h1 id="/);
      const marks = /^(?:#|\||```|[-*] |<p>(?:[-*#|] |```)).*|\*\*|\]\(|<!--/m.exec(
        withoutCode(html),
      );
      expect(marks?.[0], path).toBeUndefined();
    }
  });

  it('link to pages and headings that are there', () => {
    const wrong = [...pages].flatMap(([path, html]) =>
      [...html.matchAll(/<a href="([^"]+)"/g)].flatMap(([, target = '']) => {
        if (/^[a-z]+:/.test(target) || target.endsWith('.json')) return [];
        const [file = '', anchor] = target.split('#');
        const to = file === '' ? path : posix.join(posix.dirname(path), file);
        const found = pages.get(to);
        const isThere = found !== undefined && (!anchor || idsOf(found).includes(anchor));
        return isThere ? [] : [`${path}: ${target}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['<b onclick="x">', '<p>&lt;b onclick=&quot;x&quot;&gt;</p>'],
    ['`<i>` and ``a`b``', '<p><code>&lt;i&gt;</code> and <code>a`b</code></p>'],
    ['```sh\n<a>\n# b\n```\nc', '<pre tabindex="0"><code>&lt;a&gt;\n# b</code></pre>\n<p>c</p>'],
    ['[a *b*](x.md#c)', '<p><a href="x.html#c">a <em>b</em></a></p>'],
    ['- a\n  - b', '<ul>\n<li>a</li>\n<li class="below">b</li>\n</ul>'],
    ['1. a\n2. b', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['> a **b**', '<blockquote><p>a <strong>b</strong></p></blockquote>'],
    ['![A view](x-1)', '<p><em>A view</em></p>'],
    ['<!-- figure: front -->', ''],
    ['2 * 3 * 4 | 5', '<p>2 * 3 * 4 | 5</p>'],
  ])('%j is %s', (text, html) => {
    expect(plainHtml(text)).toBe(html);
  });

  it('have tables whose columns without a name have no header', () => {
    expect(plainHtml('| a | |\n|---|---|\n| `x\\|y` | b |')).toContain(
      '<tr><th scope="col">a</th><td></td></tr></thead><tbody>\n<tr><td><code>x|y</code></td><td>b</td></tr>',
    );
  });
});
