import { expect, it, onTestFinished } from 'vitest';
import { kindOfItem, UnknownItemError } from '../../../../adapters/dynamodb/moving/item-kinds.ts';
import { fields, text } from '../../../../adapters/rows/columns.ts';
import { checkCounts, checkLists } from '../../../../adapters/sqlite/backup/check-records.ts';
import { openDatabase } from '../../../../adapters/sqlite/database/open-database.ts';
import { createSqliteRecordReaders } from '../../../../adapters/sqlite/moving/record-readers.ts';
import {
  createSqliteRecordWriter,
  MOVED_TABLES,
} from '../../../../adapters/sqlite/moving/record-writer.ts';
import { MOVED_KIND_NAMES } from '../../../../core/ports/moving/moved-kinds.ts';
import type { MovedKind } from '../../../../core/ports/moving/moved-records.ts';
import { allSamples, MOVED_SAMPLES } from '../../../support/stores/moved-samples.ts';

/** Tables whose rows stay behind, each with the reason. */
const LEFT: Readonly<Record<string, string>> = {
  rates: 'limits of a minute',
  direct_uploads: 'a pending upload ends with the move',
  form_secrets: 'a new service signs its forms with a new secret',
  renditions: 'are made again',
  outdated_renditions: 'are of renditions',
  image_versions: 'are erased, and their bytes stay behind',
  time_outs: 'are of renditions',
  image_metadata: 'is written from the images',
  image_terms: 'is written from the images',
  project_images: 'is counted from the images',
  edge_purges: 'are of the local CDN',
  changes: 'are events of the source',
  change_log_switch: 'is set by each start',
  image_days: 'end within 31 days',
  counted_log_parts: 'are parts of logs of the source',
  sqlite_sequence: 'is of SQLite',
};

function openMemory() {
  const db = openDatabase(':memory:');
  onTestFinished(() => db.close());
  return db;
}

async function writeSamples(db: ReturnType<typeof openMemory>) {
  const writer = createSqliteRecordWriter(db);
  for (const record of allSamples(MOVED_KIND_NAMES)) await writer.add(record, false);
  await writer.finish();
}

async function readKind<K extends MovedKind>(db: ReturnType<typeof openMemory>, kind: K) {
  const found: unknown[] = [];
  for await (const value of createSqliteRecordReaders(db)[kind]()) found.push(value);
  return found;
}

it.each(MOVED_KIND_NAMES)('SQLite stores and reads every moved %s alike', async (kind) => {
  const db = openMemory();
  await writeSamples(db);
  const found = await readKind(db, kind);
  expect(found).toHaveLength(MOVED_SAMPLES[kind].length);
  expect(found).toEqual(expect.arrayContaining([...MOVED_SAMPLES[kind]]));
});

it('a second write of the same records changes nothing, and all counts and lists are right', async () => {
  const db = openMemory();
  await writeSamples(db);
  await writeSamples(db);
  for (const kind of MOVED_KIND_NAMES) {
    expect(await readKind(db, kind)).toHaveLength(MOVED_SAMPLES[kind].length);
  }
  expect(checkCounts(db)).toEqual([]);
  expect(checkLists(db)).toEqual([]);
});

it('every table of SQLite is moved, or named here with the reason why not', () => {
  const named = fields({ name: text });
  const tables = openMemory().prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const names = tables.map((row) => named(row).name);
  expect(names.sort()).toEqual([...MOVED_TABLES, ...Object.keys(LEFT)].sort());
});

it('an item of DynamoDB that no version has written stops a move', () => {
  expect(kindOfItem('usage', { counter: 'logPart#x' })).toBe('left');
  expect(kindOfItem('images', { id: 'tmp_a', part: 'record' })).toBe('left');
  expect(kindOfItem('keys', { lookup: 'id#key_a' })).toBe('left');
  expect(() => kindOfItem('usage', { counter: 'later#x' })).toThrow(UnknownItemError);
});
