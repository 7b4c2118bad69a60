import { CommandError } from '../../cli/command-error.ts';
import { type Outcome, outcomeOf } from '../../cli/exit-codes.ts';
import { PROBLEMS } from '../../core/foundation/problems.ts';
import { ServiceError } from '../../core/foundation/service-error.ts';

import { explainStoredFault } from '../explain-stored-fault.ts';

interface Explained {
  readonly outcome: Outcome;
  readonly hint: string;
}

const SIGN_IN: Explained = {
  outcome: 'credentials',
  hint: 'Sign in to AWS first, for example with AWS_PROFILE.',
};
const NO_ANSWER: Explained = {
  outcome: 'later',
  hint: 'Check the network connection to AWS and the region in AWS_REGION.',
};
const DENIED: Explained = {
  outcome: 'notAllowed',
  hint: 'See docs/operating.md for the permissions of an operator.',
};
/** Hints for errors of AWS, by name, and of the network, by code. */
const AWS_FAULTS: Readonly<Record<string, Explained>> = {
  CredentialsProviderError: SIGN_IN,
  ExpiredToken: SIGN_IN,
  ExpiredTokenException: SIGN_IN,
  InvalidClientTokenId: SIGN_IN,
  UnrecognizedClientException: SIGN_IN,
  TokenProviderError: SIGN_IN,
  AuthFailure: SIGN_IN,
  SignatureDoesNotMatch: SIGN_IN,
  InvalidSignatureException: SIGN_IN,
  IncompleteSignature: SIGN_IN,
  TimeoutError: NO_ANSWER,
  ECONNREFUSED: NO_ANSWER,
  ECONNRESET: NO_ANSWER,
  ENOTFOUND: NO_ANSWER,
  EAI_AGAIN: NO_ANSWER,
  ETIMEDOUT: NO_ANSWER,
  AccessDenied: DENIED,
  AccessDeniedException: DENIED,
};

/**
 * A fault as the command line tells of it, with its exit code; one that it knows better itself is
 * left as it is.
 */
export function explainFault(fault: unknown): unknown {
  const stored = explainStoredFault(fault);
  if (stored) return stored;
  if (fault instanceof ServiceError) {
    const { status, title } = PROBLEMS[fault.code];
    const { detail, errors = [] } = fault.options;
    const message = errors.length > 0 ? `${title}.` : (detail ?? `${fault.code}: ${title}`);
    const lines = errors.map((error) => `${error.pointer}: ${error.detail}`);
    return new CommandError(outcomeOf(status), message, undefined, lines);
  }
  const { name, code = '', message } = fault as NodeJS.ErrnoException;
  const known = AWS_FAULTS[name] ?? AWS_FAULTS[code];
  if (!known) return fault;
  const title = Object.hasOwn(AWS_FAULTS, name) ? name : code;
  // several addresses that all refuse are an error without its own message
  return new CommandError(known.outcome, [title, message].filter(Boolean).join(': '), known.hint);
}
