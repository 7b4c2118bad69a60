import type { InputOf } from '../../api/call-types.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { parseFocalPoint } from '../../images/focal-point.ts';
import type { ImageId } from '../../images/ids.ts';
import { hasEnded, type Image, type TemporaryImage } from '../../images/image-states.ts';
import { keepFor } from '../../images/kept/keeping.ts';
import { isSameMetadata, metadataFrom } from '../../images/metadata.ts';
import { originalObjectKey } from '../../images/object-keys.ts';
import { savedImagePath } from '../../images/private/private-path.ts';
import { isPending, newReview, type ReviewState } from '../../images/review.ts';
import type { ReplaceOutcome } from '../../ports/images/image-versions.ts';
import type { Services } from '../../ports/services.ts';
import { createSecretText } from '../../projects/signing-secrets.ts';
import type { Caller } from '../access/authenticate.ts';
import { findImage } from './find-image.ts';
import {
  endedError,
  findArrivedImage,
  takenDownError,
  temporaryNotFound,
} from './find-temporary-image.ts';

type Needs = Pick<
  Services,
  'clock' | 'randomBytes' | 'images' | 'directUploads' | 'objects' | 'cdnUrl'
>;
type Input = InputOf<'replaceImage'>;

export interface ReplacedImage {
  readonly message: 'image_replaced';
  readonly imageId: ImageId;
  readonly imageUrl: string;
  readonly review?: ReviewState;
}

/** Each call that changed the image meanwhile is one more try. */
const MAX_TRIES = 20;

function wishOf(image: Image, { metadata, focalPoint }: Input) {
  return {
    metadata: metadata === undefined ? image.metadata : metadataFrom(metadata),
    focalPoint:
      focalPoint === undefined
        ? image.focalPoint
        : (focalPoint && parseFocalPoint(focalPoint)) || null,
  };
}

function answerOf(
  { cdnUrl }: Pick<Needs, 'cdnUrl'>,
  image: Pick<Image, 'imageId' | 'format' | 'review' | 'projectId' | 'visibility'>,
): ReplacedImage {
  const { imageId, review } = image;
  const imageUrl = cdnUrl + savedImagePath(image);
  const state = review ? { review: review.state } : {};
  return { message: 'image_replaced', imageId, imageUrl, ...state };
}

function usedError(detail: string, imageId: ImageId): ServiceError {
  return new ServiceError('already_saved', { detail, members: { imageId } });
}

/** The response to a repeated call: the same, unless it wishes something else by now. */
function answerAgain(services: Needs, image: Image, input: Input): ReplacedImage {
  const { metadata, focalPoint } = wishOf(image, input);
  const isSame = isSameMetadata(metadata, image.metadata) && focalPoint === image.focalPoint;
  if (isSame) return answerOf(services, image);
  throw usedError(
    'The image shows these bytes already, with other metadata or another focal point; use update-image-metadata to change them.',
    image.imageId,
  );
}

/**
 * Throws unless the bytes of a temporary image may become those of an image. One that was used for
 * an image that is deleted by now isn't found, as for a save.
 */
async function refuseUsed({ images }: Needs, temporary: TemporaryImage): Promise<void> {
  const { replacedImageId, isSaved, imageId } = temporary;
  const usedFor = await images.getImage(replacedImageId ?? imageId);
  if (!usedFor && !isSaved && !replacedImageId) return;
  if (usedFor?.state !== 'saved') throw temporaryNotFound();
  const detail = replacedImageId
    ? 'The temporary image replaced the bytes of an image before; upload it again.'
    : 'The temporary image is saved as an image of its own; upload it again.';
  throw usedError(detail, usedFor.imageId);
}

function refuseBlocked(image: Image): void {
  if (image.takenDown) throw takenDownError(image);
  // a reviewer has the bytes on the screen that the decision is about
  if (isPending(image)) throw new ServiceError('review_pending');
}

async function replaceNow(
  services: Needs,
  { project }: Caller,
  image: Image,
  temporary: TemporaryImage,
  input: Input,
): Promise<{ outcome: ReplaceOutcome; answer: ReplacedImage }> {
  const { clock, images, objects, randomBytes } = services;
  const from = originalObjectKey(temporary.temporaryImageId);
  // bytes before the record: a visible image always has its file
  if (!(await objects.copy(from, originalObjectKey(temporary.imageId)))) throw temporaryNotFound();
  const isModerated = project.settings.moderation !== 'none';
  const review = isModerated ? newReview(createSecretText(randomBytes)) : undefined;
  const wish = wishOf(image, input);
  const now = clock();
  const kept = keepFor(project.settings.keepDays, now, () => createSecretText(randomBytes));
  const outcome = await images.replaceOriginal({ image, temporary, ...wish, review, kept, now });
  const shown = review ?? image.review;
  const replaced = { ...image, format: temporary.format, ...(shown ? { review: shown } : {}) };
  return { outcome, answer: answerOf(services, replaced) };
}

/**
 * Gives an image the bytes of a temporary one, under its ID and its address. From the response on,
 * the origin sends none of the old bytes, and their purge is due (replacing.address). A repeated
 * call changes nothing (replacing.idempotent). Reasons: docs/decisions/0131.
 */
export async function replaceImage(
  services: Needs,
  caller: Caller,
  input: Input,
): Promise<ReplacedImage> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const image = await findImage(services, caller, input.imageId);
    const temporary = await findArrivedImage(services, caller, input.temporaryImageId);
    if (image.temporaryImageId === temporary.temporaryImageId) {
      return answerAgain(services, image, input);
    }
    await refuseUsed(services, temporary);
    const now = services.clock();
    if (hasEnded(temporary, now)) throw endedError(temporary, now);
    if (temporary.takenDown) throw takenDownError(temporary);
    refuseBlocked(image);
    const { outcome, answer } = await replaceNow(services, caller, image, temporary, input);
    if (outcome === 'replaced') return answer;
  }
  throw new ServiceError('busy', {
    detail: 'The image is being changed concurrently; retry.',
    headers: { 'Retry-After': '1' },
  });
}
