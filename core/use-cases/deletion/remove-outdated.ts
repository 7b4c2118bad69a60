import { lastStoreAt } from '../../foundation/in-flight-time.ts';
import { PURGE_STEPS, type PurgeStep } from '../../images/erasure-steps.ts';
import type { ImageId } from '../../images/ids.ts';
import type { Image } from '../../images/image-states.ts';
import { generationObjectPrefix, originalObjectKey } from '../../images/object-keys.ts';
import type { OutdatedRenditions } from '../../ports/images/image-store.ts';
import type { ImageVersion } from '../../ports/images/image-versions.ts';
import type { Services } from '../../ports/services.ts';
import { cachedImagesOf, isLeft } from './former-originals.ts';
import { removeTemporary } from './remove-temporary.ts';

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

/** The steps before the edge is purged. */
const BEFORE_EDGE = PURGE_STEPS.slice(0, PURGE_STEPS.indexOf('edge_invalidated'));
/** The same of a kept version, whose original and end of the temporary image are still to come. */
const KEPT_BEFORE_EDGE = PURGE_STEPS.slice(0, PURGE_STEPS.indexOf('original_removed'));

/** Removes former originals; a copy that was in flight may be stored again until the last sweep. */
async function removeVersions(services: Needs, versions: readonly ImageVersion[]): Promise<void> {
  const { clock, images, objects } = services;
  for (const version of versions) {
    const { kept, originalId, temporaryImageId } = version;
    if (!kept) await objects.remove(originalObjectKey(originalId));
    await removeTemporary(services, temporaryImageId);
    await images.recordVersionSteps(version, kept ? KEPT_BEFORE_EDGE : BEFORE_EDGE, clock());
  }
}

function lastStepsOf({ kept }: ImageVersion, isLast: boolean): readonly PurgeStep[] {
  if (!isLast) return ['edge_invalidated'];
  return ['edge_invalidated', kept ? 'temporary_ended' : 'swept'];
}

async function recordVersions(
  { clock, images }: Needs,
  versions: readonly ImageVersion[],
  isLast: boolean,
): Promise<void> {
  for (const version of versions) {
    await images.recordVersionSteps(version, lastStepsOf(version, isLast), clock());
  }
}

/**
 * Removes an image's outdated renditions and former originals, and purges the edge: immediately,
 * and again when no earlier request can still store anything. A new image that no visitor has
 * requested needs neither purge, and ends in one run: docs/decisions/0079. Their records stay, so
 * they are made again without cost in the month that counted them (deletion.purge-renditions,
 * replacing.purge). Of an image in the bin, and of kept versions, the originals stay.
 * `all` are the former originals that aren't erased.
 */
export async function removeOutdated(
  services: Needs,
  image: Image,
  all: readonly ImageVersion[],
): Promise<'done' | 'later'> {
  const { imageId: id } = image;
  const { clock, images, edge, log } = services;
  const outdated = await images.getOutdated(id);
  if (!outdated) return 'done';
  if (outdated.generation !== image.generation) return 'later'; // changed since it was read
  const { generation, outdatedAt, isRemoved } = outdated;
  const versions = all.filter(isLeft);
  const isBinned = image.state === 'binned';
  // the notes of its first temporary image say nothing here
  const isNeeded =
    isRemoved || isBinned || versions.length > 0 || (await mayBeAtEdge(services, image));
  const changes = [outdatedAt, ...versions.map(({ replacedAt }) => replacedAt)];
  const isLast = !isNeeded || changes.every((at) => clock() >= lastStoreAt(at));
  if (isRemoved && !isLast) return 'later';
  await removeObjects(services, id, outdated);
  await removeVersions(services, versions);
  if (isBinned) await removeTemporary(services, image.temporaryImageId);
  if (isNeeded) await edge.purge(cachedImagesOf(image, versions));
  await recordVersions(services, versions, isLast);
  // raised again meanwhile: that purge is due separately
  const isRecorded = await images.recordOutdated(
    id,
    generation,
    isLast ? 'swept' : 'removed',
    clock(),
  );
  if (!isRecorded || !isLast) return 'later';
  log.info('renditions purged', { imageId: id });
  return 'done';
}
