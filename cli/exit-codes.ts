/** THE table of exit codes. */
export const EXIT_CODES = {
  done: { code: 0, meaning: 'success' },
  failed: { code: 1, meaning: 'any other error' },
  usage: {
    code: 2,
    meaning: 'usage error: an unknown command or option, or a field that the service rejected',
  },
  credentials: { code: 3, meaning: 'not signed in, or the credential was rejected (401)' },
  notFound: { code: 4, meaning: 'the resource does not exist, or no longer exists (404, 410)' },
  notAllowed: {
    code: 5,
    meaning: 'access denied by a role, a scope, an allowed origin or a quota (403)',
  },
  later: { code: 6, meaning: 'no response, throttled or overloaded (429, 503); retry later' },
  findings: { code: 7, meaning: 'stored data has faults, which the command lists' },
  losses: { code: 8, meaning: 'an address was translated without all of its parameters' },
  interrupted: { code: 130, meaning: 'interrupted by Ctrl-C' },
  terminated: { code: 143, meaning: 'ended by SIGTERM' },
} as const;

export type Outcome = keyof typeof EXIT_CODES;

const OUTCOMES: Readonly<Record<number, Outcome>> = {
  0: 'later',
  400: 'usage',
  401: 'credentials',
  403: 'notAllowed',
  404: 'notFound',
  410: 'notFound',
  429: 'later',
  503: 'later',
};

/** The outcome for an HTTP status; 0 stands for no response. */
export function outcomeOf(status: number): Outcome {
  return OUTCOMES[status] ?? 'failed';
}
