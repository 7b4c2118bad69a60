import type { Goal, Measured, Row, Seen, Unit } from '../rows/row.ts';

/** A figure of a row with its verdict. */
export interface Figure {
  readonly number: number;
  readonly title: string;
  readonly goal: Goal;
  readonly seen: Seen;
}

/** A value and its unit, with as many digits as are read. */
export function format(value: number, unit: Unit): string {
  const isWhole = unit === 'bytes' || unit === '/s' || Math.abs(value) >= 100;
  const digits = isWhole ? 0 : unit === '' ? 2 : Math.abs(value) < 10 ? 2 : 1;
  const text = value.toLocaleString('en', { maximumFractionDigits: digits });
  return unit === '' ? text : `${text} ${unit}`;
}

const numberOf = (value: number, unit: Unit) => format(value, unit).split(' ')[0] ?? '';

/** The figure as it is printed, compared with its bound; a slack of 0.15 forgives 15 %. */
export function isMet({ unit, must }: Goal, seen: number, slack = 0): boolean {
  const shown = Number(numberOf(seen, unit).replaceAll(',', ''));
  if (!must) return true;
  return 'atMost' in must
    ? shown <= must.atMost * (1 + slack)
    : shown >= must.atLeast / (1 + slack);
}

/** Every figure of a row; a row that fails has its error as the reason of each. */
export function figuresOf(
  number: number,
  { title, goals }: Row,
  seen: Readonly<Record<string, Seen>>,
): Figure[] {
  return Object.entries(goals).map(([key, goal]) => ({
    number,
    title,
    goal,
    seen: seen[key] ?? { reason: 'the row has no such figure' },
  }));
}

/** The bound in words. */
export function describeMust({ must, unit }: Goal): string {
  if (!must) return '';
  return 'atMost' in must
    ? `at most ${format(must.atMost, unit)}`
    : `at least ${format(must.atLeast, unit)}`;
}

export const verdictOf = ({ goal, seen }: Figure): string => {
  if ('reason' in seen) return `not measured: ${seen.reason}`;
  if (!goal.must) return 'no bound';
  return isMet(goal, seen.seen) ? 'met' : 'missed';
};

/** The figure, with the least and the most of its rounds. */
function shownOf(measured: Measured | undefined, unit: Unit): string {
  if (!measured) return '';
  const { seen, spread } = measured;
  const around = spread ? ` [${spread.map((value) => numberOf(value, unit)).join('..')}]` : '';
  return format(seen, unit) + around;
}

/** The headings of cellsOf. */
export const HEADINGS = ['must', 'seen', 'ours', 'floor', 'ipx', 'imgproxy', 'verdict'] as const;

/** The cells of a figure; a contender without a cost has an empty one. */
export function cellsOf(figure: Figure): string[] {
  const { goal, seen } = figure;
  const measured = 'reason' in seen ? undefined : seen;
  const beside = (['ours', 'floor', 'ipx', 'imgproxy'] as const).map((who) => {
    const value = measured?.beside?.[who];
    return value === undefined ? '' : format(value, measured?.unit ?? '');
  });
  return [describeMust(goal), shownOf(measured, goal.unit), ...beside, verdictOf(figure)];
}
