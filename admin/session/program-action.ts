import type { Command } from 'commander';
import type { GlobalOptions } from '../../cli/service/find-service.ts';
import type { Session } from '../../cli/session.ts';
import { explainFault } from './explain-fault.ts';

/** A command as it was typed: its own options with those above it, and its arguments. */
export interface ProgramCall<Options extends object = object> {
  readonly session: Session;
  readonly options: Options & GlobalOptions & { readonly stack?: string };
  /** With the options that the command does not know, where it accepts them. */
  readonly args: readonly string[];
}

/** The function of a command, in a module that is loaded when the command is used. */
export type LoadProgram<Options extends object> = () => Promise<
  (call: ProgramCall<Options>) => Promise<void>
>;

/** An action of commander; a fault of AWS becomes a sentence with its exit code. */
export function programAction<Options extends object>(
  session: Session,
  load: LoadProgram<Options>,
) {
  return async (...passed: unknown[]): Promise<void> => {
    const command = passed.at(-1) as Command;
    try {
      const run = await load();
      await run({ session, options: command.optsWithGlobals(), args: command.args });
    } catch (error) {
      throw explainFault(error);
    }
  };
}
