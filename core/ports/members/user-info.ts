/** The issuer's present information about a user. */
export interface UserFacts {
  readonly email: string;
  /** Whether the issuer has verified that the address is the user's. */
  readonly emailVerified: boolean;
  /** As the user wrote it at the issuer, unverified. */
  readonly name?: string;
}

/** A port that asks the issuer for the user of an access token. */
export interface UserInfo {
  /**
   * Undefined if the issuer rejects the token, or knows no e-mail address; throws busy if the
   * issuer can't be reached now.
   */
  of(token: string): Promise<UserFacts | undefined>;
}
