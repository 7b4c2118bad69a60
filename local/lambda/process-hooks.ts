import type { AsyncLocalStorage } from 'node:async_hooks';
import type { ProcessHooks } from '../services.ts';
import type { ChildMessage } from './process-messages.ts';

/** Requests of a function process to its parent, and the responses. */
export interface HooksOfProcess {
  readonly hooks: ProcessHooks;
  notePurged(callId: number): void;
  isAbandoned(): boolean;
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
  };
  const notePurged = (callId: number): void => {
    purges.get(callId)?.();
    purges.delete(callId);
  };
  return { hooks, notePurged, isAbandoned: () => isAbandoned };
}
