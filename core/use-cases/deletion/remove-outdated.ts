import { lastStoreAt } from '../../foundation/in-flight-time.ts';
import type { ImageId } from '../../images/ids.ts';
import type { Image } from '../../images/image-states.ts';
import { generationObjectPrefix } from '../../images/object-keys.ts';
import type { OutdatedRenditions } from '../../ports/images/image-store.ts';
import type { Services } from '../../ports/services.ts';

type Needs = Pick<Services, 'clock' | 'images' | 'renditions' | 'objects' | 'edge' | 'log'>;

/** More than the clocks of two functions differ. */
const CLOCKS_DIFFER_MS = 1_000;

async function removeObjects(
  { objects }: Needs,
  id: ImageId,
  { from, generation }: OutdatedRenditions,
): Promise<void> {
  for (let of = from; of < generation; of += 1) {
    await objects.removeAll(generationObjectPrefix(id, of));
  }
}

/**
 * Whether a response with the image may be at the edge, or on its way there. The notes prove that
 * none is only while the image is new: they expire. Notes of its temporary image are of an earlier
 * time.
 */
async function mayBeAtEdge({ clock, renditions }: Needs, { imageId, createdAt }: Image) {
  if (clock() >= lastStoreAt(createdAt)) return true;
  const firstEnd = lastStoreAt(createdAt - CLOCKS_DIFFER_MS);
  return (await renditions.lastAnswerEnd(imageId)) >= firstEnd;
}

/**
 * Removes an image's outdated renditions and purges the edge: immediately, and again when no
 * earlier request can still store anything. A new image that no visitor has requested needs neither
 * purge, and ends in one run: docs/decisions/0079. Their records stay, so they are made again
 * without cost in the month that counted them.
 */
export async function removeOutdated(services: Needs, image: Image): Promise<'done' | 'later'> {
  const { imageId: id } = image;
  const { clock, images, edge, log } = services;
  const outdated = await images.getOutdated(id);
  if (!outdated) return 'done';
  const { generation, outdatedAt, isRemoved } = outdated;
  const isNeeded = isRemoved || (await mayBeAtEdge(services, image));
  const isLast = !isNeeded || clock() >= lastStoreAt(outdatedAt);
  if (isRemoved && !isLast) return 'later';
  await removeObjects(services, id, outdated);
  if (isNeeded) await edge.purge([image]);
  // raised again meanwhile: that purge is due separately
  const isRecorded = await images.recordOutdated(id, generation, isLast ? 'swept' : 'removed');
  if (!isRecorded || !isLast) return 'later';
  log.info('renditions purged', { imageId: id });
  return 'done';
}
