import type { ServiceEvent } from '../../events/service-event.ts';

/** A port that receives events. */
export interface EventSink {
  /**
   * Rejects unless every event was taken; the caller may then send them again, so an event can
   * arrive twice.
   */
  send(events: readonly ServiceEvent[]): Promise<void>;
}
