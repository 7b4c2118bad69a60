import type { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from '../../core/ports/log.ts';
import type { BegunDelivery, DeliveryRelay } from '../../core/use-cases/delivery/delivery.ts';
import type { HostChannel } from './host-channel.ts';
import type { HostMessage } from './host-messages.ts';
import type { HostHooks } from './local-services.ts';

/** The invocation that a call comes from. */
export interface CurrentInvocation {
  readonly id: number;
  readonly functionName: string;
  /** It continues in a process, so this host says no more about it. */
  hasMoved: boolean;
  /** How far its delivery has come, here or in the host that it moved from. */
  begun: BegunDelivery | undefined;
}

/** Requests of a host of functions to its parent, and the responses. */
export interface HooksOfHost {
  readonly hooks: HostHooks;
  notePurged(callId: number): void;
  isAbandoned(): boolean;
}

function plainError(_name: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, stack } = value;
  return { name, message, stack };
}

/** The parent logs the requests: so a function's log begins at warnings here. */
function createHostLog(
  send: (message: HostMessage) => void,
  current: AsyncLocalStorage<CurrentInvocation>,
): Log {
  const write = (level: 'warn' | 'error'): Log['warn'] => {
    return (message, fields = {}) => {
      const { functionName, hasMoved = false } = current.getStore() ?? {};
      if (hasMoved) return;
      const fieldsText = JSON.stringify(fields, plainError);
      send({ type: 'log', level, functionName, message, fieldsText });
    };
  };
  return { info: () => undefined, warn: write('warn'), error: write('error') };
}

function createRelay(current: AsyncLocalStorage<CurrentInvocation>): DeliveryRelay {
  return {
    begun: () => current.getStore()?.begun,
    note(begun) {
      const invocation = current.getStore();
      if (invocation) invocation.begun = begun;
    },
  };
}

/**
 * `current` tells which invocation a call comes from: one that has moved may still be running when
 * the next is.
 */
export function createHostHooks(
  { role, group }: Pick<HostChannel, 'role' | 'group'>,
  send: (message: HostMessage) => void,
  current: AsyncLocalStorage<CurrentInvocation>,
): HooksOfHost {
  const purges = new Map<number, () => void>();
  let calls = 0;
  let isAbandoned = false;
  const hooks: HostHooks = {
    role,
    readsLargeBodies: group !== 'delivery',
    forward(to) {
      const invocation = current.getStore();
      if (!invocation) return Promise.reject(new Error('no response to hand over'));
      invocation.hasMoved = true;
      // the reader of a large body looks the image up again: it is sent soon after
      const begun = to === 'large-body' ? undefined : invocation.begun;
      send({ type: 'hand-over', id: invocation.id, to, begun });
      // the request continues in another host; this promise never settles
      return new Promise(() => {});
    },
    relay: createRelay(current),
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
    log: createHostLog(send, current),
  };
  const notePurged = (callId: number): void => {
    purges.get(callId)?.();
    purges.delete(callId);
  };
  return { hooks, notePurged, isAbandoned: () => isAbandoned };
}
