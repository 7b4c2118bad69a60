import { fork } from 'node:child_process';
import { hostEnvironment } from './host-environment.ts';
import type { HostMessage } from './host-messages.ts';
import type { FunctionHost, HostEvents, HostStart } from './started-host.ts';

const STDERR = 2;

/** Whether a debugger may stop this service, and so its functions: it runs with `--inspect`. */
export const isInspected = process.execArgv.some((flag) => flag.startsWith('--inspect'));
/** Each process has its own debugger, at a free port that it prints. */
const INSPECTED = isInspected ? ['--inspect=127.0.0.1:0'] : [];

/** Starts a process for functions that may decode. */
export function startProcess(
  { entryPath, group, settings }: HostStart,
  events: HostEvents,
): FunctionHost {
  const child = fork(entryPath, [group, JSON.stringify(settings)], {
    serialization: 'advanced',
    // decoders work outside of V8's heap: its young generation stays at 1 MiB, instead of up to 16
    execArgv: ['--max-semi-space-size=1', ...INSPECTED],
    // standard output is the parent's: one line a request (local.startup-banner)
    stdio: ['ignore', STDERR, STDERR, 'ipc'],
    // glibc keeps freed memory by arena, and a decoder's threads would open many
    env: { ...hostEnvironment(settings), MALLOC_ARENA_MAX: '2' },
  });
  const { promise: exited, resolve } = Promise.withResolvers<void>();
  let hasExited = false;
  const noteExit = (end: string): void => {
    if (hasExited) return;
    hasExited = true;
    resolve();
    events.onExit(end);
  };
  child.on('message', (messages) => (messages as HostMessage[]).forEach(events.onMessage));
  child.on('exit', (code, signal) => noteExit(signal ?? `${code}`));
  child.on('error', (error) => {
    if (child.pid === undefined) noteExit(error.message); // it could not be started at all
  });
  return {
    pid: child.pid ?? 0,
    threadId: 0,
    send: (message) => {
      if (child.connected) child.send(message, () => {}); // `exit` tells of a process that is gone
    },
    kill: () => void child.kill('SIGKILL'),
    exited,
  };
}
