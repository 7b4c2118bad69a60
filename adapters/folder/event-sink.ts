import type { EventSink } from '../../core/ports/webhooks/event-sink.ts';
import { tellingFaults } from './disk/disk-faults.ts';
import { appendDurably } from './disk/folder-files.ts';
import { type DiskReserve, NO_RESERVE } from './disk/reserve.ts';

/**
 * A file with a line of JSON for each event, on disk before `send` answers; only its owner may read
 * it. Throws a StorageFaultError, with none of the events in the file, also while the reserve isn't
 * whole.
 */
export function createFileEventSink(path: string, reserve: DiskReserve = NO_RESERVE): EventSink {
  return {
    send: (events) =>
      tellingFaults(async () => {
        reserve.requireWhole();
        await appendDurably(path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
      }),
  };
}
