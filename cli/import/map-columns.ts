import { CommandError } from '../command-error.ts';
import type { ImportItem } from './import-source.ts';

/** How the columns of an item become its name and metadata. */
export interface Mapping {
  nameOf(item: ImportItem): string;
  metadataOf(item: ImportItem): Readonly<Record<string, string>>;
}

function cellOf({ key, columns }: ImportItem, column: string): string {
  const value = columns[column];
  if (value !== undefined) return value;
  const known = Object.keys(columns).join(', ');
  throw new CommandError('usage', `${key} has no column ${column}.`, `Its columns: ${known}.`);
}

/**
 * The mapping of the options: the column of the name, and by metadata key its column. Empty values
 * are left out.
 */
export function createMapping(
  nameColumn: string | undefined,
  metadata: Readonly<Record<string, string>>,
): Mapping {
  return {
    nameOf: (item) => (nameColumn === undefined ? item.name : cellOf(item, nameColumn)),
    metadataOf: (item) => {
      const pairs = Object.entries(metadata).map(([key, column]) => [key, cellOf(item, column)]);
      const mapped = Object.fromEntries(pairs.filter(([, value]) => value !== ''));
      return { ...item.metadata, ...mapped };
    },
  };
}
