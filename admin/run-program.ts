import { CommandError } from '../cli/command-error.ts';
import { describeError, exitCodeOf } from '../cli/output/describe-error.ts';
import { explainFault } from './commands/explain-fault.ts';

/** The message of an error of parseArgs, without its advice about `--`. */
function explainArguments(error: unknown, usage: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (!code?.startsWith('ERR_PARSE_ARGS_')) return error;
  const [sentence = message] = message.split('. ');
  return new CommandError('usage', sentence.replace(/\.$/, ''), usage);
}

/**
 * Runs an operator's program. A fault is reported in a sentence, without a stack, and ends it with
 * the exit code that `admin` has for it.
 */
export async function runProgram(usage: string, program: () => Promise<void>): Promise<void> {
  try {
    await program();
  } catch (error) {
    const explained = explainFault(explainArguments(error, usage));
    console.error(describeError(explained, process.stderr));
    process.exitCode = exitCodeOf(explained);
  }
}
