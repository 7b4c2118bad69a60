import { resolve } from 'node:path';
import {
  type EndedCommand,
  type Kill,
  killWhen,
  startCommand,
} from '../../../support/service/start-command.ts';

/** How a command ended, with its output read. */
export interface Ended extends EndedCommand {
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

/** An ended command with its output read. */
export function endedOf(ended: EndedCommand): Ended {
  const lines = ended.stdout.split('\n').filter(Boolean).map(read);
  return { ...ended, json: read(ended.stdout), lines };
}

/**
 * Runs the command line as a process with its own folder. Of this environment it has the
 * variables that find Node and its compiled code.
 */
export function commandLine(configDir: string, common: Readonly<Record<string, string>> = {}) {
  return async (
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    kill?: Kill,
    cwd?: string,
  ): Promise<Ended> => {
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
    const own = { PATH, NODE_COMPILE_CACHE, XDG_CONFIG_HOME: configDir };
    const command = startCommand(args, {
      env: { ...own, ...common, ...env },
      ...(cwd === undefined ? {} : { cwd }),
    });
    const ended = await (kill ? killWhen(command, kill) : command.ended);
    return endedOf(ended);
  };
}
