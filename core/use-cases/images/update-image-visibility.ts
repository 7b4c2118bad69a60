import type { InputOf, ResultOf } from '../../api/call-types.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { storedVisibility, visibilityOf } from '../../images/image-states.ts';
import { savedImagePath } from '../../images/private/private-path.ts';
import type { Services } from '../../ports/services.ts';
import type { Caller } from '../access/authenticate.ts';
import { findImage } from './find-image.ts';

/**
 * Makes an image private or public. From the response on, its former address is unknown at the
 * origin; the purge worker removes renditions and CDN copies. Throws image_not_found
 * (private.visibility).
 */
export async function updateImageVisibility(
  services: Pick<Services, 'clock' | 'images' | 'cdnUrl'>,
  caller: Caller,
  { imageId, visibility }: InputOf<'updateImageVisibility'>,
): Promise<ResultOf<'updateImageVisibility'>> {
  const { clock, images, cdnUrl } = services;
  const image = await findImage(services, caller, imageId);
  // the same again makes no rendition again
  const isChange = visibilityOf(image) !== visibility;
  if (isChange && !(await images.replaceVisibility(imageId, visibility, clock()))) {
    throw new ServiceError('image_not_found');
  }
  const { format, projectId } = image;
  const shown = { imageId, format, projectId, ...storedVisibility(visibility) };
  const imageUrl = cdnUrl + savedImagePath(shown);
  return { message: 'visibility_updated', visibility, imageUrl };
}
