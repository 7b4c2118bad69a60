import type { ServiceErrorOptions } from '../../foundation/service-error.ts';
import type { Cures, OperatorCommands } from '../../ports/projects/operator-commands.ts';

/** The next step of a refusal that an operator lifts, in words for each reader. */
export interface OperatorCure {
  /** Picks the command. */
  readonly pick: (cures: Cures) => string;
  /** The sentence around the command. */
  readonly run: (command: string) => string;
  /** The sentence for strangers. */
  readonly ask: string;
  /** The caller has an API key of the project; an upload key is public and counts for nothing. */
  readonly hasApiKey: boolean;
}

/**
 * The hints of such a refusal (errors.operator-hints). A caller with an API key reads the command
 * without any folder, and others `ask`. This machine reads the command as it is typed there.
 */
export function operatorHints(
  { here, elsewhere }: OperatorCommands,
  { pick, run, ask, hasApiKey }: OperatorCure,
): Pick<ServiceErrorOptions, 'hint' | 'machineHint'> {
  return {
    hint: hasApiKey ? run(pick(elsewhere)) : ask,
    ...(here ? { machineHint: run(pick(here)) } : {}),
  };
}

/** The command for the log, which only the operator reads. */
export function commandForLog(
  { here, elsewhere }: OperatorCommands,
  pick: OperatorCure['pick'],
): string {
  return pick(here ?? elsewhere);
}
