import type { Change } from '../../events/change.ts';
import type { Services } from '../../ports/services.ts';
import type { EventSink } from '../../ports/webhooks/event-sink.ts';
import { eventsOfChange } from './events-of-change.ts';

/**
 * Publishes changes to every sink, in their order. Rejects unless all sinks took all changes; it
 * may then be repeated with the same changes.
 */
export async function publishChanges(
  services: Pick<Services, 'projects' | 'cdnUrl'>,
  sinks: readonly EventSink[],
  changes: readonly Change[],
): Promise<number> {
  const result = await Promise.all(changes.map((change) => eventsOfChange(services, change)));
  const events = result.flat();
  if (events.length > 0) await Promise.all(sinks.map((sink) => sink.send(events)));
  return events.length;
}
