import { LIMITS } from '../../foundation/limits.ts';
import type { Clock } from '../../foundation/nondeterminism.ts';
import type { StoredObject } from '../../ports/images/object-store.ts';

export interface RecheckBeforeEnd {
  readonly clock: Clock;
  /** The arrival of the request, milliseconds of the Unix epoch. */
  readonly startedAt: number;
  /** Whether the image is still served; false or a rejection aborts the response. */
  isStill(): Promise<boolean>;
}

/**
 * A body whose last piece waits for another read of the image's record if the deadline of work is
 * over by then (security.deletion-final). The last invalidation of a deletion comes soon after that
 * deadline. A response that is still in flight is aborted, so it can't reach the CDN complete after
 * it.
 */
export async function* recheckBeforeEnd(
  body: StoredObject['body'],
  { clock, startedAt, isStill }: RecheckBeforeEnd,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array | undefined;
  for await (const piece of body) {
    if (held) yield held;
    held = piece;
  }
  const isLate = clock() > startedAt + LIMITS.deliveryWorkMs;
  if (isLate && !(await isStill().catch(() => false)))
    throw new Error('the response is cut: the image may no longer be served');
  if (held) yield held;
}
