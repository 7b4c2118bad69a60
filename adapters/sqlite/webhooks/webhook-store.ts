import type { DatabaseSync } from 'node:sqlite';
import type { WebhookStore } from '../../../core/ports/webhooks/webhook-store.ts';
import { fromReserve } from '../database/open-database.ts';

interface WebhooksRow {
  readonly version: number;
  readonly webhooks: string;
}

/** Webhooks in SQLite, a row for each project that ever had one. */
export function createSqliteWebhookStore(db: DatabaseSync): WebhookStore {
  const get = db.prepare('SELECT version, webhooks FROM webhooks WHERE project_id = ?');
  const add = db.prepare('INSERT INTO webhooks VALUES (?, 1, ?) ON CONFLICT DO NOTHING');
  const replace = db.prepare(
    'UPDATE webhooks SET webhooks = ?, version = version + 1 WHERE project_id = ? AND version = ?',
  );
  return {
    getWebhooks: async (projectId) => {
      const row = get.get(projectId) as unknown as WebhooksRow | undefined;
      return { webhooks: JSON.parse(row?.webhooks ?? '[]'), version: row?.version ?? 0 };
    },
    replaceWebhooks: async (projectId, webhooks, version) => {
      const text = JSON.stringify(webhooks);
      const { changes } =
        version === 0
          ? add.run(projectId, text)
          : fromReserve(db, () => replace.run(text, projectId, version)); // as one that is deleted is
      return changes > 0;
    },
  };
}
