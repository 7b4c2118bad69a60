import { ServiceError } from '../../core/foundation/service-error.ts';

/**
 * What S3 says of an object that isn't there, the last two without the permission to list
 * (security.missing-object-is-404).
 */
const MISSING = new Set(['NoSuchKey', 'NotFound', 'AccessDenied', 'Forbidden']);
/**
 * What is left of a slow or silent S3 when the client has tried often enough (Amazon S3 user guide,
 * "Error responses").
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
  'ConditionalRequestConflict', // two conditional writes at once, neither done yet
]);
const NO_ANSWER = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT']);
const RETRY_AFTER_SECONDS = '2';

/** Whether an error, or one entry of an answer's errors, says that there is too much at once. */
function isOverload({ name, code = '' }: { name: string; code?: string }): boolean {
  return OVERLOADED.has(name) || NO_ANSWER.has(code);
}

/** The refusal that a caller is told where S3 has no room; any other error as it is. */
export function orBusy<T extends { name: string }>(cause: T): T | ServiceError {
  if (!isOverload(cause)) return cause;
  const headers = { 'Retry-After': RETRY_AFTER_SECONDS };
  return new ServiceError('busy', {
    detail: 'The object store is throttling requests; retry.',
    headers,
    cause,
  });
}

/** The answer of a call; throws `busy` where S3 has no room. */
export async function answerOf<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw orBusy(error as Error);
  }
}

/** The same, undefined where S3 says that the object isn't there. */
export async function unlessMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await answerOf(call);
  } catch (error) {
    if (MISSING.has((error as Error).name)) return undefined;
    throw error;
  }
}

/**
 * Whether a conditional call found the object other than it was asked for (Amazon S3 user guide,
 * "Conditional requests").
 */
export function isOtherwise(error: unknown): boolean {
  return (error as Error).name === 'PreconditionFailed';
}
