import type { DatabaseSync } from 'node:sqlite';
import type { ProjectWebhooks, WebhookStore } from '../../../core/ports/webhooks/webhook-store.ts';
import { type ColumnsOf, number } from '../../rows/columns.ts';
import { webhooks } from '../../rows/webhook-columns.ts';
import { fromReserve } from '../database/open-database.ts';
import { sqliteRow } from '../database/read-row.ts';

const readWebhooks = sqliteRow('webhooks', {
  version: number,
  webhooks,
} satisfies ColumnsOf<ProjectWebhooks>);
const NONE: ProjectWebhooks = { webhooks: [], version: 0 };

/** Webhooks in SQLite, a row for each project that ever had one. */
export function createSqliteWebhookStore(db: DatabaseSync): WebhookStore {
  const get = db.prepare('SELECT version, webhooks FROM webhooks WHERE project_id = ?');
  const add = db.prepare('INSERT INTO webhooks VALUES (?, 1, ?) ON CONFLICT DO NOTHING');
  const replace = db.prepare(
    'UPDATE webhooks SET webhooks = ?, version = version + 1 WHERE project_id = ? AND version = ?',
  );
  return {
    getWebhooks: async (projectId) => readWebhooks(get.get(projectId)) ?? NONE,
    replaceWebhooks: async (projectId, replaced, version) => {
      const text = JSON.stringify(replaced);
      const { changes } =
        version === 0
          ? add.run(projectId, text)
          : // as one that is deleted is
            fromReserve(db, () => replace.run(text, projectId, version));
      return changes > 0;
    },
  };
}
