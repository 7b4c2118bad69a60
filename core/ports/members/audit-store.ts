import type { AuditEvent } from '../../audit/audit-event.ts';
import type { ListPosition } from '../../foundation/list-cursor.ts';

/** One list of events: what was done to a project, or by an account to no project. */
export type AuditTrail = `project#${string}` | `account#${string}`;

export interface AuditQuery {
  readonly trail: AuditTrail;
  readonly limit: number;
  /** What follows this position; null: from the newest on. */
  readonly before: ListPosition | null;
  /** Nothing that began at this time or earlier. */
  readonly after: number;
}

/** What was done by whom; a port, with its adapters in adapters/audit-store. */
export interface AuditStore {
  /**
   * Durable when it resolves. An event whose outcome is unknown is replaced by one of the same id;
   * what has another outcome stays as it is.
   */
  putEvent(trail: AuditTrail, event: AuditEvent): Promise<void>;
  /** Newest first. */
  listEvents(query: AuditQuery): Promise<AuditEvent[]>;
}

/** Where an event is listed. */
export function trailOf({ projectId }: Pick<AuditEvent, 'projectId'>, accountId: string) {
  const trail: AuditTrail = projectId === null ? `account#${accountId}` : `project#${projectId}`;
  return trail;
}
