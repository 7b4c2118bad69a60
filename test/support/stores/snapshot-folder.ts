import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databasePath, incomingPath, objectsPath } from '../../../local/data-folder/data-paths.ts';

/** Everything that a data folder keeps: rows by their table, and the sizes of files. */
export interface Snapshot {
  readonly rows: ReadonlyMap<string, readonly string[]>;
  readonly files: ReadonlyMap<string, number>;
}

function* filesBelow(folder: string): Generator<[string, number]> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield [path, statSync(path).size];
  }
}

const sqlText = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** A statement that answers each row of a table as JSON, which SQLite itself makes of it. */
function rowsOf(db: DatabaseSync, table: string): () => string[] {
  const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all(table);
  const members = columns.map(({ name }) => {
    const value = name === 'last_used_at' ? 'NULL' : `"${name}"`;
    return `${sqlText(String(name))}, ${value}`;
  });
  const reading = db.prepare(`SELECT json_object(${members.join(', ')}) AS row FROM ${table}`);
  return () => reading.all().map(({ row }) => String(row));
}

/** Reads a data folder again and again, by one connection. */
export interface Snapshots {
  take(): Snapshot;
  close(): void;
}

/**
 * Opens a data folder to read all its rows and files. The tables that are left out don't count, nor
 * does the time of a key's last use.
 */
export function openSnapshots(dataDir: string, without: readonly string[] = []): Snapshots {
  const db = new DatabaseSync(databasePath(dataDir), { readOnly: true });
  const readings = db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .all()
    .map(({ name }) => String(name))
    .filter((table) => !without.includes(table))
    .map((table) => [table, rowsOf(db, table)] as const);
  const folders = [objectsPath(dataDir), incomingPath(dataDir)];
  return {
    take: () => ({
      rows: new Map(readings.map(([table, read]) => [table, read()])),
      files: new Map(folders.filter(existsSync).flatMap((folder) => [...filesBelow(folder)])),
    }),
    close: () => db.close(),
  };
}

/** Reads all rows and files of a data folder, as openSnapshots says. */
export function snapshotFolder(dataDir: string, without: readonly string[] = []): Snapshot {
  const snapshots = openSnapshots(dataDir, without);
  try {
    return snapshots.take();
  } finally {
    snapshots.close();
  }
}

/** The rows of one table of a data folder. */
export function readRows(dataDir: string, table: string): string[] {
  const db = new DatabaseSync(databasePath(dataDir), { readOnly: true });
  try {
    return rowsOf(db, table)();
  } finally {
    db.close();
  }
}

const areEqual = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((row, at) => row === others[at]);

/** The lines that one snapshot has and another doesn't, in both directions. */
export function differences(before: Snapshot, after: Snapshot): string[] {
  const found: string[] = [];
  for (const [table, rows] of after.rows) {
    const earlier = before.rows.get(table) ?? [];
    if (areEqual(earlier, rows)) continue;
    const [was, is] = [new Set(earlier), new Set(rows)];
    found.push(...rows.filter((row) => !was.has(row)).map((row) => `+ ${table} ${row}`));
    found.push(...[...was].filter((row) => !is.has(row)).map((row) => `- ${table} ${row}`));
  }
  for (const [path, size] of after.files) {
    if (before.files.get(path) !== size) found.push(`+ file ${path}`);
  }
  for (const path of before.files.keys()) if (!after.files.has(path)) found.push(`- file ${path}`);
  return found;
}
