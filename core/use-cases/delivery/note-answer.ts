import { lastStoreAt } from '../../foundation/in-flight-time.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { ImageId } from '../../images/ids.ts';
import type { Services } from '../../ports/services.ts';
import { overlayIds } from './find-overlays.ts';
import { findServedImage, notFound } from './find-served-image.ts';
import { type FoundImage, OutdatedError, type ServedImage } from './served-image.ts';

type Notes = Pick<Services, 'clock' | 'renditions' | 'log'>;
type Needs = Pick<Services, 'clock' | 'images' | 'directUploads'>;

async function noteOne({ clock, renditions, log }: Notes, imageId: ImageId): Promise<boolean> {
  try {
    await renditions.noteAnswer(imageId, lastStoreAt(clock()));
    return true;
  } catch (error) {
    log.error('response not recorded', { imageId, error: String((error as Error).stack) });
    return false;
  }
}

async function noteAll(services: Notes, ids: Iterable<ImageId>): Promise<boolean> {
  const notes = await Promise.all([...ids].map((id) => noteOne(services, id)));
  return notes.every((isNoted) => isNoted);
}

/**
 * Notes that a response with this image may reach the edge for a while from now on, while the image
 * is admitted. So a refusal by the project costs a write, and an answer one trip less
 * (docs/decisions/0121). A note that couldn't be written refuses nothing, but its response must not
 * be cached.
 */
export async function whileNoting<Admitted>(
  services: Notes,
  { imageId }: FoundImage,
  admitting: Promise<Admitted>,
): Promise<{ readonly admitted: Admitted; readonly isNoted: boolean }> {
  const [admitted, isNoted] = await Promise.all([
    admitting.then(
      (value) => ({ value }),
      (reason: unknown) => ({ reason }),
    ),
    noteOne(services, imageId),
  ]);
  if ('reason' in admitted) throw admitted.reason;
  return { admitted: admitted.value, isNoted };
}

/** The same note of the images that are drawn over it. */
export function noteOverlays(services: Notes, { facts }: ServedImage): Promise<boolean> {
  return noteAll(services, overlayIds(facts));
}

/** Writes the notes only, of an image and of its overlays. False if one couldn't be written. */
export function noteThatAnswered(
  services: Notes,
  { imageId, facts }: ServedImage,
): Promise<boolean> {
  return noteAll(services, new Set([imageId, ...overlayIds(facts)]));
}

/**
 * Checks that an image still exists, in the same generation. A deletion or a purge after the check
 * finds the note that was written before, and the check sees one before it. Throws the 404 of the
 * image's kind, OutdatedError.
 */
export async function checkImage(services: Needs, image: FoundImage): Promise<void> {
  const again = await findServedImage(services, image.id, image.reviewSecret !== null);
  if (again.generation !== image.generation) throw new OutdatedError();
}

/**
 * The error of an image whose bytes are gone: it was deleted between the record and the bytes, or
 * they were replaced. Throws the errors of checkImage.
 */
export async function originalMissing(services: Needs, image: FoundImage): Promise<ServiceError> {
  await checkImage(services, image);
  return notFound(image.id);
}

/** Checks the same of the overlays; throws OutdatedError if one was deleted, blocked or hidden. */
export async function checkOverlays(
  services: Needs,
  { facts, isPrivate }: ServedImage,
): Promise<void> {
  const ofRule = facts.watermark?.facts?.imageId;
  const check = async (id: ImageId) => {
    const overlay = await findServedImage(services, id);
    if (overlay.isPrivate && !isPrivate && id !== ofRule) throw new OutdatedError();
  };
  await Promise.all(
    overlayIds(facts).map((id) =>
      check(id).catch((error: unknown) => {
        throw error instanceof ServiceError ? new OutdatedError() : error;
      }),
    ),
  );
}
