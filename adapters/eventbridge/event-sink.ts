import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { EVENT_SOURCE } from '../../core/events/event-source.ts';
import type { ServiceEvent } from '../../core/events/service-event.ts';
import type { EventSink } from '../../core/ports/webhooks/event-sink.ts';

/**
 * Amazon EventBridge API reference, PutEvents: entries of a call, and their bytes; ours are far
 * below 1 KB each.
 */
const MAX_ENTRIES = 10;

/**
 * An EventBridge bus: `source` imagewell, `detail-type` the event's type, `detail` the whole event.
 */
export function createEventBridgeSink(client: EventBridgeClient, busName: string): EventSink {
  const put = async (events: readonly ServiceEvent[]): Promise<readonly ServiceEvent[]> => {
    const Entries = events.map((event) => ({
      EventBusName: busName,
      Source: EVENT_SOURCE,
      DetailType: event.type,
      Detail: JSON.stringify(event),
      Time: new Date(event.timestamp),
    }));
    const answer = await client.send(new PutEventsCommand({ Entries }));
    // the response's entries are in the order of the request's
    return events.filter((_, at) => !answer.Entries?.[at]?.EventId);
  };
  return {
    send: async (events) => {
      for (let at = 0; at < events.length; at += MAX_ENTRIES) {
        const remaining = await put(events.slice(at, at + MAX_ENTRIES));
        const refused = remaining.length > 0 ? await put(remaining) : [];
        if (refused.length > 0) throw new Error(`${refused.length} events were not accepted`);
      }
    },
  };
}
