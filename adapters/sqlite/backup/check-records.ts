import { DatabaseSync } from 'node:sqlite';
import { number, text } from '../../rows/columns.ts';
import { TERMS_OF_IMAGES } from '../database/image-migrations.ts';
import { inTransaction } from '../database/open-database.ts';
import { sqliteRow, sqliteValue } from '../database/read-row.ts';
import { readAtOnce } from './open-read-only.ts';

const MAX_LISTED = 100;

/** A counter that differs from the records that it counts. */
export interface WrongCount {
  /** An account's or a project's ID. */
  readonly id: string;
  readonly counted: number;
  readonly stored: number;
}

const readCount = sqliteRow('accounts', { id: text, counted: number, stored: number });

const STORED_OF_ACCOUNT = `(SELECT count(*) FROM images JOIN projects USING (project_id)
  WHERE projects.account_id = accounts.account_id AND images.state = 'saved')`;
const STORED_OF_PROJECT = `(SELECT count(*) FROM images
  WHERE images.project_id = projects.project_id AND images.state = 'saved')`;
const COUNTED_OF_PROJECT = `coalesce((SELECT images FROM project_images
  WHERE project_images.project_id = projects.project_id), 0)`;

/** A list by which images are found: its columns, which are its key, and the rows that it needs. */
interface List {
  readonly table: string;
  readonly columns: string;
  /** A query of rows with these columns, of the images' own records. */
  readonly stored: string;
}

const LISTS: readonly List[] = [
  {
    table: 'image_metadata',
    columns: 'project_id, key, value, created_at, image_id',
    stored: `SELECT project_id, pair.key, pair.value, created_at, image_id
      FROM images, json_each(images.metadata) AS pair WHERE state = 'saved'`,
  },
  {
    table: 'image_terms',
    columns: 'project_id, term, created_at, image_id',
    stored: TERMS_OF_IMAGES,
  },
];

const listed = ({ table, columns }: List) => `SELECT ${columns} FROM ${table}`;

/** SQLite's own checks of the file; an empty list means that it is sound. */
export function checkIntegrity(db: DatabaseSync): string[] {
  return db
    .prepare(`PRAGMA integrity_check(${MAX_LISTED})`)
    .all()
    .map((row) => sqliteValue('pragma', row, 'integrity_check', text))
    .filter((line) => line !== 'ok');
}

/** The same of a database's file that no process writes; of any schema. */
export function checkFile(path: string): string[] {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return checkIntegrity(db);
  } finally {
    db.close();
  }
}

const readReference = sqliteRow('pragma', { table: text, parent: text });

/** The tables with a row that refers to a missing row, and the other table; at most a hundred. */
export function checkReferences(
  db: DatabaseSync,
): { readonly table: string; readonly parent: string }[] {
  return db
    .prepare(`SELECT DISTINCT "table", parent FROM pragma_foreign_key_check LIMIT ${MAX_LISTED}`)
    .all()
    .map(readReference);
}

/** The counters of images that differ from the images, of accounts and of projects. */
export function checkCounts(db: DatabaseSync): WrongCount[] {
  const accounts = `SELECT account_id AS id, images AS counted, ${STORED_OF_ACCOUNT} AS stored
    FROM accounts WHERE counted <> stored LIMIT ${MAX_LISTED}`;
  const projects = `SELECT project_id AS id, ${COUNTED_OF_PROJECT} AS counted,
    ${STORED_OF_PROJECT} AS stored FROM projects WHERE counted <> stored LIMIT ${MAX_LISTED}`;
  return readAtOnce(db, () =>
    [accounts, projects].flatMap((query) => db.prepare(query).all().map(readCount)),
  );
}

/**
 * Whether a list has exactly the stored rows: as many, and each of them by its key. That is one
 * pass over the images, and a lookup for each row.
 */
function hasExactly(list: List): string {
  const { table, columns, stored } = list;
  return `WITH stored(${columns}) AS (${stored})
    SELECT count(*) = count(listed.image_id) AND count(*) = (SELECT count(*) FROM ${table}) AS is_sound
    FROM stored LEFT JOIN ${table} AS listed USING (${columns})`;
}

/** The images of rows that a list lacks, or that no record has. */
function differing(list: List): string {
  const { stored } = list;
  return `SELECT image_id FROM (${stored} EXCEPT ${listed(list)})
    UNION ALL SELECT image_id FROM (${listed(list)} EXCEPT ${stored})`;
}

/** The IDs of images that differ from the lists by which images are found. */
export function checkLists(db: DatabaseSync): string[] {
  return readAtOnce(db, () => {
    const wrong = LISTS.filter(
      (list) =>
        sqliteValue(list.table, db.prepare(hasExactly(list)).get() ?? {}, 'is_sound', number) === 0,
    );
    if (wrong.length === 0) return [];
    return db
      .prepare(
        `SELECT DISTINCT image_id AS id FROM (${wrong.map(differing).join(' UNION ALL ')}) LIMIT ${MAX_LISTED}`,
      )
      .all()
      .map((row) => sqliteValue('images', row, 'id', text));
  });
}

/** Sets every counter of images to the number of images, in one transaction. */
export function repairCounts(db: DatabaseSync): void {
  inTransaction(db, () => {
    db.exec(
      `UPDATE accounts SET images = ${STORED_OF_ACCOUNT} WHERE images <> ${STORED_OF_ACCOUNT}`,
    );
    db.exec(`INSERT INTO project_images
      SELECT project_id, ${STORED_OF_PROJECT} FROM projects WHERE ${COUNTED_OF_PROJECT} <> ${STORED_OF_PROJECT}
      ON CONFLICT (project_id) DO UPDATE SET images = excluded.images`);
  });
}

/** Writes the lists by which images are found again, from their records, in one transaction. */
export function repairLists(db: DatabaseSync): void {
  inTransaction(db, () => {
    for (const list of LISTS) {
      const { table, columns, stored } = list;
      db.exec(`DELETE FROM ${table} WHERE (${columns}) IN (${listed(list)} EXCEPT ${stored})`);
      db.exec(`INSERT OR IGNORE INTO ${table} ${stored}`);
    }
  });
}
