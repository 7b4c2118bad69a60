import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeForModels } from './for-models.ts';
import { FILES } from './pages.ts';
import type { StagedPage } from './stage.ts';

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
