import type { Identity } from '../../accounts/account.ts';

/** A user whose token was accepted. */
export interface SignedInIdentity extends Identity {
  /**
   * The user's last sign-in, in milliseconds of the Unix epoch; absent if the token doesn't state
   * it.
   */
  readonly authenticatedAt?: number;
}

/** A port that verifies access tokens. */
export interface AccessTokens {
  /**
   * The user of a token. Undefined if the token is malformed, expired, or of another issuer,
   * audience or algorithm; throws busy if it can't be verified now.
   */
  identify(token: string): Promise<SignedInIdentity | undefined>;
}
