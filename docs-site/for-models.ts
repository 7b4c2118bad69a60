import { posix } from 'node:path';
import { SECTIONS, type SitePage } from './pages.ts';
import { LINK, mapProse, type StagedPage } from './stage.ts';

const INTRODUCTION =
  '> Image hosting and transformation that a team runs in its own AWS account, or on one machine with one command. Every page is Markdown.';
const COMMENT_LINE = /^<!--.*-->$|^<\/?div[^>]*>$/;
const HTML_OR_TABLE = /^[#|<>\-`!\d]/;
/** A full stop of an abbreviation has no space and capital behind it. */
const FIRST_SENTENCE = /^.*?[.?:](?=\s+\p{Lu}|$)/u;

/** The pages of sections, in the order of the side bar. */
const listOf = (pages: readonly SitePage[], staged: readonly StagedPage[]) =>
  pages
    .flatMap((one) => [one, ...(one.below ?? [])])
    .flatMap(({ path }) => staged.filter((page) => page.path === path));

/** The first sentence of a page, without its links; empty for a page that begins with a table. */
export function summaryOf(text: string): string {
  let first = '';
  mapProse(text, (line) => {
    if (first === '' && line.trim() !== '' && !HTML_OR_TABLE.test(line)) first = line;
    return line;
  });
  const words = first.replaceAll(LINK, '$2').replaceAll('**', '');
  return (FIRST_SENTENCE.exec(words)?.[0] ?? words).replace(/:$/, '.');
}

/** llms.txt, after llmstxt.org: each page with its address, by section; the decisions last. */
export function describeForModels(pages: readonly StagedPage[], base: string): string {
  const line = ({ title, path, text }: StagedPage) => {
    const summary = summaryOf(text);
    return `- [${title}](${base}${path})${summary === '' ? '' : `: ${summary}`}`;
  };
  const sections = SECTIONS.map(({ title, pages: listed }) => {
    return `## ${title}\n\n${listOf(listed, pages).map(line).join('\n')}`;
  });
  const decisions = pages.filter(({ path }) => path.startsWith('decisions/'));
  const machine = `## For programs\n\n- [OpenAPI 3.1](${base}openapi.json): every call with its fields, errors and examples\n- [All pages in one file](${base}llms-full.txt): without the decisions`;
  const optional = `## Optional\n\n${decisions.map(line).join('\n')}`;
  return `${['# imagewell', INTRODUCTION, ...sections, machine, optional].join('\n\n')}\n`;
}

/** A page whose links hold wherever its text stands, without the marks of the site. */
function detached({ path, text }: StagedPage, base: string): string {
  const linked = mapProse(text, (line) =>
    line.replaceAll(LINK, (whole, bang: string, words: string, target: string) => {
      if (/^(https?:|mailto:)/.test(target)) return whole;
      const [file = '', anchor] = target.split('#');
      const to = file === '' ? path : posix.join(posix.dirname(path), file);
      return `${bang}[${words}](${base}${to}${anchor === undefined ? '' : `#${anchor}`})`;
    }),
  );
  const lines = linked.split('\n').filter((line) => !COMMENT_LINE.test(line));
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** llms-full.txt: the text of every page but the decisions, in the order of the side bar. */
export function joinForModels(pages: readonly StagedPage[], base: string): string {
  const listed = SECTIONS.flatMap((section) => listOf(section.pages, pages));
  const texts = listed.map((page) => `Source: ${base}${page.path}\n\n${detached(page, base)}`);
  return `${['# imagewell', INTRODUCTION, ...texts].join('\n\n')}\n`;
}
