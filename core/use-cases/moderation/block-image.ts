import type { AnyImageId, ImageIds } from '../../images/ids.ts';
import type { Takedowns } from '../../ports/images/takedowns.ts';
import { notFound } from '../delivery/find-served-image.ts';
import type { ClosingServices } from './suspend-project.ts';

type Needs = ClosingServices & { readonly takeDowns: Takedowns };

/**
 * Blocks an image together with its temporary image: delivery treats it as unknown. It acts at the
 * origin from the next request on, and at the edge immediately; a second purge follows for
 * responses in flight. Repeating it completes an interrupted call. Throws the 404 of the id's kind.
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
 * Unblocks the image: it is served from the next request on, at the edge within the ten seconds for
 * which a 404 is cached. Throws the 404 of the id's kind.
 */
export async function unblockImage(
  { takeDowns }: Pick<Needs, 'takeDowns'>,
  id: AnyImageId,
): Promise<ImageIds> {
  const found = await takeDowns.unblock(id);
  if (!found) throw notFound(id);
  return found;
}
