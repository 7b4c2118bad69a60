import { createHash } from 'node:crypto';
import { encodeIdBytes } from '../images/ids.ts';
import type { EventData, EventType } from './event-types.ts';

/** A published event: THE envelope. */
export interface ServiceEvent<Type extends EventType = EventType> {
  /**
   * `evt_` + 26: the same whenever the same change is published again, so that a receiver can
   * ignore it.
   */
  readonly id: string;
  readonly type: Type;
  /** RFC 3339 in UTC: the time of the change, not of the publication. */
  readonly timestamp: string;
  /** The project of the change; for a quota, the project whose usage reached the mark. */
  readonly projectId: string;
  readonly data: EventData<Type>;
}

/**
 * The id for `parts`, always the same for the same parts: `evt_` or another prefix, and 26
 * characters.
 */
export function derivedId(prefix: string, ...parts: readonly (string | number)[]): string {
  return prefix + encodeIdBytes(createHash('sha256').update(parts.join('#')).digest());
}

/** Makes an event of a change; `parts` name the change among all of its type. */
export function createEvent<Type extends EventType>(
  type: Type,
  parts: readonly (string | number)[],
  { at, projectId, data }: { at: number; projectId: string; data: EventData<Type> },
): ServiceEvent<Type> {
  const id = derivedId('evt_', type, ...parts);
  return { id, type, timestamp: new Date(at).toISOString(), projectId, data };
}
