import { CommandError } from '../command-error.ts';
import type { ImportItem } from './import-source.ts';

/** How the columns of an item become its name and metadata. */
export interface Mapping {
  nameOf(item: ImportItem): string;
  metadataOf(item: ImportItem): Readonly<Record<string, string>>;
  /** The columns that no item had so far. */
  missing(): readonly string[];
}

function cellOf({ key, columns, hasOpenColumns }: ImportItem, column: string): string {
  const value = Object.hasOwn(columns, column) ? columns[column] : undefined;
  if (value !== undefined) return value;
  if (hasOpenColumns) return '';
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
  const unseen = new Set([
    ...(nameColumn === undefined ? [] : [nameColumn]),
    ...Object.values(metadata),
  ]);
  return {
    nameOf: (item) =>
      nameColumn === undefined ? item.name : cellOf(item, nameColumn) || item.name,
    metadataOf: (item) => {
      for (const column of unseen) if (Object.hasOwn(item.columns, column)) unseen.delete(column);
      const pairs = Object.entries(metadata).map(([key, column]) => [key, cellOf(item, column)]);
      const mapped = Object.fromEntries(pairs.filter(([, value]) => value !== ''));
      return { ...item.metadata, ...mapped };
    },
    missing: () => [...unseen],
  };
}
