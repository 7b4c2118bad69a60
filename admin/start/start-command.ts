import type { Log } from '../../core/ports/log.ts';
import type { ServiceProgram } from '../../local/program/service-program.ts';
import { asksForHelp, describeHelp } from '../program-help.ts';
import { START_HELP } from '../start-options.ts';

export const START_COMMAND = 'start';

/** Opens the files that a service runs and serves. */
export type OpenProgram = (log: Log) => Promise<ServiceProgram>;

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
  const { runStart } = await import('./run-start.ts');
  await runStart(args, openProgram);
}
