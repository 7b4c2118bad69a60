import type { InputOf } from '../../api/call-types.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import type { Caller } from '../access/authenticate.ts';

/**
 * Outdates every rendition of an image: from the response on, the origin serves none that began
 * before. The purge worker removes them from the stores and the edge (docs/decisions/0011). Throws
 * image_not_found (deletion.purge-renditions).
 */
export async function purgeRenditions(
  { clock, images }: Pick<Services, 'clock' | 'images'>,
  caller: Caller,
  { imageId }: Pick<InputOf<'purgeImage'>, 'imageId'>,
): Promise<{ message: 'renditions_purged' }> {
  const image = await images.getImage(imageId);
  const isTheirs = image?.projectId === caller.project.projectId;
  if (!isTheirs || !(await images.outdateRenditions(imageId, clock()))) {
    throw new ServiceError('image_not_found');
  }
  return { message: 'renditions_purged' };
}
