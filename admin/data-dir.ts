import { CommandError } from '../cli/command-error.ts';
import type { Session } from '../cli/session.ts';

const DEFAULT_FOLDER = '.data';

/** The data folder of a command: --data, else DATA_DIR, else `.data`. */
export function dataDirOf(
  { machine }: Session,
  { data }: { readonly data?: string | undefined },
): string {
  return data ?? machine.env.DATA_DIR ?? DEFAULT_FOLDER;
}

/** Throws a CommandError where a stack is named for a command of a data folder. */
export function refuseStack({ stack }: { readonly stack?: string }, hint: string): void {
  if (stack === undefined) return;
  throw new CommandError('usage', 'This command works on a local service, not on a stack.', hint);
}
