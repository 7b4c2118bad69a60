import { open } from 'node:fs/promises';
import type { EventSink } from '../../core/ports/webhooks/event-sink.ts';
import { tellingFaults } from './disk/disk-faults.ts';
import { type DiskReserve, NO_RESERVE } from './disk/reserve.ts';

async function append(path: string, text: string): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    const { size } = await file.stat();
    try {
      await file.appendFile(text);
      await file.sync();
    } catch (error) {
      await file.truncate(size); // half a line would corrupt the next
      throw error;
    }
  } finally {
    await file.close();
  }
}

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
        await append(path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
      }),
  };
}
