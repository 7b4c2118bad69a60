/**
 * Options of every middy. It would answer 500 some milliseconds before a function's timeout, while
 * the work continues. The timeout ends the process, and the gateway answers 503 `busy` in its place
 * (security.deadline-kills).
 */
export const NO_EARLY_TIMEOUT = { timeoutEarlyInMillis: 0 } as const;
