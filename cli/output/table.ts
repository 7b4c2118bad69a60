import { styleText } from 'node:util';
import stringWidth from 'fast-string-width';
import { cutText } from './cut-text.ts';
import { safeText } from './safe-text.ts';

/** The values of a cell; null and undefined are shown as a dash. */
export type Cell = string | number | boolean | null | undefined;

/** A column's heading, and what of a row stands in it. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

const GAP = '  ';

function shown(cell: Cell): string {
  if (cell === null || cell === undefined || cell === '') return '-';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return safeText(String(cell));
}

function joined(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - stringWidth(cell)));
  return padded.join(GAP).trimEnd();
}

/** A time of the service: its date, and its minute. */
const TIME = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}):\d{2}(?:\.\d+)?Z$/;
/** A narrower column tells nothing. */
const MIN_WIDTH = 8;

function lineWidth(widths: readonly number[]): number {
  return widths.reduce((all, one) => all + one + GAP.length, -GAP.length);
}

/**
 * Widths that fit: the widest column after the first gives way, so that no column is lost. The
 * first has the IDs that users copy.
 */
/** However many: a spread of data would overflow the stack. */
const largest = (numbers: readonly number[]) =>
  numbers.reduce((found, one) => Math.max(found, one), 0);

function fitWidths(
  widths: readonly number[],
  headings: readonly string[],
  width: number,
): readonly number[] {
  const fitting = [...widths];
  const least = headings.map((heading) => Math.max(MIN_WIDTH, heading.length));
  for (let excess = lineWidth(fitting) - width; excess > 0; excess -= 1) {
    const open = fitting.map((one, at) => (at > 0 && one > (least[at] ?? 0) ? one : 0));
    const widest = largest(open);
    if (widest === 0) break;
    fitting[open.indexOf(widest)] = widest - 1;
  }
  return fitting;
}

function widthsOf(headings: readonly string[], cells: readonly (readonly string[])[]) {
  return headings.map((heading, at) =>
    largest([heading, ...cells.map((row) => row[at] ?? '')].map((text) => stringWidth(text))),
  );
}

/** Rows within a width: times without seconds, else without a time of day, then cut columns. */
function fitRows(headings: readonly string[], rows: readonly (readonly string[])[], width: number) {
  const forms = ['$1$2Z', '$1'].map((form) =>
    rows.map((row) => row.map((cell) => cell.replace(TIME, form))),
  );
  const isFitting = (cells: readonly (readonly string[])[]) =>
    lineWidth(widthsOf(headings, cells)) <= width;
  const cells = forms.find(isFitting) ?? forms.at(-1) ?? rows;
  const widths = fitWidths(widthsOf(headings, cells), headings, width);
  const cut = cells.map((row) => row.map((cell, at) => cutText(cell, widths[at] ?? width)));
  return { cells: cut, widths };
}

/**
 * Rows as a text table with headings, `none` without rows. A given width is of a terminal, to which
 * the columns are cut.
 */
export function table<Row>(
  rows: readonly Row[],
  columns: Columns<Row>,
  none: string,
  width = Number.POSITIVE_INFINITY,
): string {
  if (rows.length === 0) return none;
  const headings = Object.keys(columns).map((heading) => heading.toUpperCase());
  const whole = rows.map((row) => Object.values(columns).map((cell) => shown(cell(row))));
  const { cells, widths } = Number.isFinite(width)
    ? fitRows(headings, whole, width)
    : { cells: whole, widths: widthsOf(headings, whole) };
  const [head, ...body] = [headings, ...cells].map((row) => cutText(joined(row, widths), width));
  return [styleText('dim', head ?? ''), ...body].join('\n');
}

/** The facts of one thing, a line each. */
export function facts(of: Readonly<Record<string, Cell>>): string {
  const names = Object.keys(of);
  const width = largest(names.map((name) => name.length));
  return names
    .map((name) => `${styleText('dim', name.padEnd(width))}${GAP}${shown(of[name])}`)
    .join('\n');
}
