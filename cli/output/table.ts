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

/** Rows as a text table with headings, cut to a width; `none` without rows. */
export function table<Row>(
  rows: readonly Row[],
  columns: Columns<Row>,
  none: string,
  width = Number.POSITIVE_INFINITY,
): string {
  if (rows.length === 0) return none;
  const headings = Object.keys(columns).map((heading) => heading.toUpperCase());
  const cells = rows.map((row) => Object.values(columns).map((cell) => shown(cell(row))));
  const widths = headings.map((heading, at) =>
    Math.max(...[heading, ...cells.map((row) => row[at] ?? '')].map((text) => stringWidth(text))),
  );
  const [head, ...body] = [headings, ...cells].map((row) => cutText(joined(row, widths), width));
  return [styleText('dim', head ?? ''), ...body].join('\n');
}

/** The facts of one thing, a line each. */
export function facts(of: Readonly<Record<string, Cell>>): string {
  const names = Object.keys(of);
  const width = Math.max(...names.map((name) => name.length));
  return names
    .map((name) => `${styleText('dim', name.padEnd(width))}${GAP}${shown(of[name])}`)
    .join('\n');
}
