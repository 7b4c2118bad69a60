import type { DatabaseSync } from 'node:sqlite';
import { LIMITS } from '../../../core/foundation/limits.ts';
import type { AuditStore } from '../../../core/ports/members/audit-store.ts';
import { auditEvent } from '../../rows/audit-columns.ts';
import { json, type Row } from '../../rows/columns.ts';
import { fromReserve } from '../database/open-database.ts';
import { sqliteValue } from '../database/read-row.ts';

const readEvent = (row: Row) => sqliteValue('audit_events', row, 'event', json(auditEvent));

/** Audit events in SQLite; each new event removes expired ones. */
export function createSqliteAuditStore(db: DatabaseSync): AuditStore {
  const put = db.prepare(`INSERT INTO audit_events (trail, at, event_id, outcome, event)
    VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (trail, at, event_id) DO UPDATE SET outcome = excluded.outcome, event = excluded.event
    WHERE audit_events.outcome = 'unknown'`);
  const forget = db.prepare('DELETE FROM audit_events WHERE at <= ?');
  const list = db.prepare(`SELECT event FROM audit_events
    WHERE trail = ? AND at > ? AND (at, event_id) < (?, ?)
    ORDER BY at DESC, event_id DESC LIMIT ?`);
  return {
    putEvent: async (trail, event) =>
      fromReserve(db, () => {
        forget.run(event.at - LIMITS.auditMs);
        put.run(trail, event.at, event.eventId, event.outcome, JSON.stringify(event));
      }),
    listEvents: async ({ trail, limit, before, after }) => {
      const { at, id } = before ?? { at: Number.MAX_SAFE_INTEGER, id: '' };
      return list.all(trail, after, at, id, limit).map(readEvent);
    },
  };
}
