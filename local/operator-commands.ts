import { relative, resolve } from 'node:path';
import type { Cures, OperatorCommands } from '../core/ports/projects/operator-commands.ts';
import { LOCAL_ACCOUNT_ID } from './data-folder/local-account.ts';

const DEFAULT_FOLDER = '.data';
const PLAIN = /^[\w./:@%+=-]+$/;
/** `%` begins a variable of cmd.exe; a file name has no double quote there. */
const PLAIN_ON_WINDOWS = /^[\w./:@+=\\-]+$/;

/** A word as a POSIX shell takes it, or on Windows cmd.exe and PowerShell. */
export function quoteWord(word: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') return PLAIN_ON_WINDOWS.test(word) ? word : `"${word}"`;
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The option that names a data folder, a space before it; nothing for the default folder. */
function dataOption(dataDir: string): string {
  if (resolve(dataDir) === resolve(DEFAULT_FOLDER)) return '';
  const near = relative('.', dataDir);
  return ` --data ${quoteWord(near.startsWith('..') ? resolve(dataDir) : near, process.platform)}`;
}

/** The operator's commands of a data folder. */
export interface LocalOperatorCommands extends OperatorCommands {
  /** With the path of the folder, for its own machine. */
  readonly here: Cures;
  /** Makes a link for a new owner of a public service. */
  makeSetupLink(): string;
}

/** The commands with the option that names the data folder, a space before it. */
function curesWith(data: string, namedData: string): Cures {
  return {
    allowOrigin: (origin, { projectId, accountId, isDefault }) => {
      const isFirst = accountId === LOCAL_ACCOUNT_ID && isDefault;
      return `npx imagewell admin allow-origin ${origin}${data}${isFirst ? '' : ` --project ${projectId}`}`;
    },
    liftPlan: ({ accountId }) =>
      accountId === LOCAL_ACCOUNT_ID
        ? `npx imagewell start --plan unlimited${data}`
        : `npx imagewell admin accounts set-plan ${accountId} unlimited${namedData}`,
  };
}

/** Those beside the service of a data folder, whose path only its own machine reads. */
export function createLocalOperatorCommands(dataDir: string): LocalOperatorCommands {
  const data = dataOption(dataDir);
  const hidden = data === '' ? '' : ' --data FOLDER';
  return {
    here: curesWith(data, data || ' --data .data'),
    elsewhere: curesWith(hidden, ' --data FOLDER'),
    makeSetupLink: () => `npx imagewell admin setup-link${data}`,
  };
}
