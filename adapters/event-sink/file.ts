import { open } from 'node:fs/promises';
import type { EventSink } from '../../core/events/event-sink.ts';

/** A file that gets a line of JSON for each event, on disk before `send` answers; readable by its owner alone. */
export function createFileEventSink(path: string): EventSink {
  return {
    send: async (events) => {
      const file = await open(path, 'a', 0o600);
      try {
        await file.appendFile(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
        await file.sync();
      } finally {
        await file.close();
      }
    },
  };
}
