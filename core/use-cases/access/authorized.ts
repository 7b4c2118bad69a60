declare const authorized: unique symbol;

/**
 * Marks a caller that was let in: no other code can make one, so a use case that takes one can't be
 * run without a check.
 */
export interface Authorized {
  readonly [authorized]: true;
}

/**
 * A caller that the check before this line has let in; for the checks of this room alone
 * (test/architecture).
 */
export function markAuthorized<Caller extends object>(caller: Caller): Caller & Authorized {
  return caller as Caller & Authorized;
}
