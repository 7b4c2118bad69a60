import type { DatabaseSync } from 'node:sqlite';
import type {
  DataCleanupStep,
  ProjectDataCleanup,
} from '../../../core/ports/projects/project-data-cleanup.ts';
import { number, withDefault } from '../../rows/columns.ts';
import { fromReserve } from '../database/open-database.ts';
import { sqliteValue } from '../database/read-row.ts';

/** The tables that each step empties of a project. */
const TABLES: Readonly<Record<DataCleanupStep, readonly string[]>> = {
  keys_removed: ['keys'],
  signing_secrets_removed: ['signing_secrets'],
  webhooks_removed: ['webhooks'],
  members_removed: ['members', 'invitations'],
  counters_removed: [
    'project_images',
    'project_month_counts',
    'project_days',
    'refused_origins',
    'routes',
  ],
};

/** A project's data in SQLite except its images. */
export function createSqliteProjectDataCleanup(db: DatabaseSync): ProjectDataCleanup {
  const forget = db.prepare('DELETE FROM accounts WHERE account_id = ?');
  const isEnding = db.prepare(
    `SELECT 1 FROM accounts WHERE account_id = ?1 AND deleted_at IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM projects WHERE account_id = ?1)`,
  );
  const dropSent = db.prepare('DELETE FROM bandwidth WHERE owner_id = ?');
  const dropThumbnailSecret = db.prepare(
    'UPDATE projects SET thumbnail_secret = NULL WHERE project_id = ?',
  );
  const countWebhooks = db.prepare(
    'SELECT json_array_length(webhooks) AS count FROM webhooks WHERE project_id = ?',
  );
  const leave = db.prepare('DELETE FROM members WHERE account_id = ?');
  const dropCounts = db.prepare('DELETE FROM month_counts WHERE account_id = ?');
  return {
    count: async (step, { projectId }) => {
      if (step === 'counters_removed') return 0;
      if (step === 'webhooks_removed') {
        return sqliteValue(
          'webhooks',
          countWebhooks.get(projectId),
          'count',
          withDefault(number, 0),
        );
      }
      const counts = TABLES[step].map((table) => {
        const query = db.prepare(`SELECT count(*) AS count FROM ${table} WHERE project_id = ?`);
        return sqliteValue(table, query.get(projectId), 'count', number);
      });
      return counts.reduce((sum, count) => sum + count, 0);
    },
    remove: async (step, { projectId }) =>
      fromReserve(db, () => {
        for (const table of TABLES[step]) {
          db.prepare(`DELETE FROM ${table} WHERE project_id = ?`).run(projectId);
        }
        if (step !== 'counters_removed') return;
        dropSent.run(projectId);
        dropThumbnailSecret.run(projectId);
      }),
    forgetAccount: async (accountId) =>
      fromReserve(db, () => {
        if (!isEnding.get(accountId)) return false;
        leave.run(accountId);
        dropCounts.run(accountId);
        dropSent.run(accountId);
        return forget.run(accountId).changes > 0;
      }),
  };
}
