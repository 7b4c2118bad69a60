import type { Settings } from './settings.ts';
import { TARGETS } from './target.ts';

/** Whether people have a user pool: there is one issuer, so an own one leaves none. */
export function hasUserPool({ userPool, tokenIssuer, target }: Settings): boolean {
  return (userPool ?? (tokenIssuer ? 'none' : TARGETS[target].userPool)) === 'create';
}
