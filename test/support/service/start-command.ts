import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { TESTED_COMMAND } from './tested-command.ts';

/** How a command ended: by a code, or by a signal. */
export interface EndedCommand {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running command of the command line. */
export interface StartedCommand {
  /** Its output so far. */
  readonly printed: Readonly<Record<'stdout' | 'stderr', string>>;
  readonly ended: Promise<EndedCommand>;
  kill(signal: NodeJS.Signals): void;
}

const POLL_MS = 5;

/** Starts the command line as a process, in this environment and folder unless others are given. */
export function startCommand(
  args: readonly string[],
  { env = process.env, cwd }: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
): StartedCommand {
  const child = spawn(process.execPath, [TESTED_COMMAND, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
  });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text;
    });
  }
  const ended = new Promise<EndedCommand>((done, fail) => {
    child.once('error', fail);
    child.once('close', (code, signal) => done({ code, signal, ...printed }));
  });
  return { printed, ended, kill: (signal) => void child.kill(signal) };
}

/** When a command is to get a signal. */
export interface Kill {
  readonly signal: NodeJS.Signals;
  /** Asked until it says so, or until the command ended. */
  readonly when: () => boolean | Promise<boolean>;
}

/** Sends a signal to a command in time, and waits for its end. */
export async function killWhen(
  { ended, kill }: StartedCommand,
  { signal, when }: Kill,
): Promise<EndedCommand> {
  let isOver = false;
  const end = ended.finally(() => {
    isOver = true;
  });
  while (!isOver && !(await when())) await sleep(POLL_MS);
  kill(signal);
  return end;
}
