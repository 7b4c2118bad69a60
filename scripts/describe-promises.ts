import { findTitleCitations } from './api-rules/find-title-citations.ts';

const MAX_FILES = 3;
/** A promise's row: its number and id, its words, and the tests that it listed the last time. */
const ROW = /^\| ((?:\d+|–) \| `(security\.[a-z0-9-]+)`) \| ((?:[^|\\]|\\.)*?) \|(?: .*\|)?$/gm;

/** The files with most tests of each rule first. */
function listTestFiles(): ReadonlyMap<string, readonly string[]> {
  const byId = Map.groupBy(findTitleCitations(), ({ id }) => id);
  const sorted = [...byId].map(([id, citations]) => {
    const byFile = Map.groupBy(citations, ({ file }) => file);
    const files = [...byFile].sort(([, a], [, b]) => b.length - a.length).map(([file]) => file);
    return [id, files] as const;
  });
  return new Map(sorted);
}

function describeTests(files: readonly string[]): string {
  const named = files.slice(0, MAX_FILES).map((file) => `\`${file}\``);
  const others = files.length - named.length;
  return [...named, ...(others > 0 ? [`${others} more`] : [])].join(', ');
}

/** SECURITY.md with the test files of each promise, read from the titles that cite it. */
export function describePromises(text: string): string {
  const files = listTestFiles();
  return text.replaceAll(
    ROW,
    (_, cell: string, id: string, promise: string) =>
      `| ${cell} | ${promise} | ${describeTests(files.get(id) ?? [])} |`,
  );
}
