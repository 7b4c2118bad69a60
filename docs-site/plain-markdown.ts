import { escapeHtml } from '../site/html-page.ts';

/** As GitHub makes anchors of headings, so that a link holds in the repository and in the site. */
export const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

const CODE = /(`+)(.+?)\1/g;
const IMAGE = /!\[([^\]]*)\]\([^)\s]+\)/g;
const LINK = /\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;
const BOLD = /\*\*(.+?)\*\*/g;
const EMPHASIS = /(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])/g;
/** Stands for a code span while its neighbours are read; no page has it. */
const HELD = /\uE000(\d+)\uE000/g;

const pageOf = (target: string) =>
  /^[a-z]+:/.test(target) ? target : target.replace(/\.md(#|$)/, '.html$1');

/** A line's Markdown as HTML: code, links, emphasis; images are their words. */
function inline(text: string): string {
  const codes: string[] = [];
  const held = text.replaceAll(CODE, (_, _ticks: string, code: string) => {
    codes.push(`<code>${escapeHtml(code)}</code>`);
    return `\uE000${codes.length - 1}\uE000`;
  });
  return escapeHtml(held)
    .replaceAll(IMAGE, '<em>$1</em>')
    .replaceAll(
      LINK,
      (_, words: string, target: string) => `<a href="${pageOf(target)}">${words}</a>`,
    )
    .replaceAll(BOLD, '<strong>$1</strong>')
    .replaceAll(EMPHASIS, '<em>$1</em>')
    .replaceAll(HELD, (_, at: string) => codes[Number(at)] ?? '');
}

/**
 * Lines of one kind from a place on, and the HTML of all of them. Wide ones scroll by the keyboard,
 * too.
 */
interface Block {
  readonly length: number;
  readonly html: string;
}
type ReadBlock = (lines: readonly string[]) => Block | undefined;

/** How many lines from the first on have the form. */
function countOf(lines: readonly string[], form: RegExp): number {
  const at = lines.findIndex((line) => !form.test(line));
  return at < 0 ? lines.length : at;
}

const FENCE = /^\s*(```+|~~~+)/;
const readCode: ReadBlock = (lines) => {
  const mark = FENCE.exec(lines[0] ?? '')?.[1];
  if (mark === undefined) return undefined;
  const end = lines.findIndex((line, at) => at > 0 && line.trim() === mark);
  const length = end < 0 ? lines.length : end + 1;
  const code = lines.slice(1, end < 0 ? lines.length : end).join('\n');
  return { length, html: `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>` };
};

const readHeading: ReadBlock = ([line = '']) => {
  const [, marks = '', words = ''] = /^(#{1,6}) (.+)$/.exec(line) ?? [];
  if (marks === '') return undefined;
  const level = `h${marks.length}`;
  const id = slugOf(words.replaceAll('`', ''));
  return { length: 1, html: `<${level} id="${escapeHtml(id)}">${inline(words)}</${level}>` };
};

const cellsOf = (row: string) =>
  row
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => inline(cell.trim().replaceAll('\\|', '|')));

const readTable: ReadBlock = (lines) => {
  const length = countOf(lines, /^\|/);
  if (length < 2) return undefined;
  const [head = '', , ...rows] = lines.slice(0, length);
  const rowOf = (row: string, cell: string) =>
    `<tr>${cellsOf(row)
      .map((text) =>
        cell === 'th' && text !== '' ? `<th scope="col">${text}</th>` : `<td>${text}</td>`,
      )
      .join('')}</tr>`;
  const body = rows.map((row) => rowOf(row, 'td')).join('\n');
  const html = `<div class="wide" tabindex="0"><table><thead>${rowOf(head, 'th')}</thead><tbody>\n${body}\n</tbody></table></div>`;
  return { length, html };
};

const ITEM = /^(\s*)(?:[-*]|(\d+)\.) (.*)$/;
const readList: ReadBlock = (lines) => {
  if (!ITEM.test(lines[0] ?? '')) return undefined;
  const length = countOf(lines, /^(\s*(?:[-*]|\d+\.) |\s+\S)/);
  const isOrdered = ITEM.exec(lines[0] ?? '')?.[2] !== undefined;
  const items = lines.slice(0, length).map((line) => {
    const [, indent = '', , words = line.trim()] = ITEM.exec(line) ?? [];
    return `<li${indent.length > 1 ? ' class="below"' : ''}>${inline(words)}</li>`;
  });
  const tag = isOrdered ? 'ol' : 'ul';
  return { length, html: `<${tag}>\n${items.join('\n')}\n</${tag}>` };
};

const readQuote: ReadBlock = (lines) => {
  const length = countOf(lines, /^>/);
  if (length === 0) return undefined;
  const words = lines.slice(0, length).map((line) => inline(line.replace(/^>\s?/, '')));
  return { length, html: `<blockquote><p>${words.join(' ')}</p></blockquote>` };
};

/** Comments and the boxes of the site; a page shows neither. */
const MARK = /^\s*(<!--.*-->|<\/?div[^>]*>)?\s*$/;
const readMark: ReadBlock = ([line = '']) =>
  MARK.test(line) ? { length: 1, html: '' } : undefined;

const BLOCKS = [readMark, readCode, readHeading, readTable, readList, readQuote];

/**
 * A page of our Markdown as HTML: headings, paragraphs of a line, lists, tables, code and quotes.
 * HTML in it is shown as text. It needs no package, so it is there where the site can't be built.
 */
export function plainHtml(text: string): string {
  const lines = text.split('\n');
  const html: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const rest = lines.slice(at);
    const block = BLOCKS.reduce<Block | undefined>((found, read) => found ?? read(rest), undefined);
    const made = block ?? { length: 1, html: `<p>${inline(lines[at] ?? '')}</p>` };
    if (made.html !== '') html.push(made.html);
    at += made.length;
  }
  return html.join('\n');
}
