import type { ServiceEvent } from '../../events/service-event.ts';

/** Where events go; a port, with its adapters in adapters/event-sink. */
export interface EventSink {
  /** Rejects unless every event was taken; they may then be given again, and taken twice. */
  send(events: readonly ServiceEvent[]): Promise<void>;
}
