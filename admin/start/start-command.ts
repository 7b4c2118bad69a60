import type { OpenProgram } from '../../local/program/service-program.ts';
import { asksForHelp, describeHelp } from '../program-help.ts';
import { START_HELP } from '../start-options.ts';
import { failStart } from './fail-start.ts';
import type { StartOptions } from './read-start-options.ts';

export const START_COMMAND = 'start';

/** Before the service is loaded: a wrong option then costs an eighth of the CPU. */
async function readOptionsOrFail(args: readonly string[]): Promise<StartOptions> {
  const { readStartOptions } = await import('./read-start-options.ts');
  try {
    return readStartOptions({ args, env: process.env });
  } catch (error) {
    return failStart((error as Error).message, 'usage');
  }
}

/**
 * Starts the service by arguments, or prints the help; resolves when it has started. A fault is
 * reported in a sentence, and ends the process.
 */
export async function startByArguments(
  args: readonly string[],
  openProgram: OpenProgram,
): Promise<void> {
  if (asksForHelp(args)) {
    console.log(describeHelp(START_HELP));
    return;
  }
  const options = await readOptionsOrFail(args);
  const { runStart } = await import('./run-start.ts');
  await runStart(options, openProgram);
}
