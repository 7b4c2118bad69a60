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

/** The pairs of metadata that the images have. */
const PAIRS = `SELECT project_id, pair.key, pair.value, created_at, image_id
  FROM images, json_each(images.metadata) AS pair WHERE state = 'saved'`;
const LISTED_PAIRS = 'SELECT project_id, key, value, created_at, image_id FROM image_metadata';
const LISTED_TERMS = 'SELECT project_id, term, created_at, image_id FROM image_terms';

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

/** The rows of either query that the other one lacks. */
function differing(stored: string, listed: string): string {
  return `SELECT image_id FROM (${stored} EXCEPT ${listed})
    UNION ALL SELECT image_id FROM (${listed} EXCEPT ${stored})`;
}

/**
 * Whether a list has exactly the stored rows: as many, and each of them by its key. That is one
 * pass over the images, and a lookup for each row.
 */
function hasExactly(stored: string, table: string, columns: string, listed: string): string {
  return `SELECT count(*) = count(listed.image_id) AND count(*) = (SELECT count(*) FROM ${table})
      AS is_sound
    FROM (${stored}) AS stored LEFT JOIN ${table} AS listed ON (${listed}) = (${columns})`;
}
const HAVE_EXACTLY = [
  hasExactly(
    PAIRS,
    'image_metadata',
    'stored.project_id, stored.key, stored.value, stored.created_at, stored.image_id',
    'listed.project_id, listed.key, listed.value, listed.created_at, listed.image_id',
  ),
  hasExactly(
    TERMS_OF_IMAGES,
    'image_terms',
    'stored.project_id, stored.value, stored.created_at, stored.image_id',
    'listed.project_id, listed.term, listed.created_at, listed.image_id',
  ),
];

/** The IDs of images that differ from the lists by which images are found. */
export function checkLists(db: DatabaseSync): string[] {
  const wrong = `SELECT DISTINCT image_id AS id FROM (${differing(PAIRS, LISTED_PAIRS)}
    UNION ALL ${differing(TERMS_OF_IMAGES, LISTED_TERMS)}) LIMIT ${MAX_LISTED}`;
  return readAtOnce(db, () => {
    const areSound = HAVE_EXACTLY.every(
      (query) => sqliteValue('pragma', db.prepare(query).get() ?? {}, 'is_sound', number) === 1,
    );
    if (areSound) return [];
    return db
      .prepare(wrong)
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
    db.exec(`DELETE FROM image_metadata WHERE (project_id, key, value, created_at, image_id)
      IN (${LISTED_PAIRS} EXCEPT ${PAIRS})`);
    db.exec(`INSERT OR IGNORE INTO image_metadata ${PAIRS}`);
    db.exec(`DELETE FROM image_terms WHERE (project_id, term, created_at, image_id)
      IN (${LISTED_TERMS} EXCEPT ${TERMS_OF_IMAGES})`);
    db.exec(`INSERT OR IGNORE INTO image_terms ${TERMS_OF_IMAGES}`);
  });
}
