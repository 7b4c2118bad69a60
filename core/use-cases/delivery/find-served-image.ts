import { ServiceError } from '../../foundation/service-error.ts';
import { isAwaited } from '../../images/direct-upload.ts';
import { type AnyImageId, isImageId } from '../../images/ids.ts';
import { hasEnded } from '../../images/image-states.ts';
import type { Services } from '../../ports/services.ts';
import { findTemporaryImage } from '../images/find-temporary-image.ts';
import type { FoundImage } from './served-image.ts';

/** The 404 of an id's kind. */
export function notFound(id: AnyImageId): ServiceError {
  return new ServiceError(isImageId(id) ? 'image_not_found' : 'temporary_image_not_found');
}

/**
 * The image of an id while it may be served; throws the 404 of its kind, temporary_image_pending.
 */
export async function findServedImage(
  { images, directUploads, clock }: Pick<Services, 'images' | 'directUploads' | 'clock'>,
  id: AnyImageId,
): Promise<FoundImage> {
  if (isImageId(id)) {
    const image = await images.getImage(id);
    if (image?.state !== 'saved' || image.takenDown) throw notFound(id);
    const { projectId, generation } = image;
    return { id, imageId: id, facts: image, projectId, generation, expiresAt: null };
  }
  const { image, upload } = await findTemporaryImage({ images, directUploads }, id);
  const now = clock();
  if (upload && isAwaited(upload, now)) throw new ServiceError('temporary_image_pending');
  if (!image || hasEnded(image, now) || image.takenDown) throw notFound(id);
  const { imageId, projectId, expiresAt } = image;
  const facts = { ...image, focalPoint: null };
  return { id, imageId, facts, projectId, generation: 0, expiresAt };
}
