import { posix } from 'node:path';
import { LINK, mapProse } from './markdown-prose.ts';

/** A page of the docs as Markdown, by its path in them. */
export interface MarkdownText {
  readonly path: string;
  readonly text: string;
}

const BASE = '/docs/';
const OPTIONAL = '\n## Optional';
/** Of a line of the list: the first address in it. */
const LISTED = /\]\(\/docs\/([\w/-]+\.md)\)/;
/** Comments, boxes and figures of the site. */
const MARK_LINE = /^<!--.*-->$|^<\/?div[^>]*>|^<\/div>$/;

/** The paths of the pages that llms.txt lists before its optional ones. */
export function listedPages(llms: string): readonly string[] {
  const [listed = ''] = llms.split(OPTIONAL);
  const lines = listed.split('\n').filter((line) => line.startsWith('- ['));
  return lines.flatMap((line) => LISTED.exec(line)?.[1] ?? []);
}

/** A page whose links hold wherever its text stands, without the marks of the site. */
function detached({ path, text }: MarkdownText): string {
  const linked = mapProse(text, (line) =>
    line.replaceAll(LINK, (whole, bang: string, words: string, target: string) => {
      if (/^(https?:|mailto:)/.test(target)) return whole;
      const [file = '', anchor] = target.split('#');
      const to = file === '' ? path : posix.join(posix.dirname(path), file);
      return `${bang}[${words}](${BASE}${to}${anchor === undefined ? '' : `#${anchor}`})`;
    }),
  );
  const lines = linked.split('\n').filter((line) => !MARK_LINE.test(line));
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** llms-full.txt: the text of every page that llms.txt lists before its optional ones. */
export function joinPages(llms: string, pages: readonly MarkdownText[]): string {
  const [introduction = ''] = llms.split('\n## ');
  const texts = pages.map((page) => `Source: ${BASE}${page.path}\n\n${detached(page)}`);
  return `${[introduction.trim(), ...texts].join('\n\n')}\n`;
}
