import type { AuditEvent } from '../../audit/audit-event.ts';
import type { ListPosition } from '../../foundation/list-cursor.ts';

/** One list of events: of a project, or of an account's acts without a project. */
export type AuditTrail = `project#${string}` | `account#${string}`;

export interface AuditQuery {
  readonly trail: AuditTrail;
  readonly limit: number;
  /** The position to continue after; null starts with the newest. */
  readonly before: ListPosition | null;
  /** Excludes events that began at this time or earlier. */
  readonly after: number;
}

/** A port for audit events. */
export interface AuditStore {
  /**
   * Durable when it resolves. An event with an unknown outcome is replaced by one of the same id;
   * an event with a known outcome stays unchanged.
   */
  putEvent(trail: AuditTrail, event: AuditEvent): Promise<void>;
  /** Newest first. */
  listEvents(query: AuditQuery): Promise<AuditEvent[]>;
}

/** The list of an event. */
export function trailOf({ projectId }: Pick<AuditEvent, 'projectId'>, accountId: string) {
  const trail: AuditTrail = projectId === null ? `account#${accountId}` : `project#${projectId}`;
  return trail;
}
