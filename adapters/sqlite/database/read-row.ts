import {
  boolean,
  type Column,
  type Columns,
  type RecordOf,
  type Row,
  refuse,
} from '../../rows/columns.ts';
import { createRowReader, type RowReader, readValue } from '../../rows/read-row.ts';

/** The name of a field's column. */
export const snakeCase = (field: string) =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A column that the query forgot is no NULL. */
function selected<T>(column: Column<T>): Column<T> {
  return (value) => (value === undefined ? refuse('selected', value) : column(value));
}

/** 0 or 1, SQLite's booleans. */
export const flag: Column<boolean> = (value) =>
  boolean(value === 1 ? true : value === 0 ? false : value);

/**
 * The reader of a table's rows, or of a query's: a field `createdAt` is the column `created_at`.
 */
export function sqliteRow<C extends Columns>(table: string, columns: C): RowReader<RecordOf<C>> {
  const checked = Object.entries(columns).map(([field, column]) => [field, selected(column)]);
  return createRowReader(table, Object.fromEntries(checked) as C, snakeCase);
}

/** Reads one column of a row; absent without a row. */
export function sqliteValue<T>(
  table: string,
  row: Row | undefined,
  name: string,
  column: Column<T>,
): T {
  return readValue(table, row, name, row === undefined ? column : selected(column));
}

/** The reader of a query that always answers one row, as a count does. */
export function sqliteOneRow<C extends Columns>(
  table: string,
  columns: C,
): (row: Row | undefined) => RecordOf<C> {
  const read = sqliteRow(table, columns);
  return (row) => read(row ?? {});
}
