declare const authorized: unique symbol;

/**
 * Marks an authorized caller. Only the checks can make one, so a use case that takes one can't run
 * without a check.
 */
export interface Authorized {
  readonly [authorized]: true;
}

/** An authorized caller; only the checks of this room may call it (test/architecture). */
export function markAuthorized<Caller extends object>(caller: Caller): Caller & Authorized {
  return caller as Caller & Authorized;
}
