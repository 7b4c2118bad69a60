import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FILES, SECTIONS } from './pages.ts';
import type { StagedPage } from './stage.ts';

const INTRODUCTION =
  '> Image hosting and transformation that a team runs in its own AWS account, or on one machine with one command. Every page is Markdown.';

/** llms.txt, after llmstxt.org: each page with its address, by section; the decisions last. */
export function describeForModels(pages: readonly StagedPage[], base: string): string {
  const line = ({ title, path }: StagedPage) => `- [${title}](${base}${path})`;
  const sections = SECTIONS.map(({ title, pages: listed }) => {
    const staged = listed
      .flatMap((one) => [one, ...(one.below ?? [])])
      .flatMap(({ path }) => pages.filter((page) => page.path === path));
    return `## ${title}\n\n${staged.map(line).join('\n')}`;
  });
  const decisions = pages.filter(({ path }) => path.startsWith('decisions/'));
  const machine = `## For programs\n\n- [OpenAPI 3.1](${base}openapi.json)`;
  const optional = `## Optional\n\n${decisions.map(line).join('\n')}`;
  return `${['# imagewell', INTRODUCTION, ...sections, machine, optional].join('\n\n')}\n`;
}

/** The same JSON in half of the bytes: it is for programs. */
const withoutSpaces = (json: string) => JSON.stringify(JSON.parse(json));

/** Writes the built site's files beside its pages: each page's Markdown, and llms.txt. */
export function finishSite(folder: string, pages: readonly StagedPage[], base: string): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const { path, text } of pages) write(path, text);
  write('llms.txt', describeForModels(pages, base));
  for (const [source, path] of Object.entries(FILES)) {
    write(path, withoutSpaces(readFileSync(source, 'utf8')));
  }
  copyFileSync('docs-site/favicon.svg', join(folder, 'favicon.svg'));
}
