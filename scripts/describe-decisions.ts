import { globSync, readFileSync } from 'node:fs';
import { GENERATED, table } from './markdown.ts';

/** One page of `docs/decisions`, as its first lines say. */
export interface Decision {
  readonly file: string;
  readonly number: number;
  readonly title: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Begins with `accepted` or `superseded`. */
  readonly status: string;
}

const FORM =
  /^# (?<number>\d+)\. (?<title>[^\n]+)\n\nDate: (?<date>\d{4}-\d{2}-\d{2})\n\nStatus: (?<status>(?:accepted|superseded)[^\n]*)\n\n/;

/**
 * Reads the first lines of a decision; throws an error that shows their form where they have
 * another.
 */
export function readDecision(file: string, text: string): Decision {
  const { number, title, date, status } = FORM.exec(text)?.groups ?? {};
  if (!number || !title || !date || !status)
    throw new Error(
      `${file} must begin with "# N. Title", "Date: YYYY-MM-DD" and "Status: accepted" (or superseded), with a blank line after each`,
    );
  return { file, number: Number(number), title, date, status };
}

/** Every decision, in the order of their numbers. */
export function readDecisions(): readonly Decision[] {
  return globSync('docs/decisions/[0-9]*.md')
    .sort()
    .map((path) => readDecision(path.slice('docs/decisions/'.length), readFileSync(path, 'utf8')));
}

/** The index, `docs/decisions/README.md`: one line a decision. */
export function describeDecisions(): string {
  const rows = readDecisions().map(({ file, number, title, date, status }) => [
    `[${number}](${file})`,
    title,
    date,
    status,
  ]);
  return `${GENERATED}
# Decisions

Each page states a decision, its reasons and the rejected alternatives. A new page takes the next number, and begins with its title, \`Date:\` and \`Status:\`. Decisions of one topic share a page; the numbers of the others aren't used again. A decision that no longer holds stays, with \`Status: superseded by [N](page)\`.

${table(['', 'Decision', 'Date', 'Status'], rows)}
`;
}
