import { MAX_CREDIT_CHARACTERS } from './credit.ts';

/** The credit that one block of a file states, before any bound. */
export interface StatedCredit {
  readonly creator?: string | undefined;
  readonly copyright?: string | undefined;
  readonly licenseUrl?: string | undefined;
}

/** Several names as one text. More than a credit can hold are not joined. */
export function joinNames(names: readonly string[]): string | undefined {
  const stated = names.map((name) => name.trim()).filter((name) => name !== '');
  return stated.length === 0 ? undefined : stated.slice(0, MAX_CREDIT_CHARACTERS).join('; ');
}
