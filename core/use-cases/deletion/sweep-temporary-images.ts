import { endedBefore } from '../../foundation/in-flight-time.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { mapWithConcurrency } from '../../foundation/map-with-concurrency.ts';
import type { TemporaryImage } from '../../images/image-states.ts';
import type { Services } from '../../ports/services.ts';
import { removeTemporary } from './remove-temporary.ts';

type Needs = Pick<
  Services,
  'clock' | 'images' | 'renditions' | 'objects' | 'orphanedCopies' | 'log'
>;

const MAX_AT_ONCE = 10;
const MAX_LISTED = 100;

/**
 * Removes the data of an expired temporary image; answers whether this call was the first to do so.
 * The record stays for the 410 (temporary.removal).
 */
export async function sweepTemporaryImage(
  { clock, images, renditions, objects, orphanedCopies }: Omit<Needs, 'log'>,
  { temporaryImageId: id }: TemporaryImage,
): Promise<boolean> {
  // first, no writer with a late clock may save it any more; a later read is then final
  const closed = await images.closeEnded(id, clock());
  if (!closed) return false;
  await removeTemporary({ renditions, objects }, id);
  // a save that was refused or killed between its copy and its record leaves the copy
  if (!closed.isSaved) await orphanedCopies.add(id);
  return images.recordSwept(id);
}

/** Sweeps these concurrently; answers how many were swept. A failure does not stop the others. */
async function sweepAll(services: Needs, all: readonly TemporaryImage[]): Promise<number> {
  const swept = await mapWithConcurrency(all, MAX_AT_ONCE, (image) =>
    sweepTemporaryImage(services, image).catch((error: Error) => {
      const { temporaryImageId } = image;
      services.log.error('sweep failed', { temporaryImageId, error: String(error.stack) });
      return false;
    }),
  );
  return swept.filter(Boolean).length;
}

/**
 * Removes the data of expired temporary images, the longest expired first, for at most half of a
 * function's time; the next run does the rest. It takes only those in which no upload, save or
 * rendition can still be in progress. The edge is not purged, because it cached no response beyond
 * the expiry.
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
