import type { AnyImageId, ImageIds } from '../../images/ids.ts';
import type { Takedowns } from '../../ports/images/takedowns.ts';
import { notFound } from '../delivery/find-served-image.ts';
import type { ClosingServices } from './suspend-project.ts';

type Needs = ClosingServices & { readonly takeDowns: Takedowns };

/**
 * Takes a picture down, temporary image and image alike: to delivery it is a picture that isn't
 * there, at the origin from the next request on and at the edge at once; what was in flight is
 * purged once more. Asked for again, it mends one that was cut off. Throws the 404 of the id's
 * kind.
 */
export async function blockImage(
  { clock, takeDowns, edge, untilNothingInFlight }: Needs,
  id: AnyImageId,
  reason: string,
): Promise<ImageIds & { takenDownAt: number }> {
  const takenDownAt = clock();
  const found = await takeDowns.block(id, { reason, takenDownAt });
  if (!found) throw notFound(id);
  await edge.purge([found]);
  await untilNothingInFlight();
  await edge.purge([found]);
  return { ...found, takenDownAt };
}

/**
 * Puts it back as it was: it is served from the next request on, at the edge within the ten seconds
 * that a 404 is kept. Throws the 404 of the id's kind.
 */
export async function unblockImage(
  { takeDowns }: Pick<Needs, 'takeDowns'>,
  id: AnyImageId,
): Promise<ImageIds> {
  const found = await takeDowns.unblock(id);
  if (!found) throw notFound(id);
  return found;
}
