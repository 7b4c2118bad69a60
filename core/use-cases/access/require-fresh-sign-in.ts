import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import type { User } from './authenticate-user.ts';

/**
 * Throws sign_in_too_old unless the person's token says that they signed in within the last
 * minutes: what can't be undone isn't a stolen token's to do.
 */
export function requireFreshSignIn(
  { clock }: Pick<Services, 'clock'>,
  { authenticatedAt }: User,
): void {
  const isFresh = authenticatedAt !== undefined && clock() - authenticatedAt < LIMITS.freshSignInMs;
  if (isFresh) return;
  const minutes = LIMITS.freshSignInMs / 60_000;
  const detail = `Sign in again and repeat the call within ${minutes} minutes.`;
  throw new ServiceError('sign_in_too_old', { detail });
}
