import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, posix, resolve } from 'node:path';
import { LINK, mapProse } from '../site/markdown-prose.ts';
import { ALIASES, FILES, PAGES } from './pages.ts';

/** A page as the generator reads it. */
export interface StagedPage {
  readonly source: string;
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

const ROOT = resolve(import.meta.dirname, '..');
const DECISIONS = 'docs/decisions/[0-9]*.md';

/** The pages of the site: their paths there, by their files in the repository. */
export function listSources(): ReadonlyMap<string, string> {
  const listed = PAGES.map(({ source, path }) => [source, path] as const);
  const decisions = globSync(DECISIONS, { cwd: ROOT }).map(
    (source) => [source, `decisions/${basename(source)}`] as const,
  );
  return new Map([...listed, ...decisions]);
}

const labels = new Map(PAGES.map(({ path, label }) => [path, label] as const));
labels.set('openapi.json', 'the OpenAPI document');

/**
 * The links of a page as the site has them: to its pages and files by their paths there. A link to
 * anything else of the repository becomes its text, since the site can't open it.
 */
export function relink(text: string, source: string, sources: ReadonlyMap<string, string>): string {
  const path = sources.get(source) ?? source;
  return mapProse(text, (line) =>
    line.replace(LINK, (whole, bang: string, words: string, target: string) => {
      if (/^(https?:|mailto:|#)/.test(target)) return whole;
      const [file = '', anchor] = target.split('#');
      const named = posix.normalize(posix.join(posix.dirname(source), file));
      const to = sources.get(named) ?? FILES[named] ?? ALIASES[named];
      if (to === undefined) return bang ? whole : words;
      const from = posix.dirname(path);
      const link = posix.relative(from, to);
      const dotted = link.startsWith('.') ? link : `./${link}`;
      // a file's name is no text for a reader of the site
      const text = /^[\w./-]+\.(md|json)$/.test(words) ? (labels.get(to) ?? words) : words;
      return `${bang}[${text}](${dotted}${anchor === undefined ? '' : `#${anchor}`})`;
    }),
  );
}

/** Code that a page shows of a file of the repository, so that no page has a second copy. */
function showCode(text: string): string {
  return text.replace(/^<!-- code: (\S+) -->$/gm, (_, file: string) => {
    const code = readFileSync(join(ROOT, file), 'utf8').trimEnd();
    return `\`\`\`${extname(file).slice(1)}\n${code}\n\`\`\``;
  });
}

/** Parts of a page that the site sets apart; comments in the repository's Markdown. */
function setApart(text: string): string {
  return showCode(text)
    .replace('<!-- cards -->\n', '<div class="cards">\n\n')
    .replace('<!-- /cards -->', '\n</div>');
}

function titleOf(text: string, source: string): string {
  const title = /^# (.+)$/m.exec(text)?.[1];
  if (title === undefined) throw new Error(`${source} has no heading`);
  return title.replaceAll('`', '');
}

/** One page as the generator reads it. */
export function stagePage(
  source: string,
  path: string,
  sources: ReadonlyMap<string, string>,
): StagedPage {
  const text = readFileSync(join(ROOT, source), 'utf8');
  const linked = setApart(relink(text, source, sources));
  return { source, path, title: titleOf(text, source), text: linked };
}

/** Every page of the site, from the repository's Markdown. */
export function stagePages(): readonly StagedPage[] {
  const sources = listSources();
  return [...sources].map(([source, path]) => stagePage(source, path, sources));
}

/** Writes the pages into a folder. */
export function writePages(folder: string, pages: readonly StagedPage[]): void {
  for (const { path, text } of pages) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
