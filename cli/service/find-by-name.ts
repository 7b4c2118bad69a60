import { CommandError } from '../command-error.ts';
import { safeText } from '../output/safe-text.ts';

/** Something with an ID that users may name otherwise. */
export interface Named {
  readonly id: string;
  readonly name: string | null;
}

/**
 * The ID of a thing by its ID or its name. Throws a usage error that lists the IDs where several
 * have the name; an unknown name stays as it is, and the service rejects it.
 */
export function findByName(things: readonly Named[], named: string, kind: string): string {
  if (things.some(({ id }) => id === named)) return named;
  const found = things.filter(({ name }) => name === named);
  const [first, ...others] = found;
  if (!first) return named;
  if (others.length === 0) return first.id;
  const listed = found.map(({ id, name }) => `  ${id}  ${safeText(name ?? '')}`);
  const message = `${found.length} ${kind} have the name ${named}.`;
  throw new CommandError('usage', message, `Use the ID of one:\n${listed.join('\n')}`);
}
