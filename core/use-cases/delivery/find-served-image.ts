import { ServiceError } from '../../foundation/service-error.ts';
import { isAwaited } from '../../images/direct-upload.ts';
import { type AnyImageId, type ImageId, isImageId } from '../../images/ids.ts';
import {
  hasEnded,
  type Image,
  imageIdOf,
  isOpen,
  isPrivate,
  originalIdOf,
  type TemporaryImage,
} from '../../images/image-states.ts';
import { isPending } from '../../images/review.ts';
import type { Services } from '../../ports/services.ts';
import { findTemporaryImage } from '../images/find-temporary-image.ts';
import type { FoundImage } from './served-image.ts';

type Needs = Pick<Services, 'images' | 'directUploads' | 'clock'>;

/** The 404 of an id's kind. */
export function notFound(id: AnyImageId): ServiceError {
  return new ServiceError(isImageId(id) ? 'image_not_found' : 'temporary_image_not_found');
}

/**
 * An image while it may be served; one that waits for a decision only if `isForReview`. Undefined
 * if it may not.
 */
export function foundImage(image: Image | undefined, isForReview: boolean): FoundImage | undefined {
  const { review, takenDown } = image ?? {};
  const mayBeReviewed = isForReview && image?.state === 'saved' && !takenDown && isPending(image);
  if (!isOpen(image) && !mayBeReviewed) return undefined;
  const { imageId, projectId, generation } = image;
  const reviewSecret = mayBeReviewed && review ? review.secret : null;
  const ids = { id: imageId, imageId, originalId: originalIdOf(image) };
  const others = { isPrivate: isPrivate(image), expiresAt: null, reviewSecret };
  return { ...ids, ...others, facts: image, projectId, generation };
}

/** An image in the bin, which only the addresses for members show; undefined for any other. */
function foundInBin(image: Image | undefined): FoundImage | undefined {
  if (image?.state !== 'binned' || !image.kept || image.takenDown) return undefined;
  const { imageId, projectId, generation, kept } = image;
  const ids = { id: imageId, imageId, originalId: originalIdOf(image) };
  const secret = { reviewSecret: kept.secret, kept };
  const rest = { isPrivate: isPrivate(image), expiresAt: null, ...secret };
  return { ...ids, facts: image, projectId, generation, ...rest };
}

async function findSaved(
  { images }: Pick<Needs, 'images'>,
  id: ImageId,
  isForReview: boolean,
): Promise<FoundImage> {
  const image = await images.getImage(id);
  const found = foundImage(image, isForReview) ?? (isForReview ? foundInBin(image) : undefined);
  if (!found) throw notFound(id);
  return found;
}

/**
 * The kept version that an ended temporary image became, under the temporary image's ID; undefined
 * if there is none. Only the addresses for members show it.
 */
async function findVersion(
  { images }: Pick<Needs, 'images'>,
  temporary: TemporaryImage,
): Promise<FoundImage | undefined> {
  if (!temporary.isSaved) return undefined;
  const imageId = imageIdOf(temporary);
  const originalId = temporary.imageId;
  const [image, version] = await Promise.all([
    images.getImage(imageId),
    images.getVersion(imageId, originalId),
  ]);
  const isStored = image?.state === 'saved' || image?.state === 'binned';
  if (!version?.kept || !isStored || image.takenDown) return undefined;
  const { kept } = version;
  const facts = { ...version.facts, focalPoint: null };
  const ids = { id: temporary.temporaryImageId, imageId, originalId, projectId: image.projectId };
  const secret = { reviewSecret: kept.secret, kept };
  const rest = { isPrivate: isPrivate(image), generation: 0, expiresAt: null };
  return { ...ids, ...rest, ...secret, facts };
}

/** Whether a temporary image was saved, and its image waits for a decision. */
async function isInReview({ images }: Pick<Needs, 'images'>, imageId: ImageId): Promise<boolean> {
  const image = await images.getImage(imageId);
  return image !== undefined && isPending(image);
}

/**
 * The image of an id while it may be served; one that waits for a decision only if `isForReview`.
 * Throws the 404 of its kind, temporary_image_pending.
 */
export async function findServedImage(
  { images, directUploads, clock }: Needs,
  id: AnyImageId,
  isForReview = false,
): Promise<FoundImage> {
  if (isImageId(id)) return findSaved({ images }, id, isForReview);
  const { image, upload } = await findTemporaryImage({ images, directUploads }, id);
  const now = clock();
  if (upload && isAwaited(upload, now)) throw new ServiceError('temporary_image_pending');
  const version =
    image && isForReview && hasEnded(image, now) && (await findVersion({ images }, image));
  if (version) return version;
  if (!image || hasEnded(image, now) || image.takenDown) throw notFound(id);
  const { projectId, expiresAt } = image;
  const imageId = imageIdOf(image);
  if (image.isSaved && (await isInReview({ images }, imageId))) throw notFound(id);
  const facts = { ...image, focalPoint: null };
  const ids = { id, imageId, originalId: id };
  const others = { isPrivate: false, generation: 0, reviewSecret: null };
  return { ...ids, ...others, facts, projectId, expiresAt };
}
