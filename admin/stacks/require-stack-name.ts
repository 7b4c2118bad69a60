import { CommandError } from '../../cli/command-error.ts';

/** The stack of a command that has no other target; throws a CommandError without one. */
export function requireStackName({
  stack,
  data,
}: {
  readonly stack?: string;
  readonly data?: string;
}): string {
  if (data !== undefined) {
    throw new CommandError('usage', 'This command works on a stack, not on a data folder.');
  }
  if (stack) return stack;
  throw new CommandError('usage', 'No stack is given; use --stack NAME.');
}
