import { CommandError } from '../../../cli/command-error.ts';
import { type Outcome, outcomeOf } from '../../../cli/exit-codes.ts';
import { PROBLEMS } from '../../../core/contract/problems.ts';
import { ServiceError } from '../../../core/contract/service-error.ts';

interface Explained {
  readonly outcome: Outcome;
  readonly hint: string;
}

const SIGN_IN: Explained = {
  outcome: 'credentials',
  hint: 'Sign in to AWS first: AWS_PROFILE, or whatever the AWS SDK looks for.',
};
const DENIED: Explained = {
  outcome: 'notAllowed',
  hint: 'docs/operating.md lists the rights that an operator needs.',
};
/** What AWS refuses a command with, by the error's name. */
const AWS_FAULTS: Readonly<Record<string, Explained>> = {
  ...{ CredentialsProviderError: SIGN_IN, ExpiredToken: SIGN_IN, ExpiredTokenException: SIGN_IN },
  ...{ InvalidClientTokenId: SIGN_IN, UnrecognizedClientException: SIGN_IN },
  ...{ AccessDenied: DENIED, AccessDeniedException: DENIED },
};

/** A fault as the command line tells of it, with its exit code; one that it knows better itself is left as it is. */
export function explainFault(fault: unknown): unknown {
  if (fault instanceof ServiceError) {
    const { status, title } = PROBLEMS[fault.code];
    return new CommandError(outcomeOf(status), `${fault.code}: ${title}`);
  }
  const { name, message } = fault as Error;
  const known = AWS_FAULTS[name];
  return known ? new CommandError(known.outcome, `${name}: ${message}`, known.hint) : fault;
}
