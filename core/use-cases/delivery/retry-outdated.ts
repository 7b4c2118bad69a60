import type { Clock } from '../../foundation/clock.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { busyError } from './make-rendition.ts';
import { OutdatedError } from './outdated-error.ts';

/**
 * Answers, and starts again after a concurrent purge, as long as there is time for one more
 * rendering; else `busy`.
 */
export async function retryOutdated<T>(clock: Clock, answer: () => Promise<T>): Promise<T> {
  const lastStart = clock() + LIMITS.deliveryWorkMs - LIMITS.renderDeadlineMs;
  for (;;) {
    try {
      return await answer();
    } catch (error) {
      if (!(error instanceof OutdatedError)) throw error;
      if (clock() > lastStart) throw busyError();
    }
  }
}
