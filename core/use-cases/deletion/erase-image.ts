import { lastStoreAt } from '../../foundation/in-flight-time.ts';
import { type StorageFaultError, unlessStorageFails } from '../../foundation/storage-fault.ts';
import { PURGE_STEPS, type PurgeStep } from '../../images/erasure-steps.ts';
import type { ImageId } from '../../images/ids.ts';
import { type Image, originalIdOf } from '../../images/image-states.ts';
import { originalObjectKey, renditionObjectPrefix } from '../../images/object-keys.ts';
import type { ImageVersion } from '../../ports/images/image-versions.ts';
import type { Services } from '../../ports/services.ts';
import { endKept } from './end-kept.ts';
import { cachedImagesOf, listLeftVersions } from './former-originals.ts';
import { removeOutdated } from './remove-outdated.ts';
import { removeTemporary } from './remove-temporary.ts';

type Needs = Pick<
  Services,
  'clock' | 'images' | 'renditions' | 'objects' | 'usage' | 'edge' | 'projects' | 'log'
>;

async function removeRenditions({ renditions, objects }: Needs, { image }: Erasure): Promise<void> {
  for (const id of [image.imageId, image.temporaryImageId]) {
    await objects.removeAll(renditionObjectPrefix(id));
    await renditions.forgetAll(id);
  }
}

/** A deleted image, and its former originals that are not erased. A deleted one gets no others. */
interface Erasure {
  readonly image: Image;
  readonly versions: readonly ImageVersion[];
}

/** The shown original, and the former ones that are left (deletion.steps). */
async function removeOriginals({ objects }: Needs, { image, versions }: Erasure): Promise<void> {
  await objects.remove(originalObjectKey(originalIdOf(image)));
  for (const { originalId } of versions) await objects.remove(originalObjectKey(originalId));
}

async function endTemporary(services: Needs, { image, versions }: Erasure): Promise<void> {
  await services.objects.remove(originalObjectKey(image.temporaryImageId));
  for (const { temporaryImageId } of versions) await removeTemporary(services, temporaryImageId);
}

async function purgeEdge({ edge }: Needs, { image, versions }: Erasure): Promise<void> {
  await edge.purge(cachedImagesOf(image, versions));
}

/** The work of each step, which may be repeated without harm. */
const WORK: Partial<Record<PurgeStep, (services: Needs, erasure: Erasure) => Promise<void>>> = {
  // the tombstone itself closes the origin: delivery reads it on every request
  origin_closed: async () => undefined,
  renditions_removed: removeRenditions,
  original_removed: removeOriginals,
  temporary_ended: endTemporary,
  edge_invalidated: purgeEdge,
};

/**
 * Whether a response that began before the tombstone may have reached the edge after its
 * invalidation.
 */
async function mayBeKept({ renditions }: Needs, image: Image): Promise<boolean> {
  // its temporary image may have answered before it replaced the bytes
  const ids = [...new Set([image.imageId, originalIdOf(image)])];
  const ends = await Promise.all(ids.map((id) => renditions.lastAnswerEnd(id)));
  return ends.some((end) => end > (image.deletedAt ?? 0));
}

async function sweep(services: Needs, erasure: Erasure): Promise<void> {
  const { image, versions } = erasure;
  await removeRenditions(services, erasure);
  await removeOriginals(services, erasure);
  await endTemporary(services, erasure);
  await services.usage.forgetImage(image.imageId, services.clock());
  // each invalidation costs half a cent: docs/decisions/0029
  if (await mayBeKept(services, image)) await purgeEdge(services, erasure);
  const at = services.clock();
  for (const version of versions) {
    await services.images.recordVersionSteps(version, PURGE_STEPS, at);
  }
}

/** Each step that isn't done, and the last sweep when no earlier request can store anything. */
async function eraseDeleted(services: Needs, erasure: Erasure): Promise<'done' | 'later'> {
  const { imageId: id, deletedAt } = erasure.image;
  const steps = await services.images.getPurgeSteps(id);
  let fault: StorageFaultError | undefined;
  for (const [step, work] of Object.entries(WORK) as [PurgeStep, typeof sweep][]) {
    if (steps[step] !== undefined) continue;
    const working = work(services, erasure).then(() =>
      services.images.recordPurgeStep(id, step, services.clock()),
    );
    // the other steps continue: they free space, and the edge must be purged
    await unlessStorageFails(working, (error) => {
      fault = error;
    });
  }
  if (fault) throw fault;
  if (services.clock() < lastStoreAt(deletedAt ?? 0)) return 'later';
  await sweep(services, erasure);
  await services.images.recordPurgeStep(id, 'swept', services.clock());
  services.log.info('image purged', { imageId: id });
  return 'done';
}

/**
 * Continues the erasure of a deleted image, or of an image's outdated renditions, from its last
 * recorded step. Ends the keeping of bytes that is over. `later`: a rendition that was in flight at
 * the deletion may still be stored; the last sweep waits for its deadline.
 */
export async function eraseImage(services: Needs, id: ImageId): Promise<'done' | 'later'> {
  const image = await services.images.getImage(id);
  if (!image || image.state === 'deleted') return 'done';
  const versions = await listLeftVersions(services, id);
  if (image.state === 'deleting') return eraseDeleted(services, { image, versions });
  if (await endKept(services, image, versions)) return removeOutdated(services, image, versions);
  const ended = await services.images.getImage(id);
  return ended ? eraseDeleted(services, { image: ended, versions }) : 'done';
}
