import type { InputOf, ResultOf } from '../../api/call-types.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import type { Caller } from '../access/authenticate.ts';

/**
 * Ends the keeping of a former original of an image, saved or in the bin. From the response on it
 * can't be restored or seen, and its erasure is due. A repeated call changes nothing while the
 * receipt is kept. Throws image_not_found, version_not_found (keeping.end-for-good).
 */
export async function deleteImageVersion(
  { clock, images }: Pick<Services, 'clock' | 'images'>,
  caller: Caller,
  { imageId, versionId }: InputOf<'deleteImageVersion'>,
): Promise<ResultOf<'deleteImageVersion'>> {
  const image = await images.getImage(imageId);
  const isStored = image?.state === 'saved' || image?.state === 'binned';
  if (image?.projectId !== caller.project.projectId || !isStored) {
    throw new ServiceError('image_not_found');
  }
  const version = await images.getVersion(imageId, versionId);
  if (!version) throw new ServiceError('version_not_found');
  await images.endVersion(version, clock());
  return { message: 'version_marked_for_deletion' };
}
