import {
  type Column,
  type Columns,
  createFieldsReader,
  type RecordOf,
  type Row,
  readWithin,
} from './columns.ts';

/** Reads the record of a row; undefined without a row. Throws an UnexpectedRowError. */
export type RowReader<T> = <R extends Row | undefined>(row: R) => T | Extract<R, undefined>;

/** The record that a reader reads. */
export type RecordRead<Reader extends (row: Row) => unknown> = Exclude<
  ReturnType<Reader>,
  undefined
>;

/** The reader of a table's rows: the only mapping of columns to fields. */
export function createRowReader<C extends Columns>(
  table: string,
  columns: C,
  nameOf?: (field: string) => string,
): RowReader<RecordOf<C>> {
  const read = createFieldsReader(columns, nameOf);
  return <R extends Row | undefined>(row: R) =>
    row === undefined ? (row as Extract<R, undefined>) : readWithin(table, () => read(row));
}

/** Reads one value of a row; absent without a row. Throws an UnexpectedRowError. */
export function readValue<T>(
  table: string,
  row: Row | undefined,
  name: string,
  column: Column<T>,
): T {
  return readWithin(`${table}.${name}`, () => column(row?.[name]));
}
