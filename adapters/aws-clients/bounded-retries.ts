import { StandardRetryStrategy } from '@smithy/core/retry';
import { longestAttemptMs, type TimeLimits } from './time-limits.ts';

type Token = Awaited<ReturnType<StandardRetryStrategy['acquireInitialRetryToken']>>;
type ErrorInfo = Parameters<StandardRetryStrategy['refreshRetryTokenForRetry']>[1];

/** The pauses of the AWS SDK: random, doubled by each attempt, here up to a bound. */
function boundedPauses(pauseMs: number) {
  let baseMs = 0;
  return {
    setDelayBase: (ms: number) => {
      baseMs = ms;
    },
    computeNextBackoffDelay: (attempt: number) =>
      Math.floor(Math.random() * Math.min(baseMs * 2 ** attempt, pauseMs)),
  };
}

/**
 * The standard retries of the AWS SDK, with an end. A `Retry-After` makes no pause longer. No
 * attempt begins that might end after the budget: the last error is thrown then.
 */
export function createBoundedRetries(limits: TimeLimits) {
  const { attempts, pauseMs, budgetMs } = limits;
  const standard = new StandardRetryStrategy({
    maxAttempts: attempts,
    baseDelay: 50, // the SDK's own, in milliseconds
    backoff: boundedPauses(pauseMs),
  });
  const lastStarts = new WeakMap<Token, number>();
  return {
    mode: standard.mode,
    acquireInitialRetryToken: async (scope: string): Promise<Token> => {
      const token = await standard.acquireInitialRetryToken(scope);
      lastStarts.set(token, performance.now() + budgetMs - longestAttemptMs(limits));
      return token;
    },
    refreshRetryTokenForRetry: async (
      token: Token,
      { retryAfterHint: _, ...info }: ErrorInfo,
    ): Promise<Token> => {
      const lastStart = lastStarts.get(token) ?? 0;
      if (performance.now() + pauseMs > lastStart) throw new Error('no attempt fits any more');
      const next = await standard.refreshRetryTokenForRetry(token, info);
      lastStarts.set(next, lastStart);
      return next;
    },
    recordSuccess: (token: Token) => standard.recordSuccess(token),
  };
}
