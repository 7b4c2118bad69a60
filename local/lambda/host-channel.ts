import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { HostMessage, ParentMessage } from './host-messages.ts';

/** Threads never decode: they are light. Processes decode: they are heavy. */
export type HostRole = 'light' | 'heavy';

/** The side of a thread or process that its parent talks to. */
export interface HostChannel {
  readonly role: HostRole;
  /** As the parent gave them, not checked. */
  readonly settings: unknown;
  send(message: HostMessage): void;
  onMessage(take: (message: ParentMessage) => void): void;
}

function endProcess(): void {
  // process.exit would wait for an encoder that runs on (security.deadline-kills)
  process.kill(process.pid, 'SIGKILL');
}

/** Leaves signals to the parent, which ends its processes itself, and ends with it. */
function ignoreSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('disconnect', endProcess);
  if (!process.connected) endProcess();
}

/** Its arguments are the name of its group and the settings as JSON. */
function openProcessChannel(): HostChannel {
  ignoreSignals();
  const [, settings = '{}'] = process.argv.slice(2);
  return {
    role: 'heavy',
    settings: JSON.parse(settings),
    send: (message) => {
      // a parent that is gone ends us by `disconnect`
      if (process.connected) process.send?.(message, () => {});
    },
    onMessage: (take) => void process.on('message', (message) => take(message as ParentMessage)),
  };
}

function openThreadChannel(): HostChannel {
  return {
    role: 'light',
    settings: workerData,
    send: (message) => parentPort?.postMessage(message),
    onMessage: (take) => void parentPort?.on('message', take),
  };
}

/** The channel of this thread or process; to be opened before its functions are loaded. */
export function openHostChannel(): HostChannel {
  return isMainThread ? openProcessChannel() : openThreadChannel();
}
