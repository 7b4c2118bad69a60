import { CommanderError } from 'commander';
import { PROBLEMS } from '../../../core/contract/problems.ts';
import { ServiceError } from '../../../core/contract/service-error.ts';

/** THE exit codes of `admin`, those of the command line where both have one. */
export const ADMIN_EXITS = {
  done: 0,
  failed: 1,
  usage: 2,
  credentials: 3,
  notFound: 4,
  notAllowed: 5,
  later: 6,
  interrupted: 130,
} as const;

export type AdminOutcome = keyof typeof ADMIN_EXITS;

/** Why a command did nothing, and how it ends. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
  readonly outcome: AdminOutcome;

  constructor(outcome: AdminOutcome, message: string) {
    super(message);
    this.outcome = outcome;
  }
}

interface Explained {
  readonly outcome: AdminOutcome;
  readonly detail: string;
}

const NO_CREDENTIALS = 'sign in to AWS first (AWS_PROFILE, or whatever the AWS SDK looks for)';
/** What AWS says, by the error's name. */
const AWS_FAULTS: Readonly<Record<string, Explained>> = {
  CredentialsProviderError: { outcome: 'credentials', detail: NO_CREDENTIALS },
  ExpiredToken: { outcome: 'credentials', detail: NO_CREDENTIALS },
  ExpiredTokenException: { outcome: 'credentials', detail: NO_CREDENTIALS },
  InvalidClientTokenId: { outcome: 'credentials', detail: NO_CREDENTIALS },
  UnrecognizedClientException: { outcome: 'credentials', detail: NO_CREDENTIALS },
};
const DENIED = /^(AccessDenied|AccessDeniedException|UnauthorizedOperation)$/;

function outcomeOfStatus(status: number): AdminOutcome {
  if (status === 404) return 'notFound';
  if (status === 403) return 'notAllowed';
  if (status === 503) return 'later';
  return status < 500 ? 'usage' : 'failed';
}

/** What an error says, whatever it is. */
export function explainError(error: unknown): Explained {
  const { name, message } = error as Error;
  if (error instanceof AdminError) return { outcome: error.outcome, detail: message };
  if (error instanceof CommanderError) {
    return { outcome: error.exitCode === 0 ? 'done' : 'usage', detail: message };
  }
  if (error instanceof ServiceError) {
    const { status, title } = PROBLEMS[error.code];
    return { outcome: outcomeOfStatus(status), detail: `${error.code}: ${title}` };
  }
  const known = AWS_FAULTS[name];
  if (known) return { ...known, detail: `${name}: ${known.detail}` };
  if (DENIED.test(name)) {
    const detail = `${message} (docs/operating.md lists the rights that an operator needs)`;
    return { outcome: 'notAllowed', detail };
  }
  return { outcome: 'failed', detail: message };
}
