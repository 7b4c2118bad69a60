import type { DatabaseSync } from 'node:sqlite';
import { addTraffic, topOf } from '../../../core/metering/top-images.ts';
import type { UsageStore, UsedAmounts } from '../../../core/ports/projects/usage-store.ts';
import { json, number, type Row, withDefault } from '../../rows/columns.ts';
import type { RecordRead } from '../../rows/read-row.ts';
import { keptTraffic } from '../../rows/usage-columns.ts';
import { inTransaction } from '../database/open-database.ts';
import { sqliteRow, sqliteValue } from '../database/read-row.ts';
import { prepareMarkPart } from './counted-parts.ts';
import { createSqliteImageDays } from './image-days.ts';
import { createSqliteUsageDays, prepareAddToDay } from './usage-days.ts';

const readSent = sqliteRow('bandwidth', { bytes: number, images: json(keptTraffic) });
type Sent = RecordRead<typeof readSent>;
const NOTHING: Sent = { bytes: 0, images: [] };

/** The bytes sent for an account or a project in a month. */
function prepareSent(db: DatabaseSync): (ownerId: string, month: string) => Sent {
  const get = db.prepare('SELECT bytes, images FROM bandwidth WHERE owner_id = ? AND month = ?');
  return (ownerId, month) => readSent(get.get(ownerId, month)) ?? NOTHING;
}

/** Reads the bandwidth of an account or a project. */
function prepareBandwidthOf(db: DatabaseSync) {
  const sentOf = prepareSent(db);
  return (ownerId: string, month: string): Pick<UsedAmounts, 'bandwidthBytes' | 'topImages'> => {
    const { bytes, images } = sentOf(ownerId, month);
    return { bandwidthBytes: bytes, topImages: topOf(images) };
  };
}

/** Counts bandwidth, each part of a log exactly one time. */
function prepareCountBandwidth(db: DatabaseSync): UsageStore['countBandwidth'] {
  const sentOf = prepareSent(db);
  const isNewPart = prepareMarkPart(db);
  const addToDay = prepareAddToDay(db);
  const put = db.prepare(
    `INSERT INTO bandwidth VALUES (?, ?, ?, ?) ON CONFLICT (owner_id, month)
     DO UPDATE SET bytes = excluded.bytes, images = excluded.images`,
  );
  return async ({ part, projectId, accountId, month, bytes, images, bytesByDay, now }) =>
    inTransaction(db, () => {
      const isNew = isNewPart({ part, projectId, month, now });
      // the account first: the change log reads its count when the project's grows
      for (const ownerId of isNew ? [accountId, projectId] : []) {
        const sent = sentOf(ownerId, month);
        const kept = JSON.stringify(addTraffic(sent.images, images));
        put.run(ownerId, month, sent.bytes + bytes, kept);
      }
      for (const [day, ofDay] of isNew ? bytesByDay : []) {
        addToDay(projectId, day, 'bandwidthBytes', ofDay);
      }
      return { isNew, usedByAccount: sentOf(accountId, month).bytes };
    });
}

/**
 * The counts in SQLite: each is a separate row, so reading them costs the same for any number of
 * images.
 */
export function createSqliteUsageStore(db: DatabaseSync): UsageStore {
  const accountImages = db.prepare('SELECT images AS used FROM accounts WHERE account_id = ?');
  const projectImages = db.prepare(
    'SELECT images AS used FROM project_images WHERE project_id = ?',
  );
  const accountMonth = db.prepare(
    'SELECT transformations AS used FROM month_counts WHERE account_id = ? AND month = ?',
  );
  const projectMonth = db.prepare(
    `SELECT transformations AS used FROM project_month_counts
     WHERE account_id = ? AND project_id = ? AND month = ?`,
  );
  const bandwidthOf = prepareBandwidthOf(db);
  const usedIn = (row: Row | undefined) =>
    sqliteValue('accounts', row, 'used', withDefault(number, 0));
  return {
    ofAccount: async (accountId, month) => ({
      images: usedIn(accountImages.get(accountId)),
      transformations: usedIn(accountMonth.get(accountId, month)),
      ...bandwidthOf(accountId, month),
    }),
    countTransformations: async (accountId, month) => usedIn(accountMonth.get(accountId, month)),
    ofProject: async ({ projectId, accountId }, month) => ({
      images: usedIn(projectImages.get(projectId)),
      transformations: usedIn(projectMonth.get(accountId, projectId, month)),
      ...bandwidthOf(projectId, month),
    }),
    countBandwidth: prepareCountBandwidth(db),
    ...createSqliteUsageDays(db),
    ...createSqliteImageDays(db),
  };
}
