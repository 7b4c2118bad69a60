import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import type { User } from './authenticate-user.ts';

/**
 * Throws sign_in_too_old unless the token states a sign-in within the last minutes. An act that
 * can't be undone must not be possible with a stolen token.
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
