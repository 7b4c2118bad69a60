import type { DatabaseSync } from 'node:sqlite';
import type { DeliveryStore } from '../../../core/ports/webhooks/delivery-store.ts';
import { deliveryEnd } from '../../../core/webhooks/delivery.ts';
import type { Row } from '../../rows/columns.ts';
import { delivery } from '../../rows/webhook-columns.ts';
import { inTransaction } from '../database/open-database.ts';
import { sqliteRow } from '../database/read-row.ts';

const readRow = sqliteRow('webhook_deliveries', { delivery });
const read = (row: Row) => readRow(row).delivery;

/** Deliveries in SQLite, the store its own queue; each new delivery removes expired ones. */
export function createSqliteDeliveryStore(db: DatabaseSync): DeliveryStore {
  const get = db.prepare(
    'SELECT delivery FROM webhook_deliveries WHERE webhook_id = ? AND delivery_id = ?',
  );
  const add = db.prepare(
    'INSERT INTO webhook_deliveries VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const drop = db.prepare('DELETE FROM webhook_deliveries WHERE ends_at <= ?');
  const replace = db.prepare(
    `UPDATE webhook_deliveries SET state = ?, next_at = ?, revision = ?, delivery = ?
     WHERE webhook_id = ? AND delivery_id = ? AND revision = ?`,
  );
  const list = db.prepare(
    `SELECT delivery FROM webhook_deliveries WHERE webhook_id = ? AND state = ?
     ORDER BY created_at DESC, delivery_id DESC LIMIT ?`,
  );
  const due = db.prepare(
    `SELECT delivery FROM webhook_deliveries WHERE state = 'pending' AND next_at <= ?
     ORDER BY next_at LIMIT ?`,
  );
  const find = (webhookId: string, deliveryId: string) => {
    return readRow(get.get(webhookId, deliveryId))?.delivery;
  };
  return {
    addDelivery: async (delivery) =>
      inTransaction(db, () => {
        const { webhookId, deliveryId, state, createdAt, nextAt, revision } = delivery;
        drop.run(createdAt);
        add.run(
          webhookId,
          deliveryId,
          state,
          createdAt,
          deliveryEnd(delivery),
          nextAt,
          revision,
          JSON.stringify(delivery),
        );
        return find(webhookId, deliveryId) ?? delivery;
      }),
    getDelivery: async (webhookId, deliveryId) => find(webhookId, deliveryId),
    replaceDelivery: async (delivery) => {
      const { webhookId, deliveryId, state, nextAt, revision } = delivery;
      const columns = [state, nextAt, revision, JSON.stringify(delivery)];
      return replace.run(...columns, webhookId, deliveryId, revision - 1).changes > 0;
    },
    listDeliveries: async (webhookId, state, limit) => list.all(webhookId, state, limit).map(read),
    listDue: async (now, limit) => due.all(now, limit).map(read),
  };
}
