import type { InputOf } from '../../api/call-types.ts';
import type { DescribedImage } from '../../api/calls/image-schema.ts';
import type { Services } from '../../ports/services.ts';
import type { Caller } from '../access/authenticate.ts';
import { describeImage } from './describe-image.ts';
import { findImage } from './find-image.ts';

/** A saved image of the caller's project; throws image_not_found (calls.get-image). */
export async function getImage(
  services: Pick<Services, 'images' | 'clock' | 'cdnUrl'>,
  caller: Caller,
  input: InputOf<'getImage'>,
): Promise<DescribedImage> {
  return describeImage(services, await findImage(services, caller, input.imageId));
}
