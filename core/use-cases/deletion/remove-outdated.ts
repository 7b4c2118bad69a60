import { lastStoreAt } from '../../foundation/in-flight-time.ts';
import type { ImageId } from '../../images/ids.ts';
import type { Image } from '../../images/image-states.ts';
import { generationObjectPrefix } from '../../images/object-keys.ts';
import type { OutdatedRenditions } from '../../ports/images/image-store.ts';
import type { Services } from '../../ports/services.ts';

type Needs = Pick<Services, 'clock' | 'images' | 'objects' | 'edge' | 'log'>;

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
 * Removes an image's outdated renditions and purges the edge: immediately, and again when no
 * earlier request can still store anything. Their records stay, so they are made again without cost
 * in the month that counted them.
 */
export async function removeOutdated(services: Needs, image: Image): Promise<'done' | 'later'> {
  const { imageId: id } = image;
  const { clock, images, edge, log } = services;
  const outdated = await images.getOutdated(id);
  if (!outdated) return 'done';
  const { generation, outdatedAt, isRemoved } = outdated;
  const isLast = clock() >= lastStoreAt(outdatedAt);
  if (isRemoved && !isLast) return 'later';
  await removeObjects(services, id, outdated);
  await edge.purge([image]);
  // raised again meanwhile: that purge is due separately
  const isRecorded = await images.recordOutdated(id, generation, isLast ? 'swept' : 'removed');
  if (!isRecorded || !isLast) return 'later';
  log.info('renditions purged', { imageId: id });
  return 'done';
}
