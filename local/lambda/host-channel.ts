import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { HostMessage, ParentMessage } from './host-messages.ts';
import { withOwnBytes } from './own-bytes.ts';

/** Threads never decode: they are light. Processes decode: they are heavy. */
export type HostRole = 'light' | 'heavy';

/** The side of a thread or process that its parent talks to. */
export interface HostChannel {
  readonly role: HostRole;
  /** The name of its group. */
  readonly group: string;
  /** As the parent gave them, not checked. */
  readonly settings: unknown;
  /** Sends it with the other messages of this turn of the event loop, in their order. */
  send(message: HostMessage): void;
  onMessage(take: (message: ParentMessage) => void): void;
}

type Post = (messages: readonly HostMessage[]) => void;

/**
 * Joins the messages of one turn of the event loop into one: each wakes the parent, which costs
 * more than most messages. The end of an invocation and a log line go out before the call returns,
 * and all before them.
 */
export function joinMessages(post: Post): HostChannel['send'] {
  let waiting: HostMessage[] = [];
  const flush = (): void => {
    if (waiting.length === 0) return;
    const messages = waiting;
    waiting = [];
    post(messages);
  };
  return (message) => {
    if (waiting.push(message) === 1) setImmediate(flush);
    // nothing follows an end soon; and the fault that a line warns of may end this host
    if (message.type === 'idle' || message.type === 'log') flush();
  };
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
  const [group = '', settings = '{}'] = process.argv.slice(2);
  return {
    role: 'heavy',
    group,
    settings: JSON.parse(settings),
    send: joinMessages((messages) => {
      // a parent that is gone ends us by `disconnect`
      if (process.connected) process.send?.(messages, () => {});
    }),
    onMessage: (take) => void process.on('message', (message) => take(message as ParentMessage)),
  };
}

function openThreadChannel(): HostChannel {
  const { group, settings } = workerData as { readonly group: string; readonly settings: unknown };
  return {
    role: 'light',
    group,
    settings,
    send: joinMessages((messages) => {
      const sent = messages.map(withOwnBytes);
      parentPort?.postMessage(
        sent.map(({ message }) => message),
        sent.flatMap(({ moved }) => moved),
      );
    }),
    onMessage: (take) => void parentPort?.on('message', take),
  };
}

/** The channel of this thread or process; to be opened before its functions are loaded. */
export function openHostChannel(): HostChannel {
  return isMainThread ? openProcessChannel() : openThreadChannel();
}
