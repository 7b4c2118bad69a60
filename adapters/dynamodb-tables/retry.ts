import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../../core/contract/service-error.ts';

/** What DynamoDB says where the same call may succeed a moment later (Amazon DynamoDB developer guide, "Error handling"). */
const PASSING = new Set([
  'TransactionConflictException',
  'TransactionInProgressException',
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'InternalServerError',
]);
/** The same, as the reason of one write in a cancelled transaction. */
const PASSING_REASONS = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);
const PATIENCE_MS = 3_000;
const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 400;
const RETRY_AFTER_SECONDS = '1';

/** Whether this error passes by itself. */
export function isPassing({ name }: Error): boolean {
  return PASSING.has(name);
}

/** Whether this reason of a cancelled transaction passes by itself. */
export function isPassingReason(code: string | undefined): boolean {
  return code !== undefined && PASSING_REASONS.has(code);
}

/**
 * Tries until there is an answer, with growing pauses of random length, so that those who met once don't meet again; `busy` after 3 s. An attempt
 * answers undefined where it has to be made again.
 */
export async function untilAnswered<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    const answer = await attempt();
    if (answer !== undefined) return answer;
    if (performance.now() + wait > end) {
      const headers = { 'Retry-After': RETRY_AFTER_SECONDS };
      throw new ServiceError('busy', { detail: 'Too many write the same at once.', headers });
    }
    await delay(wait * (0.5 + Math.random() / 2));
  }
}

/** A single call, tried again while DynamoDB has no room for it. */
export async function withRetry<T extends object>(call: () => Promise<T>): Promise<T> {
  return untilAnswered(async () => {
    try {
      return await call();
    } catch (error) {
      if (isPassing(error as Error)) return undefined;
      throw error;
    }
  });
}
