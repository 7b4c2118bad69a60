import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { TESTED_COMMAND } from '../../../support/service/tested-command.ts';

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Its output, read as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it expects
  readonly json: any;
  /** Its output, each line read as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it expects
  readonly lines: any[];
}

const BROWSER = resolve('test/unit/cli/support/fake-browser.ts');

/** IMAGEWELL_BROWSER for a sign-in of one user. */
export const browserOf = (email: string) => `${process.execPath} ${BROWSER} ${email}`;

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Runs the command line as a process with a folder of its own. Of this environment it has the
 * variables that find Node and its compiled code.
 */
export function commandLine(configDir: string, common: Readonly<Record<string, string>> = {}) {
  return (
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    whenStarted: (kill: (signal: NodeJS.Signals) => void) => void = () => {},
    cwd?: string,
  ): Promise<Ended> => {
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
    const child = spawn(process.execPath, [TESTED_COMMAND, ...args], {
      env: { PATH, NODE_COMPILE_CACHE, XDG_CONFIG_HOME: configDir, ...common, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd,
    });
    const printed = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].on('data', (chunk: Buffer) => {
        printed[name] += chunk.toString();
      });
    }
    whenStarted((signal) => child.kill(signal));
    return new Promise((done, fail) => {
      child.once('error', fail);
      child.once('close', (code) => {
        const lines = printed.stdout.split('\n').filter(Boolean).map(read);
        done({ code, ...printed, json: read(printed.stdout), lines });
      });
    });
  };
}
