import type { ServiceError } from '../../core/foundation/service-error.ts';
import { busyOf, isPassingFault } from '../aws-clients/passing-faults.ts';

/**
 * S3's errors for a missing object, the last two without the permission to list
 * (security.missing-object-is-404).
 */
const MISSING = new Set(['NoSuchKey', 'NotFound', 'AccessDenied', 'Forbidden']);
/**
 * The errors of a slow or silent S3 after all retries of the client (Amazon S3 user guide, "Error
 * responses").
 */
const OVERLOADED = new Set([
  'SlowDown',
  'ServiceUnavailable',
  '503',
  'InternalError',
  'RequestTimeout',
  'TimeoutError',
  'RequestTimeTooSlow',
  'ThrottlingException',
  'ConditionalRequestConflict', // two concurrent conditional writes, neither done yet
]);

/** Whether an error, or one entry of a response's errors, reports throttling. */
function isOverload(error: { readonly name: string }): boolean {
  return OVERLOADED.has(error.name) || isPassingFault(error);
}

/** The caller's error if S3 has no capacity; any other error unchanged. */
export function orBusy<T extends { readonly name: string }>(cause: T): T | ServiceError {
  return isOverload(cause)
    ? busyOf(cause, 'The object store is throttling requests; retry.')
    : cause;
}

/** The response of a call; throws `busy` if S3 has no capacity. */
export async function answerOf<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw orBusy(error as Error);
  }
}

/** The same, undefined if S3 reports a missing object. */
export async function unlessMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await answerOf(call);
  } catch (error) {
    if (MISSING.has((error as Error).name)) return undefined;
    throw error;
  }
}

/** Whether the condition of a call failed (Amazon S3 user guide, "Conditional requests"). */
export function isOtherwise(error: unknown): boolean {
  return (error as Error).name === 'PreconditionFailed';
}
