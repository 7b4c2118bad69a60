import { lastStoreAt } from '../../foundation/in-flight-time.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { ImageId } from '../../images/ids.ts';
import type { Services } from '../../ports/services.ts';
import { overlayIds } from './find-overlays.ts';
import { findServedImage } from './find-served-image.ts';
import { OutdatedError } from './make-rendition.ts';
import type { ServedImage } from './served-image.ts';

type Needs = Pick<Services, 'clock' | 'images' | 'directUploads' | 'renditions' | 'log'>;

async function noteOne(
  { clock, renditions, log }: Pick<Needs, 'clock' | 'renditions' | 'log'>,
  imageId: ImageId,
): Promise<boolean> {
  try {
    await renditions.noteAnswer(imageId, lastStoreAt(clock()));
    return true;
  } catch (error) {
    log.error('response not recorded', { imageId, error: String((error as Error).stack) });
    return false;
  }
}

/**
 * Writes the notes only: a response with this image and its overlays may reach the edge for a while
 * from now on. False if one couldn't be written.
 */
export async function noteThatAnswered(
  services: Pick<Needs, 'clock' | 'renditions' | 'log'>,
  { imageId, facts }: ServedImage,
): Promise<boolean> {
  const ids = new Set([imageId, ...overlayIds(facts)]);
  const notes = await Promise.all([...ids].map((id) => noteOne(services, id)));
  return notes.every((isNoted) => isNoted);
}

/** Throws OutdatedError if an overlay was deleted or blocked since it was found. */
async function findOverlaysAgain(services: Needs, { facts }: ServedImage): Promise<void> {
  for (const id of overlayIds(facts)) {
    await findServedImage(services, id).catch((error: unknown) => {
      throw error instanceof ServiceError ? new OutdatedError() : error;
    });
  }
}

/**
 * Notes that a response with this image may be in flight to the edge, and checks whether the image
 * still exists, in the same generation. So a deletion or a purge after the check finds the note,
 * and the check sees one before it. Throws the 404 of the image's kind, OutdatedError. False if the
 * note couldn't be written: that response must not be cached.
 */
export async function noteAnswer(services: Needs, image: ServedImage): Promise<boolean> {
  if (!(await noteThatAnswered(services, image))) return false;
  const again = await findServedImage(services, image.id, image.reviewSecret !== null);
  if (again.generation !== image.generation) throw new OutdatedError();
  await findOverlaysAgain(services, image);
  return true;
}
