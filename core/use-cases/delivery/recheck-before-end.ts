import { LIMITS } from '../../foundation/limits.ts';
import type { Clock } from '../../foundation/nondeterminism.ts';
import type { StoredObject } from '../../ports/images/object-store.ts';

export interface RecheckBeforeEnd {
  readonly clock: Clock;
  /** When the request came, milliseconds of the Unix epoch. */
  readonly startedAt: number;
  /** Whether the picture is still served; false or a rejection cuts the answer. */
  isStill(): Promise<boolean>;
}

/**
 * A body whose last piece waits, where the deadline of work is over by then, until the picture was
 * looked for again (security.deletion-final). The last invalidation of a deletion comes soon after
 * that deadline; an answer that is still on the wire is cut instead of coming to the CDN whole
 * after it.
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
