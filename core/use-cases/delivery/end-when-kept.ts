import { LIMITS } from '../../foundation/limits.ts';
import { TIMED_OUT, withinDeadline } from '../../foundation/within-deadline.ts';
import type { StoredObject } from '../../ports/images/object-store.ts';
import type { Services } from '../../ports/services.ts';
import type { OpenedDelivery } from './delivery.ts';

type Needs = Pick<Services, 'clock' | 'abandonProcess' | 'log'>;

/**
 * The body of a new rendition, whose bytes are sent while it is stored. The response ends after
 * that, because a function may be frozen then. Nothing is stored after the deadline of work, on
 * which deletions depend: the process is abandoned (security.deletion-final).
 */
export async function* endWhenKept(
  { clock, abandonProcess, log }: Needs,
  body: StoredObject['body'],
  { kept, startedAt, image }: Pick<OpenedDelivery, 'kept' | 'startedAt' | 'image'>,
): AsyncGenerator<Uint8Array> {
  if (!kept) {
    yield* body;
    return;
  }
  const elapsed = Math.max(0, clock() - startedAt); // a clock may have stepped back
  const keeping = withinDeadline(kept, Math.max(0, LIMITS.deliveryWorkMs - elapsed));
  try {
    yield* body;
  } finally {
    if ((await keeping) === TIMED_OUT) {
      log.warn('rendition not stored in time', { imageId: image.id });
      abandonProcess();
    }
  }
}
