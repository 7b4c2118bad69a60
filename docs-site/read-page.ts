import { describeForModels } from './for-models.ts';
import { plainHtml } from './plain-markdown.ts';
import { listSources, stagePage, stagePages } from './stage.ts';

const BASE = '/docs/';

/** A text of the site by its path there, before any build; figures are left out. */
export function readMarkdownPage(path: string): string | undefined {
  if (path === 'llms.txt') return describeForModels(stagePages(), BASE);
  const sources = listSources();
  const [source] = [...sources].find(([, one]) => one === path) ?? [];
  return source === undefined ? undefined : stagePage(source, path, sources).text;
}

/** A page of the site by its path there, before any build: its title, and its text as HTML. */
export function readPlainPage(
  path: string,
): { readonly title: string; readonly html: string } | undefined {
  const sources = listSources();
  const [source] = [...sources].find(([, one]) => one === path) ?? [];
  if (source === undefined) return undefined;
  const { title, text } = stagePage(source, path, sources);
  return { title, html: plainHtml(text) };
}
