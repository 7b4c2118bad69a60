/** What an issuer says of somebody, now. */
export interface UserFacts {
  readonly email: string;
  /** Whether the issuer has made sure that the address is theirs. */
  readonly emailVerified: boolean;
}

/** Asks the issuer whose an access token is; a port, with its adapters in adapters/user-info. */
export interface UserInfo {
  /**
   * Undefined where the issuer takes the token for no good one, or knows no e-mail address; throws
   * busy where that can't be told now.
   */
  of(token: string): Promise<UserFacts | undefined>;
}
