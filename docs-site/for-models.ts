import { LINK, mapProse } from '../site/markdown-prose.ts';
import { SECTIONS, type SitePage } from './pages.ts';
import type { StagedPage } from './stage.ts';

const INTRODUCTION =
  '> Image hosting and transformation that a team runs in its own AWS account, or on one machine with one command. Every page is Markdown.';
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
  const machine = `## For programs\n\n- [OpenAPI 3.1](${base}openapi.json): every call with its fields, errors and examples\n- [All pages in one file](/llms-full.txt): without the decisions`;
  const optional = `## Optional\n\n${decisions.map(line).join('\n')}`;
  return `${['# imagewell', INTRODUCTION, ...sections, machine, optional].join('\n\n')}\n`;
}
