import type { Outcome } from './exit-codes.ts';

/**
 * Why a command can't do what it was asked, found out before the service was, and what to do about
 * it.
 */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly outcome: Outcome;
  readonly hint: string | undefined;
  /** What it is about, a line each. */
  readonly details: readonly string[];

  constructor(outcome: Outcome, message: string, hint?: string, details: readonly string[] = []) {
    super(message);
    this.outcome = outcome;
    this.hint = hint;
    this.details = details;
  }
}
