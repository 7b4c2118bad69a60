import { lastStoreAt } from '../../foundation/in-flight-time.ts';
import { type StorageFaultError, unlessStorageFails } from '../../foundation/storage-fault.ts';
import type { PurgeStep } from '../../images/erasure-steps.ts';
import type { ImageId } from '../../images/ids.ts';
import type { Image } from '../../images/image-states.ts';
import { originalObjectKey, renditionObjectPrefix } from '../../images/object-keys.ts';
import type { Services } from '../../ports/services.ts';
import { removeOutdated } from './remove-outdated.ts';

type Needs = Pick<
  Services,
  'clock' | 'images' | 'renditions' | 'objects' | 'usage' | 'edge' | 'log'
>;

async function removeRenditions({ renditions, objects }: Needs, image: Image): Promise<void> {
  for (const id of [image.imageId, image.temporaryImageId]) {
    await objects.removeAll(renditionObjectPrefix(id));
    await renditions.forgetAll(id);
  }
}

/** The work of each step, which may be repeated without harm. */
const WORK: Partial<Record<PurgeStep, (services: Needs, image: Image) => Promise<void>>> = {
  // the tombstone itself closes the origin: delivery reads it on every request
  origin_closed: async () => undefined,
  renditions_removed: removeRenditions,
  original_removed: ({ objects }, image) => objects.remove(originalObjectKey(image.imageId)),
  temporary_ended: ({ objects }, image) =>
    objects.remove(originalObjectKey(image.temporaryImageId)),
  edge_invalidated: ({ edge }, image) => edge.purge([image]),
};

/**
 * Whether a response that began before the tombstone may have reached the edge after its
 * invalidation.
 */
async function mayBeKept({ renditions }: Needs, { imageId, deletedAt }: Image): Promise<boolean> {
  return (await renditions.lastAnswerEnd(imageId)) > (deletedAt ?? 0);
}

async function sweep(services: Needs, image: Image): Promise<void> {
  await removeRenditions(services, image);
  await services.objects.remove(originalObjectKey(image.imageId));
  await services.objects.remove(originalObjectKey(image.temporaryImageId));
  await services.usage.forgetImage(image.imageId, services.clock());
  // each invalidation costs half a cent: docs/decisions/0029
  if (await mayBeKept(services, image)) await services.edge.purge([image]);
}

/**
 * Continues the erasure of a deleted image, or of an image's outdated renditions, from its last
 * recorded step. `later`: a rendition that was in flight at the deletion may still be stored; the
 * last sweep waits for its deadline.
 */
export async function eraseImage(services: Needs, id: ImageId): Promise<'done' | 'later'> {
  const image = await services.images.getImage(id);
  if (image?.state === 'saved') return removeOutdated(services, image);
  if (image?.state !== 'deleting') return 'done';
  const steps = await services.images.getPurgeSteps(id);
  let fault: StorageFaultError | undefined;
  for (const [step, work] of Object.entries(WORK) as [PurgeStep, typeof sweep][]) {
    if (steps[step] !== undefined) continue;
    const working = work(services, image).then(() =>
      services.images.recordPurgeStep(id, step, services.clock()),
    );
    // the other steps continue: they free space, and the edge must be purged
    await unlessStorageFails(working, (error) => {
      fault = error;
    });
  }
  if (fault) throw fault;
  if (services.clock() < lastStoreAt(image.deletedAt ?? 0)) return 'later';
  await sweep(services, image);
  await services.images.recordPurgeStep(id, 'swept', services.clock());
  services.log.info('image purged', { imageId: id });
  return 'done';
}
