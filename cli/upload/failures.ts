import { ImagewellError } from '../../client/src/imagewell-error.ts';
import { CommandError } from '../command-error.ts';
import { type Outcome, outcomeOf } from '../exit-codes.ts';

/** So many images in a row without a response: the other side is away. */
export const MAX_FAILURES_IN_A_ROW = 10;
/** The client waits no longer than this for a retry. */
export const LONGEST_WAIT_SECONDS = 60;

/** Whether every other image would fail in the same way: a credential, a quota, a full disk. */
export function concernsAll(thrown: unknown): boolean {
  if (thrown instanceof CommandError) return true;
  if (!(thrown instanceof ImagewellError)) return false;
  const { status, code, retryAfterSeconds = 0 } = thrown;
  if (code === 'image_taken_down') return false;
  const isFarAway = status === 429 && retryAfterSeconds > LONGEST_WAIT_SECONDS;
  return isFarAway || [401, 403, 507].includes(status) || code === 'project_not_found';
}

/** The outcome of a failed image for the exit code. */
export function outcomeOfError(thrown: unknown): Outcome {
  if (thrown instanceof CommandError) return thrown.outcome;
  return thrown instanceof ImagewellError ? outcomeOf(thrown.status) : 'failed';
}
