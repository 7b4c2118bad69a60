import { lastStoreAt } from '../../foundation/in-flight-time.ts';
import type { Services } from '../../ports/services.ts';
import { findServedImage } from './find-served-image.ts';
import type { ServedImage } from './served-image.ts';

type Needs = Pick<Services, 'clock' | 'images' | 'directUploads' | 'renditions' | 'log'>;

/**
 * Writes the note only: a response with this image may reach the edge for a while from now on.
 * False if it couldn't be written.
 */
export async function noteThatAnswered(
  { clock, renditions, log }: Pick<Needs, 'clock' | 'renditions' | 'log'>,
  { imageId }: ServedImage,
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
 * Notes that a response with this image may be in flight to the edge, and checks whether the image
 * still exists. So a deletion after the check finds the note, and the check sees a deletion before
 * it. Throws the 404 of the image's kind. False if the note couldn't be written: that response must
 * not be cached.
 */
export async function noteAnswer(services: Needs, image: ServedImage): Promise<boolean> {
  if (!(await noteThatAnswered(services, image))) return false;
  await findServedImage(services, image.id);
  return true;
}
