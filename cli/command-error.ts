import type { Outcome } from './exit-codes.ts';

/** The reason why a command fails before any call of the service, and its remedy. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly outcome: Outcome;
  readonly hint: string | undefined;
  /** The details, a line each. */
  readonly details: readonly string[];

  constructor(outcome: Outcome, message: string, hint?: string, details: readonly string[] = []) {
    super(message);
    this.outcome = outcome;
    this.hint = hint;
    this.details = details;
  }
}
