import type { JournalReader } from '../journal/open-journal.ts';
import { parseCsv } from './csv.ts';

/** The address of an image before its import, and its new one. */
export type AddressRow = readonly [before: string, after: string];

/** The header of the table that `import --addresses` writes. */
export const ADDRESS_COLUMNS = ['old', 'new'] as const;

/** The images of an import by their old addresses, each with its latest address. */
export async function* addressRows({
  lines,
}: Pick<JournalReader, 'lines'>): AsyncGenerator<AddressRow> {
  for await (const line of lines()) {
    if ('imageUrl' in line) yield [line.address ?? line.key, line.imageUrl];
  }
}

/** The rows of such a table; undefined if a column is missing. Throws for a broken CSV file. */
export function readAddressRows(text: string): AddressRow[] | undefined {
  const [head = [], ...rows] = parseCsv(text);
  const [before, after] = ADDRESS_COLUMNS.map((column) => head.indexOf(column));
  if (before === undefined || after === undefined || before < 0 || after < 0) return undefined;
  return rows.map((row) => [row[before] ?? '', row[after] ?? '']);
}
