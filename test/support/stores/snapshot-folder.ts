import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databasePath, incomingPath, objectsPath } from '../../../local/data-folder/data-paths.ts';

/** Everything that a data folder keeps: rows by their table, and the sizes of files. */
export interface Snapshot {
  readonly rows: ReadonlyMap<string, readonly string[]>;
  readonly files: ReadonlyMap<string, number>;
}

function filesBelow(root: string): [string, number][] {
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => [path, statSync(path).size]);
}

/**
 * Reads all rows and files of a data folder; the tables that are left out and the
 * time of a key's last use don't count.
 */
export function snapshotFolder(dataDir: string, without: readonly string[] = []): Snapshot {
  const db = new DatabaseSync(databasePath(dataDir), { readOnly: true });
  try {
    const tables = db
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
      .all()
      .map(({ name }) => String(name))
      .filter((table) => !without.includes(table));
    const rows = tables.map((table): [string, string[]] => [
      table,
      db
        .prepare(`SELECT * FROM ${table}`)
        .all()
        .map((row) => JSON.stringify({ ...row, last_used_at: null }))
        .sort(),
    ]);
    const files = [objectsPath(dataDir), incomingPath(dataDir)].flatMap(filesBelow);
    return { rows: new Map(rows), files: new Map(files) };
  } finally {
    db.close();
  }
}

/** The lines that one snapshot has and another doesn't, in both directions. */
export function differences(before: Snapshot, after: Snapshot): string[] {
  const found: string[] = [];
  for (const [table, rows] of after.rows) {
    const [was, is] = [new Set(before.rows.get(table)), new Set(rows)];
    found.push(...rows.filter((row) => !was.has(row)).map((row) => `+ ${table} ${row}`));
    found.push(...[...was].filter((row) => !is.has(row)).map((row) => `- ${table} ${row}`));
  }
  for (const [path, size] of after.files) {
    if (before.files.get(path) !== size) found.push(`+ file ${path}`);
  }
  for (const path of before.files.keys()) if (!after.files.has(path)) found.push(`- file ${path}`);
  return found;
}
