import type { InputOf } from '../../api/call-types.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { isForgotten } from '../../images/image-states.ts';
import { keepFor } from '../../images/kept/keeping.ts';
import type { Services } from '../../ports/services.ts';
import { createSecretText } from '../../projects/signing-secrets.ts';
import type { Caller } from '../access/authenticate.ts';

type Needs = Pick<Services, 'clock' | 'images' | 'randomBytes'>;

/**
 * Writes the tombstone: from the response on, the image and its temporary image are gone, and the
 * purge is due. Repeating it has the same result while the receipt is kept (deletion.repeatable,
 * deletion.steps). In a project that keeps deleted images, the original stays, unless the caller
 * wants it erased (keeping.bin, keeping.end-for-good).
 */
export async function deleteImage(
  { clock, images, randomBytes }: Needs,
  caller: Caller,
  input: InputOf<'deleteImage'>,
): Promise<{ message: 'image_marked_for_deletion' }> {
  const image = await images.getImage(input.imageId);
  const now = clock();
  if (image?.projectId !== caller.project.projectId || isForgotten(image, now)) {
    throw new ServiceError('image_not_found');
  }
  const { keepDays } = caller.project.settings;
  const kept = input.forGood
    ? undefined
    : keepFor(keepDays, now, () => createSecretText(randomBytes));
  if (kept) await images.moveToBin(image.imageId, kept);
  // one in the bin stays there, also in a project that keeps no more
  else if (image.state === 'saved' || input.forGood) await images.markDeleting(image.imageId, now);
  return { message: 'image_marked_for_deletion' };
}
