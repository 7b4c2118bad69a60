import { createHash } from 'node:crypto';
import { encodeIdBytes } from '../images/ids.ts';
import type { EventData, EventType } from './event-types.ts';

/** An event as everybody is told of it: THE envelope. */
export interface ServiceEvent<Type extends EventType = EventType> {
  /**
   * `evt_` + 26: the same whenever the same change is told again, so that a receiver can leave it
   * out.
   */
  readonly id: string;
  readonly type: Type;
  /** RFC 3339 in UTC: when the change was made, not when it is told. */
  readonly timestamp: string;
  /** The project that the change was made in; of a quota, the one whose use came to the mark. */
  readonly projectId: string;
  readonly data: EventData<Type>;
}

/**
 * The id of what `parts` name, the same for the same parts: `evt_` or another prefix, and 26
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
