import { globSync, readFileSync } from 'node:fs';

const LIST_OF_IDS = '((?:[a-z]+\\.[a-z0-9-]+)(?:, [a-z]+\\.[a-z0-9-]+)*)';
/** A title cites rules at its end: `refuses an empty body (uploads.max-size)`. */
const CITED_BY_TITLE = new RegExp(`\\(${LIST_OF_IDS}\\)(?=['"\`])`, 'g');

/** A test file that cites a rule in the title of a test. */
export interface TitleCitation {
  readonly file: string;
  readonly id: string;
}

/** Files of the repository itself: nothing that was installed, built or downloaded. */
export function listFiles(pattern: string): string[] {
  const isForeign = (path: string) => /(^|\/)(node_modules|dist|\.[^/]+)(\/|$)/.test(path);
  return globSync(pattern, { exclude: isForeign })
    .filter((path) => !isForeign(path))
    .sort();
}

/** Every citation of a rule in the title of a test, in the order of the files. */
export function findTitleCitations(): TitleCitation[] {
  return listFiles('test/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(CITED_BY_TITLE)]
      .flatMap(([, ids = '']) => ids.split(', '))
      .map((id) => ({ file, id })),
  );
}
