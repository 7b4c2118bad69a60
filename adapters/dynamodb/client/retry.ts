import { ServiceError } from '../../../core/foundation/service-error.ts';
import { isPassingFault } from '../../aws-clients/passing-faults.ts';
import { TIME_LIMITS } from '../../aws-clients/time-limits.ts';

/**
 * DynamoDB's errors after which the same call may succeed a moment later (Amazon DynamoDB developer
 * guide, "Error handling"). The AWS SDK knows the others by name.
 */
const PASSING = new Set([
  'TransactionConflictException',
  'InternalServerError',
  'ServiceUnavailable',
]);
/** The temporary reasons of one write in a cancelled transaction. */
const PASSING_REASONS = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);
const { patienceMs: PATIENCE_MS } = TIME_LIMITS.function.DynamoDBClient;
const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 400;
const RETRY_AFTER_SECONDS = '1';

/**
 * Whether this error is temporary. Where no response arrived, the call may have been carried out:
 * every retried write tolerates that.
 */
export function isPassing(error: Error): boolean {
  return PASSING.has(error.name) || isPassingFault(error);
}

/** Whether this reason of a cancelled transaction is temporary. */
export function isPassingReason(code: string): boolean {
  return PASSING_REASONS.has(code);
}

/** How long one call of a port keeps trying; its attempts share this time. */
export interface Patience {
  readonly endsAtMs: number;
}

function newPatience(): Patience {
  return { endsAtMs: performance.now() + PATIENCE_MS };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Retries with growing random pauses, so that callers which met once don't meet again; `busy` after
 * 3 s. An attempt answers undefined if it must be repeated.
 */
export async function untilAnswered<T>(
  attempt: (patience: Patience) => Promise<T | undefined>,
  patience = newPatience(),
): Promise<T> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    const answer = await attempt(patience);
    if (answer !== undefined) return answer;
    if (performance.now() + wait > patience.endsAtMs) {
      const headers = { 'Retry-After': RETRY_AFTER_SECONDS };
      throw new ServiceError('busy', {
        detail: 'The record is being changed concurrently; retry.',
        headers,
      });
    }
    await pause(wait * (0.5 + Math.random() / 2));
  }
}

/**
 * A single call that may be carried out twice, retried while DynamoDB has no capacity or doesn't
 * answer.
 */
export async function withRetry<T extends object>(
  call: () => Promise<T>,
  patience?: Patience,
): Promise<T> {
  return untilAnswered(async () => {
    try {
      return await call();
    } catch (error) {
      if (isPassing(error as Error)) return undefined;
      throw error;
    }
  }, patience);
}
