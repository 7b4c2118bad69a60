import { CommanderError } from 'commander';
import type { AddCommands } from './commands/add-commands.ts';
import type { Machine } from './machine.ts';
import { describeError, exitCodeOf, factsOf } from './output/describe-error.ts';
import { buildProgram } from './program.ts';

/**
 * Runs one command and returns its exit code. A failure is written to the standard error, as JSON
 * with --json.
 */
export async function runCommandLine(
  args: readonly string[],
  machine: Machine,
  more: readonly AddCommands[] = [],
): Promise<number> {
  const { program, session } = buildProgram(machine, more);
  try {
    await program.parseAsync(args, { from: 'user' });
    return session.exitCode();
  } catch (error) {
    const isReported = error instanceof CommanderError; // commander has written it already
    const text = args.includes('--json')
      ? JSON.stringify({ error: factsOf(error) })
      : describeError(error, machine.stderr);
    if (!isReported) machine.stderr.write(`${text}\n`);
    return exitCodeOf(error);
  }
}
