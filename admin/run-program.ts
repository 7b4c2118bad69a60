import { CommandError } from '../cli/command-error.ts';
import { describeError, exitCodeOf } from '../cli/output/describe-error.ts';
import { explainFault } from './commands/explain-fault.ts';
import {
  asksForHelp,
  describeArgumentFault,
  describeHelp,
  type ProgramHelp,
} from './program-help.ts';

/** The usage of the program, after a refusal of arguments. */
export function usageOf({ usage }: Pick<ProgramHelp, 'usage'>): string {
  return `usage: ${usage}\nRun it with --help for its options.`;
}

function explainArguments(error: unknown, help: ProgramHelp): unknown {
  const message = describeArgumentFault(error, help);
  return message === undefined ? error : new CommandError('usage', message, usageOf(help));
}

/**
 * Runs an operator's program, or prints its help. A fault is reported in a sentence, without a
 * stack, and ends it with the exit code that `admin` has for it.
 */
export async function runProgram(help: ProgramHelp, program: () => Promise<void>): Promise<void> {
  if (asksForHelp(process.argv.slice(2))) {
    console.log(describeHelp(help));
    return;
  }
  try {
    await program();
  } catch (error) {
    const explained = explainFault(explainArguments(error, help));
    console.error(describeError(explained, process.stderr));
    process.exitCode = exitCodeOf(explained);
  }
}
