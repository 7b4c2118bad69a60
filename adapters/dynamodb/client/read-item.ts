import type { TableName } from '../../../core/foundation/dynamodb-tables.ts';
import type { Column, Columns, RecordOf, Row } from '../../rows/columns.ts';
import { createRowReader, type RowReader, readValue } from '../../rows/read-row.ts';

/** The reader of one kind of item of a table: an attribute has its field's name. */
export function dynamoItem<C extends Columns>(
  table: TableName,
  columns: C,
  nameOf?: (field: string) => string,
): RowReader<RecordOf<C>> {
  return createRowReader(table, columns, nameOf);
}

/** Reads one attribute of an item; absent without an item. */
export function dynamoValue<T>(
  table: TableName,
  item: Row | undefined,
  name: string,
  column: Column<T>,
): T {
  return readValue(table, item, name, column);
}
