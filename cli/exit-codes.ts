/** THE table of exit codes. */
export const EXIT_CODES = {
  done: { code: 0, meaning: 'done' },
  failed: { code: 1, meaning: 'refused by the service, or failed, for any other reason' },
  usage: {
    code: 2,
    meaning: 'not understood: an unknown command or option, a field that the service refused',
  },
  credentials: { code: 3, meaning: 'nobody is signed in, or the credential was refused (401)' },
  notFound: { code: 4, meaning: 'there is no such thing, or no more (404, 410)' },
  notAllowed: {
    code: 5,
    meaning: 'known, and not allowed: a role, a scope, an origin, a quota (403)',
  },
  later: { code: 6, meaning: 'no answer, too much or busy (429, 503): try again later' },
  interrupted: { code: 130, meaning: 'interrupted by Ctrl-C' },
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

/** How a refusal of the service ends a command; 0 stands for no answer. */
export function outcomeOf(status: number): Outcome {
  return OUTCOMES[status] ?? 'failed';
}
