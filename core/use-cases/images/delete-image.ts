import type { InputOf } from '../../api/call-types.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { isForgotten } from '../../images/image-states.ts';
import type { Services } from '../../ports/services.ts';
import type { Caller } from '../access/authenticate.ts';

/**
 * Writes the tombstone: from the response on, the image and its temporary image are gone, and the
 * purge is due. Repeating it has the same result while the receipt is kept (deletion.repeatable,
 * deletion.steps).
 */
export async function deleteImage(
  { clock, images }: Pick<Services, 'clock' | 'images'>,
  caller: Caller,
  input: InputOf<'deleteImage'>,
): Promise<{ message: 'image_marked_for_deletion' }> {
  const image = await images.getImage(input.imageId);
  const now = clock();
  if (image?.projectId !== caller.project.projectId || isForgotten(image, now)) {
    throw new ServiceError('image_not_found');
  }
  if (image.state === 'saved') await images.markDeleting(image.imageId, now);
  return { message: 'image_marked_for_deletion' };
}
