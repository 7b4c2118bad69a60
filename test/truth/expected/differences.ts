import type { Outcome } from '../oracle/check-image.ts';
import { isConfirmable, isReason, reasonOfRefusal } from './reasons.ts';

/** A known difference. A row of `differences.tsv` has those of an image that share a reason. */
export interface Line {
  /** The image, by its corpus and its path. */
  readonly name: string;
  /** The delivered image and the aspect, or `refused` and the problem's code. */
  readonly what: string;
  /** A name of `REASONS`; empty in a fresh line, which no check accepts. */
  readonly reason: string;
}

/** The files of known differences, one for each browser that is asked. */
export const LINE_FILES = {
  chromium: 'differences.tsv',
  firefox: 'firefox.tsv',
} as const satisfies Readonly<Record<string, string>>;

/** The name of a browser, as of the option `--browser`. */
export type BrowserName = keyof typeof LINE_FILES;

const HEADER = 'image\twhat\treason\n';

/** Reads `differences.tsv`; throws for a line of another form. */
export function readLines(text: string): readonly Line[] {
  const [header, ...rows] = text.split('\n');
  if (`${header}\n` !== HEADER) throw new Error('differences.tsv has another header');
  return rows.filter(Boolean).flatMap((row) => {
    const [name, all, reason, ...more] = row.split('\t');
    if (!name || !all || reason === undefined || more.length > 0) {
      throw new Error(`differences.tsv has a line of another form: ${row}`);
    }
    return all.split(', ').map((what) => {
      return { name, what, reason };
    });
  });
}

/** The text of `differences.tsv`, its lines in order, one row for an image and a reason. */
export function writeLines(lines: readonly Line[]): string {
  const groups = Map.groupBy(lines, ({ name, reason }) => JSON.stringify([name, reason]));
  const rows = [...groups.values()].map((group) => {
    const [{ name = '', reason = '' } = {}] = group;
    const all = group.map(({ what }) => what).toSorted();
    return `${name}\t${all.join(', ')}\t${reason}\n`;
  });
  return HEADER + rows.sort().join('');
}

/** The differences of an image, and its refusal if a browser shows it whole. */
export function differencesOf({ findings, refused, shown }: Outcome): readonly string[] {
  const refusal = refused && shown === 'whole' ? [`refused ${refused.code}`] : [];
  return [...new Set([...findings.map(({ what }) => what), ...refusal])];
}

/** The reason that the run has confirmed for a difference, or that the problem has told. */
const confirmedOf = ({ findings, refused }: Outcome, what: string) =>
  what.startsWith('refused ')
    ? reasonOfRefusal(refused?.detail ?? '')
    : findings.find((one) => one.what === what)?.confirmed;

const keyOf = ({ name, what }: Pick<Line, 'name' | 'what'>) => `${name}\t${what}`;

const isUnconfirmed = (outcome: Outcome, what: string, reason: string) =>
  isConfirmable(reason) && confirmedOf(outcome, what) !== reason;

/**
 * The faults of one image: a difference without a line, and a line without its difference or
 * without a reason. A reason that the run could confirm and doesn't is one. So is every response
 * of 500 and above.
 */
export function faultsOf(outcome: Outcome, lines: readonly Line[]): readonly string[] {
  const own = lines.filter(({ name }) => name === outcome.name);
  const known = new Set(own.map(({ what }) => what));
  const found = new Set(differencesOf(outcome));
  const detailOf = (what: string) =>
    outcome.findings.find((one) => one.what === what)?.detail ?? outcome.refused?.detail ?? '';
  return [
    ...outcome.serverErrors.map((error) => `a fault of the service: ${error}`),
    ...[...found].filter((what) => !known.has(what)).map((what) => `${what}: ${detailOf(what)}`),
    ...[...known]
      .filter((what) => !found.has(what))
      .map((what) => `differs no longer, but has a line: ${what}`),
    ...own
      .filter(({ reason }) => !isReason(reason))
      .map(({ what, reason }) => `its line has no reason of the table: ${what} (${reason})`),
    ...own
      .filter(({ what, reason }) => found.has(what) && isUnconfirmed(outcome, what, reason))
      .map(({ what, reason }) => `the run does not confirm its reason: ${what} (${reason})`),
  ];
}

/**
 * The lines after a run: those of its images are written again, with the reasons that they had or
 * that the run has confirmed.
 */
export function refreshLines(
  lines: readonly Line[],
  outcomes: readonly Outcome[],
): readonly Line[] {
  const hasRun = new Set(outcomes.map(({ name }) => name));
  const reasons = new Map(lines.map((line) => [keyOf(line), line.reason]));
  const fresh = outcomes.flatMap((outcome) =>
    differencesOf(outcome).map((what) => {
      const key = { name: outcome.name, what };
      const had = reasons.get(keyOf(key)) ?? '';
      const confirmed = confirmedOf(outcome, what);
      // a reason that is confirmed no longer needs another one
      return { ...key, reason: confirmed ?? (isConfirmable(had) ? '' : had) };
    }),
  );
  return [...lines.filter(({ name }) => !hasRun.has(name)), ...fresh];
}
