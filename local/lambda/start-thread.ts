import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { hostEnvironment } from './host-environment.ts';
import type { HostMessage } from './host-messages.ts';
import { withOwnBytes } from './own-bytes.ts';
import type { FunctionHost, HostEvents, HostStart } from './started-host.ts';

/** A handler that floods its heap ends its thread, not the service. */
const MAX_HEAP_MB = 192;
/**
 * V8's room for young objects of a thread: two halves of 4 MiB are used of it. Halves of 1 MiB cost
 * a tenth more CPU of `list-images`; halves of 8 MiB gain nothing (docs/performance.md).
 */
const MAX_YOUNG_MB = 12;
/**
 * V8 takes the service's own bound of young objects (`--max-semi-space-size`) for each later heap,
 * in place of MAX_YOUNG_MB. So the flag ends before a thread starts; the service's heap keeps it.
 */
const NO_OTHER_BOUND = '--max-semi-space-size=0';

/** Starts a thread of the service for functions that decode nothing. */
export function startThread(
  { entryPath, group, settings }: HostStart,
  { onMessage, onExit }: HostEvents,
): FunctionHost {
  setFlagsFromString(NO_OTHER_BOUND);
  const worker = new Worker(entryPath, {
    name: group,
    workerData: { group, settings },
    env: hostEnvironment(settings),
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
    // standard output is the parent's: one line a request (local.startup-banner)
    stdout: true,
  });
  const { promise: exited, resolve } = Promise.withResolvers<void>();
  worker.stdout.pipe(process.stderr, { end: false });
  worker.on('message', (messages: readonly HostMessage[]) => messages.forEach(onMessage));
  // printed as a process prints it; `exit` follows
  worker.on('error', (error) => process.stderr.write(`${error.stack ?? error.message}\n`));
  worker.on('exit', (code) => {
    resolve();
    onExit(`${code}`);
  });
  return {
    pid: process.pid,
    threadId: worker.threadId,
    send: (message) => {
      const own = withOwnBytes(message);
      worker.postMessage(own.message, own.moved);
    },
    kill: () => void worker.terminate(),
    exited,
  };
}
