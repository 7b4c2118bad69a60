import { isThrottlingError, isTransientError } from '@smithy/core/retry';
import { ServiceError } from '../../core/foundation/service-error.ts';

/** The time in which a throttled call usually passes. */
const RETRY_AFTER_SECONDS = '2';

/**
 * Whether an error of a call passes, by the AWS SDK's own classes: throttled, no answer, or a
 * status of 5xx. A proxy's page passes by its status: its error has the name of a parser's.
 */
export function isPassingFault(fault: Pick<Error, 'name'>): boolean {
  // one of a response's list has no message
  const error = fault as Parameters<typeof isTransientError>[0];
  return isThrottlingError(error) || isTransientError(error);
}

/** The caller's `busy` for an error that passes; `detail` says who is busy. */
export function busyOf(cause: unknown, detail: string): ServiceError {
  return new ServiceError('busy', {
    detail,
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
    cause,
  });
}
