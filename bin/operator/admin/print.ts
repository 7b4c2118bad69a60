import { stripVTControlCharacters } from 'node:util';

/** What a cell can show; null as a dash. */
export type Cell = string | number | null | undefined;
/** A column's heading, and what of a row stands in it. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

/** What a command did: a value for scripts, and the same as a person reads it. */
export interface Printed {
  readonly json: unknown;
  readonly text: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** On one line, whatever others chose: nothing in it moves the cursor or turns the direction of what follows. */
function shown(cell: Cell): string {
  if (cell === null || cell === undefined || cell === '') return '-';
  return stripVTControlCharacters(String(cell)).replace(CONTROLS, '\ufffd');
}

/** Rows below their headings; what is written instead where there are none. */
export function table<Row>(rows: readonly Row[], columns: Columns<Row>, none: string): string {
  if (rows.length === 0) return none;
  const lines = [
    Object.keys(columns).map((heading) => heading.toUpperCase()),
    ...rows.map((row) => Object.values(columns).map((cell) => shown(cell(row)))),
  ];
  const widths = Object.keys(columns).map((_, at) =>
    Math.max(...lines.map((line) => line[at]?.length ?? 0)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The facts of one thing, a line each. */
export function facts(of: Readonly<Record<string, Cell>>): string {
  const width = Math.max(...Object.keys(of).map((name) => name.length));
  return Object.entries(of)
    .map(([name, cell]) => `${name.padEnd(width)}  ${shown(cell)}`)
    .join('\n');
}

/** A moment of the Unix epoch in milliseconds, as the API writes it. */
export function timeText(at: number): string {
  return new Date(at).toISOString();
}
