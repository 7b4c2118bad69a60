import { endedBefore } from '../../foundation/in-flight-time.ts';
import { LIMITS } from '../../foundation/limits.ts';
import type { TemporaryImage } from '../../images/image-states.ts';
import { originalObjectKey, renditionObjectPrefix } from '../../images/object-keys.ts';
import type { Services } from '../../ports/services.ts';

type Needs = Pick<
  Services,
  'clock' | 'images' | 'renditions' | 'objects' | 'orphanedCopies' | 'log'
>;

const MAX_AT_ONCE = 10;
const MAX_LISTED = 100;

/**
 * Removes what an ended temporary image has left; answers whether this was who did. The record
 * stays for the 410 (temporary.removal).
 */
export async function sweepTemporaryImage(
  { clock, images, renditions, objects, orphanedCopies }: Omit<Needs, 'log'>,
  { temporaryImageId: id }: TemporaryImage,
): Promise<boolean> {
  // first of all no writer's late clock may save it any more: what is read of it then stays true
  const closed = await images.closeEnded(id, clock());
  if (!closed) return false;
  await objects.removeAll(renditionObjectPrefix(id));
  await renditions.forgetAll(id);
  await objects.remove(originalObjectKey(id));
  // a save that was refused or killed between its copy and its record leaves the copy
  if (!closed.isSaved) await orphanedCopies.add(id);
  return images.recordSwept(id);
}

/** In turn, so many at once; the ids of those that failed. */
async function sweepAll(services: Needs, all: readonly TemporaryImage[]) {
  const remaining = [...all];
  let swept = 0;
  const work = async () => {
    for (let image = remaining.shift(); image; image = remaining.shift()) {
      const { temporaryImageId } = image;
      const isSwept = await sweepTemporaryImage(services, image).catch((error: Error) => {
        services.log.error('sweep failed', { temporaryImageId, error: String(error.stack) });
        return false;
      });
      if (isSwept) swept += 1;
    }
  };
  await Promise.all(Array.from({ length: MAX_AT_ONCE }, work));
  return swept;
}

/**
 * Removes what temporary images have left that ended, longest ended first, for at most half of a
 * function's time; the rest is the next run's. Only those in which no upload, save or rendition
 * that began in time can still be at work. Nothing is told to the edge: it kept no answer past the
 * end.
 */
export async function sweepTemporaryImages(services: Needs): Promise<{ swept: number }> {
  const { clock, images, log } = services;
  const stopAt = clock() + LIMITS.purgeTimeoutMs / 2;
  const seen = new Set<string>();
  let swept = 0;
  while (clock() < stopAt) {
    const listed = await images.listEnded(endedBefore(clock()), MAX_LISTED + seen.size);
    const unseen = listed.filter((image) => !seen.has(image.temporaryImageId)).slice(0, MAX_LISTED);
    if (unseen.length === 0) break;
    for (const image of unseen) seen.add(image.temporaryImageId);
    swept += await sweepAll(services, unseen);
  }
  if (swept > 0) log.info('temporary images swept', { swept });
  return { swept };
}
