import { lastStoreAt } from '../../foundation/in-flight-time.ts';
import type { Services } from '../../ports/services.ts';
import { findServedImage } from './find-served-image.ts';
import type { ServedImage } from './served-image.ts';

type Needs = Pick<Services, 'clock' | 'images' | 'directUploads' | 'renditions' | 'log'>;

/**
 * The note alone: that an answer with this picture may come to the edge for a while from now on.
 * False where it couldn't be written.
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
 * Notes that an answer with this picture may be on its way to the edge, and looks whether the
 * picture is still there. So a deletion after the look finds the note, and one before it is seen:
 * throws the 404 of the picture's kind. False where it couldn't be noted: such an answer must not
 * be kept.
 */
export async function noteAnswer(services: Needs, picture: ServedImage): Promise<boolean> {
  if (!(await noteThatAnswered(services, picture))) return false;
  await findServedImage(services, picture.id);
  return true;
}
