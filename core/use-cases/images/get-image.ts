import type { InputOf } from '../../api/call-types.ts';
import type { DescribedImage } from '../../api/calls/image-schema.ts';
import type { Services } from '../../ports/services.ts';
import type { Caller } from '../access/authenticate.ts';
import { describeImage } from './describe-image.ts';
import { findImage } from './find-image.ts';
import { signThumbnails } from './sign-thumbnails.ts';

/** A saved image of the caller's project; throws image_not_found (calls.get-image). */
export async function getImage(
  services: Pick<Services, 'images' | 'clock' | 'cdnUrl' | 'randomBytes' | 'thumbnailSecrets'>,
  caller: Caller,
  input: InputOf<'getImage'>,
): Promise<DescribedImage> {
  const image = await findImage(services, caller, input.imageId);
  return describeImage(services, image, await signThumbnails(services, caller));
}
