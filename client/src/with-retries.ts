import { ImagewellError } from './imagewell-error.ts';
import { sleep } from './sleep.ts';

export interface RetryOptions {
  /** Number of retries after no response, 429 or 503: 3 by default. Other errors are final. */
  readonly retries?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const DEFAULT_RETRIES = 3;
const FIRST_DELAY_MS = 500;
/** The Retry-After of a quota can be a month: too long to wait with an open request. */
const LONGEST_WAIT_SECONDS = 60;

function isTransient(error: unknown): error is ImagewellError {
  if (!(error instanceof ImagewellError)) return false;
  const isWorthWaiting = (error.retryAfterSeconds ?? 0) <= LONGEST_WAIT_SECONDS;
  return isWorthWaiting && (error.code === 'network_error' || [429, 503].includes(error.status));
}

/** Half of the delay is random, so that clients do not retry at the same time. */
function delayOf({ retryAfterSeconds }: ImagewellError, attempt: number): number {
  const delay = FIRST_DELAY_MS * 2 ** Math.min(attempt, 7);
  return (retryAfterSeconds ?? 0) * 1000 + (delay + Math.random() * delay) / 2;
}

/** The first success, or the last failure; `mayRepeat` can make a failure final. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { retries = DEFAULT_RETRIES, signal }: RetryOptions,
  mayRepeat: (error: ImagewellError) => boolean = () => true,
): Promise<T> {
  for (let failed = 0; ; failed += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (failed >= retries || !isTransient(error) || !mayRepeat(error)) throw error;
      await sleep(delayOf(error, failed), signal);
    }
  }
}
