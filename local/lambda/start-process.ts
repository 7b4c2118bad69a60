import { fork } from 'node:child_process';
import { readPassedOn } from '../../lambdas/environment.ts';
import type { ChildMessage, ParentMessage } from './process-messages.ts';

export interface ProcessStart {
  readonly entryPath: string;
  readonly functionName: string;
  readonly role: 'light' | 'heavy';
  /** Passed as JSON; no secrets, since others can read arguments. */
  readonly settings: unknown;
}

export interface ProcessEvents {
  onMessage(message: ChildMessage): void;
  onExit(): void;
}

/** The parent's hold on one function process. */
export interface FunctionProcess {
  /** 0: it could not be started. */
  readonly pid: number;
  send(message: ParentMessage): void;
  kill(): void;
  readonly exited: Promise<void>;
}

const STDERR = 2;

const hasBucket = (settings: unknown): boolean =>
  typeof settings === 'object' &&
  settings !== null &&
  'objects' in settings &&
  settings.objects !== undefined;

/** Starts a process of a function; it says `ready` when it can take its first request. */
export function startProcess(start: ProcessStart, events: ProcessEvents): FunctionProcess {
  const { entryPath, functionName, role, settings } = start;
  const child = fork(entryPath, [functionName, role, JSON.stringify(settings)], {
    serialization: 'advanced',
    execArgv: [],
    // standard output is the parent's: one line a request (local.startup-banner)
    stdio: ['ignore', STDERR, STDERR, 'ipc'],
    // as in Lambda: of the shell that started the service no more than is used
    env: {
      ...readPassedOn({ hasBucket: hasBucket(settings) }),
      AWS_LAMBDA_FUNCTION_NAME: functionName,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      // glibc keeps freed memory by arena, and a decoder's threads would open many
      MALLOC_ARENA_MAX: '2',
    },
  });
  const { promise: exited, resolve } = Promise.withResolvers<void>();
  let hasExited = false;
  const noteExit = (): void => {
    if (hasExited) return;
    hasExited = true;
    resolve();
    events.onExit();
  };
  child.on('message', (message) => events.onMessage(message as ChildMessage));
  child.on('exit', noteExit);
  child.on('error', () => {
    if (child.pid === undefined) noteExit(); // it could not be started at all
  });
  return {
    pid: child.pid ?? 0,
    send: (message) => {
      if (child.connected) child.send(message, () => {}); // `exit` tells of a process that is gone
    },
    kill: () => void child.kill('SIGKILL'),
    exited,
  };
}
