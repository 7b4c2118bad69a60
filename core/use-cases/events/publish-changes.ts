import type { Change } from '../../events/change.ts';
import type { Services } from '../../ports/services.ts';
import type { EventSink } from '../../ports/webhooks/event-sink.ts';
import { eventsOfChange } from './events-of-change.ts';

/**
 * Tells every sink of changes, in their order; rejects unless all took all of it, and may then be
 * called with the same changes again.
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
