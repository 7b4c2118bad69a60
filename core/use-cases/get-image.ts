import type { DescribedImage } from '../contract/calls/shapes.ts';
import { ServiceError } from '../contract/service-error.ts';
import type { ImageId } from '../images/ids.ts';
import type { Services } from '../ports.ts';
import type { Caller } from './authenticate.ts';
import { describeImage } from './describe-image.ts';

/** What is known of a saved image of the caller's project; throws image_not_found (CONTRACT C10.3). */
export async function getImage(
  { images, cdnUrl }: Pick<Services, 'images' | 'cdnUrl'>,
  caller: Caller,
  input: { imageId: ImageId },
): Promise<DescribedImage> {
  const image = await images.getImage(input.imageId);
  if (image?.projectId !== caller.project.projectId || image.state !== 'saved') {
    throw new ServiceError('image_not_found');
  }
  return describeImage(image, cdnUrl);
}
