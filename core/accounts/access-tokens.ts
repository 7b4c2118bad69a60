import type { Identity } from './account.ts';

/** Reads access tokens; a port, with its adapters in adapters/access-tokens. */
export interface AccessTokens {
  /** Whose a token is; undefined where it is malformed, expired, or not of the issuer, the audience or an algorithm that are expected; throws busy where that can't be told now. */
  identify(token: string): Promise<Identity | undefined>;
}
