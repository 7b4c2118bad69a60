import type { Identity } from '../../accounts/account.ts';

/** Somebody whose token was taken. */
export interface SignedInIdentity extends Identity {
  /**
   * When this person last showed who they are, in milliseconds of the Unix epoch; absent where the
   * token doesn't say.
   */
  readonly authenticatedAt?: number;
}

/** Reads access tokens; a port, with its adapters in adapters/access-tokens. */
export interface AccessTokens {
  /**
   * Whose a token is; undefined where it is malformed, expired, or not of the issuer, the audience
   * or an algorithm that are expected; throws busy where that can't be told now.
   */
  identify(token: string): Promise<SignedInIdentity | undefined>;
}
