import type { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from '../../core/ports/log.ts';
import type { ProcessHooks } from '../services.ts';
import type { ChildMessage } from './process-messages.ts';

/** Requests of a function process to its parent, and the responses. */
export interface HooksOfProcess {
  readonly hooks: ProcessHooks;
  notePurged(callId: number): void;
  isAbandoned(): boolean;
}

function plainError(_name: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, stack } = value;
  return { name, message, stack };
}

/** The parent logs the requests: so a function's log begins at warnings here. */
function createProcessLog(send: (message: ChildMessage) => void): Log {
  const write = (level: 'warn' | 'error'): Log['warn'] => {
    return (message, fields = {}) => {
      send({ type: 'log', level, message, fieldsText: JSON.stringify(fields, plainError) });
    };
  };
  return { info: () => undefined, warn: write('warn'), error: write('error') };
}

/**
 * `current` tells which invocation a call comes from: one that has moved may still be running when
 * the next is.
 */
export function createProcessHooks(
  role: ProcessHooks['role'],
  send: (message: ChildMessage) => void,
  current: AsyncLocalStorage<number>,
): HooksOfProcess {
  const purges = new Map<number, () => void>();
  let calls = 0;
  let isAbandoned = false;
  const hooks: ProcessHooks = {
    role,
    forwardToHeavy() {
      const id = current.getStore();
      if (id === undefined) return Promise.reject(new Error('no response to hand over'));
      send({ type: 'hand-over', id });
      // the request continues in another process; this promise never settles
      return new Promise(() => {});
    },
    purgeEdge(ids) {
      calls += 1;
      const callId = calls;
      send({ type: 'purge-edge', callId, ids });
      return new Promise((resolve) => purges.set(callId, resolve));
    },
    queueRender(render) {
      send({ type: 'queue-render', render });
    },
    abandonProcess() {
      isAbandoned = true;
    },
    noteRendition(event) {
      send({ type: 'rendition', event });
    },
    log: createProcessLog(send),
  };
  const notePurged = (callId: number): void => {
    purges.get(callId)?.();
    purges.delete(callId);
  };
  return { hooks, notePurged, isAbandoned: () => isAbandoned };
}
