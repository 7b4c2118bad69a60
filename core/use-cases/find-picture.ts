import { ServiceError } from '../contract/service-error.ts';
import { type AnyImageId, isImageId } from '../images/ids.ts';
import { hasEnded } from '../images/image-states.ts';
import type { Services } from '../ports.ts';
import type { ServedPicture } from './served-picture.ts';

/** The 404 of an id's kind. */
export function notFound(id: AnyImageId): ServiceError {
  return new ServiceError(isImageId(id) ? 'image_not_found' : 'temporary_image_not_found');
}

/** The picture behind an id while it may be served; throws the 404 of its kind. */
export async function findPicture(
  { images, clock }: Pick<Services, 'images' | 'clock'>,
  id: AnyImageId,
): Promise<ServedPicture> {
  if (isImageId(id)) {
    const image = await images.getImage(id);
    if (image?.state !== 'saved') throw notFound(id);
    const { accountId, projectId } = image;
    return { id, facts: image, accountId, projectId, expiresAt: null };
  }
  const image = await images.getTemporaryImage(id);
  if (!image || hasEnded(image, clock())) throw notFound(id);
  const { accountId, projectId, expiresAt } = image;
  return { id, facts: image, accountId, projectId, expiresAt };
}
