import { ServiceError } from '../../foundation/service-error.ts';
import type { ImageId } from '../../images/ids.ts';
import type { Image } from '../../images/image-states.ts';
import type { Services } from '../../ports/services.ts';
import type { Caller } from '../access/authenticate.ts';

/**
 * An image of the caller's project that is not deleted; throws image_not_found, also for an image
 * of another project (security.foreign-as-unknown).
 */
export async function findImage(
  { images }: Pick<Services, 'images'>,
  caller: Caller,
  id: ImageId,
): Promise<Image> {
  const image = await images.getImage(id);
  if (image?.projectId !== caller.project.projectId || image.state !== 'saved') {
    throw new ServiceError('image_not_found');
  }
  return image;
}
