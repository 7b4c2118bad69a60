import type { DatabaseSync } from 'node:sqlite';
import type { UsageStore } from '../../../core/ports/projects/usage-store.ts';
import { number, type Row, withDefault } from '../../rows/columns.ts';
import { sqliteValue } from '../database/read-row.ts';
import { prepareBandwidthOf, prepareCountBandwidth } from './bandwidth.ts';

/** The counts in SQLite: each is a row of its own, so that reading them costs the same however many images there are. */
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
  };
}
