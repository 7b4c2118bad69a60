import { CommandError } from '../../cli/command-error.ts';
import type { Check } from './run-checks.ts';

/**
 * The named checks (separated by commas) with their prerequisites, in the order of the list; all of
 * them without a name. Throws a CommandError for an unknown name.
 */
export function selectChecks<Subject>(
  checks: readonly Check<Subject>[],
  only: string | undefined,
): readonly Check<Subject>[] {
  if (only === undefined) return checks;
  const selected = new Set<string>();
  const add = (name: string): void => {
    const check = checks.find((check) => check.name === name);
    if (!check) {
      const known = checks.map((check) => check.name).join(', ');
      throw new CommandError(
        'usage',
        `The check ${name} does not exist`,
        `Known checks: ${known}.`,
      );
    }
    selected.add(name);
    for (const needed of check.needs ?? []) add(needed);
  };
  for (const name of only.split(',').filter(Boolean)) add(name);
  return checks.filter(({ name }) => selected.has(name));
}
