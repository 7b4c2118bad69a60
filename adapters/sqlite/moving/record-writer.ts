import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { PURGE_STEPS } from '../../../core/images/erasure-steps.ts';
import type {
  MovedKind,
  MovedRecord,
  MovedRecords,
  RecordWriter,
} from '../../../core/ports/moving/moved-records.ts';
import { refusedOriginsEnd } from '../../../core/projects/refused-origins.ts';
import { deliveryEnd } from '../../../core/webhooks/delivery.ts';
import { number, text } from '../../rows/columns.ts';
import { repairCounts, repairLists } from '../backup/check-records.ts';
import { inTransaction } from '../database/open-database.ts';
import { snakeCase, sqliteRow } from '../database/read-row.ts';
import { factsText } from '../images/image-rows.ts';

/** Records of one transaction. */
const GROUP = 500;

/** The tables whose rows are moved records; the others stay behind, or are derived. */
export const MOVED_TABLES = [
  'accounts',
  'projects',
  'members',
  'invitations',
  'keys',
  'signing_secrets',
  'routes',
  'webhooks',
  'project_deletions',
  'images',
  'purge_steps',
  'images_deleting_together',
  'temporary_images',
  'webhook_deliveries',
  'month_counts',
  'project_month_counts',
  'bandwidth',
  'project_days',
  'refused_origins',
  'audit_events',
] as const;
type Table = (typeof MOVED_TABLES)[number];
/** Columns that no record has: they are derived, or of the service that writes the database. */
const OWN_COLUMNS: Partial<Readonly<Record<Table, readonly string[]>>> = {
  accounts: ['images', 'lifted_from'],
  projects: ['thumbnail_secret', 'spent_bandwidth'],
  project_deletions: ['lease_until'],
};

/** The rows of a record, by their table; a field that is no column is left out. */
type Rows = readonly (readonly [table: Table, row: object])[];

/** The rows of each kind of record. */
const ROWS: { readonly [K in MovedKind]: (value: MovedRecords[K]) => Rows } = {
  account: ({ identity, ...account }) => {
    const { issuer, subject } = identity ?? { issuer: null, subject: null };
    return [['accounts', { ...account, issuer, subject }]];
  },
  project: (project) => [['projects', project]],
  member: (member) => [['members', member]],
  invitation: (invitation) => [['invitations', invitation]],
  key: (key) => [['keys', key]],
  signing_secret: (secret) => [['signing_secrets', secret]],
  route: (route) => [['routes', route]],
  project_webhooks: (webhooks) => [['webhooks', webhooks]],
  project_deletion: (deletion) => [['project_deletions', deletion]],
  image: (image) => {
    const { imageId, steps, deletionId, kept } = image;
    // a worker looks at it soon
    const visit = kept ? { visitAt: kept.since } : {};
    const done = PURGE_STEPS.filter((step) => steps[step] !== undefined);
    const deleting: Rows = [['images_deleting_together', { imageId, deletionId }]];
    return [
      ['images', { ...image, ...visit, facts: factsText(image) }],
      ...done.map((step) => ['purge_steps', { imageId, step, at: steps[step] }] as const),
      ...(deletionId === null ? [] : deleting),
    ];
  },
  // ended and swept: its bytes stayed behind, and only its image's save is repeated with it
  saved_temporary_image: (image) => {
    const swept = { ...image, state: 'expired', isSaved: true, isSwept: true };
    return [['temporary_images', { ...swept, facts: factsText(image) }]];
  },
  webhook_delivery: (delivery) => [
    ['webhook_deliveries', { ...delivery, endsAt: deliveryEnd(delivery), delivery }],
  ],
  transformations: ({ accountId, month, count, projects }) => [
    ['month_counts', { accountId, month, transformations: count }],
    ...Object.entries(projects).map(([projectId, transformations]) => {
      const share = { accountId, projectId, month, transformations };
      return ['project_month_counts', share] as const;
    }),
  ],
  bandwidth: (bandwidth) => [['bandwidth', bandwidth]],
  project_day: (day) => [['project_days', day]],
  refused_origins: (refused) => [
    ['refused_origins', { ...refused, endsAt: refusedOriginsEnd(refused) }],
  ],
  audit_event: ({ trail, event }) => [['audit_events', { ...event, trail, event }]],
};

function rowsOf<K extends MovedKind>({ kind, value }: MovedRecord<K>): Rows {
  return ROWS[kind](value);
}

/** Objects and arrays are JSON texts. */
function storedValue(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number' || typeof value === 'string') return value;
  return JSON.stringify(value);
}

const readColumn = sqliteRow('pragma_table_info', { name: text, pk: number });

/** Writes rows of a table by its primary key; a replaced row keeps the rows that refer to it. */
function prepareTable(db: DatabaseSync, table: Table): (row: object) => void {
  const all = db.prepare('SELECT name, pk FROM pragma_table_info(?)').all(table).map(readColumn);
  const columns = all.filter(({ name }) => !OWN_COLUMNS[table]?.includes(name));
  const names = columns.map(({ name }) => name);
  const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => name);
  const others = names.filter((name) => !keys.includes(name));
  const changes = others.map((name) => `${name} = excluded.${name}`);
  const conflict = changes.length === 0 ? 'NOTHING' : `UPDATE SET ${changes.join(', ')}`;
  const statement = db.prepare(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `:${name}`).join(', ')})
     ON CONFLICT (${keys.join(', ')}) DO ${conflict}`,
  );
  return (row) => {
    // a field `createdAt` is the column `created_at`
    const fields = Object.entries(row).map(([field, value]) => [snakeCase(field), value] as const);
    const values = new Map(fields);
    statement.run(Object.fromEntries(names.map((name) => [name, storedValue(values.get(name))])));
  };
}

/** Stores moved records in a database that no service uses. */
export function createSqliteRecordWriter(db: DatabaseSync): RecordWriter {
  const writes = new Map<Table, (row: object) => void>();
  let waiting: MovedRecord[] = [];
  const flush = () => {
    const records = waiting;
    waiting = [];
    if (records.length === 0) return;
    inTransaction(db, () => {
      for (const [table, row] of records.flatMap(rowsOf)) {
        const write = writes.get(table) ?? prepareTable(db, table);
        writes.set(table, write);
        write(row);
      }
    });
  };
  return {
    add: async (record, isThere) => {
      if (isThere) return;
      waiting.push(record);
      if (waiting.length >= GROUP) flush();
    },
    finish: async () => {
      flush();
      repairCounts(db);
      repairLists(db);
    },
  };
}
