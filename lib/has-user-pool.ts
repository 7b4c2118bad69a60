import type { Settings } from './settings.ts';
import { TARGETS } from './target.ts';

/** Whether the stack has a user pool: an external token issuer replaces it. */
export function hasUserPool({ userPool, tokenIssuer, target }: Settings): boolean {
  return (userPool ?? (tokenIssuer ? 'none' : TARGETS[target].userPool)) === 'create';
}
