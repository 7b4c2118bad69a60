import type { TemporaryImageId } from '../../images/ids.ts';
import { originalObjectKey } from '../../images/object-keys.ts';
import type { OrphanedCopies } from '../../ports/images/orphaned-copies.ts';
import type { Services } from '../../ports/services.ts';

type Needs = Pick<Services, 'images' | 'objects'>;

/**
 * Removes the copy that a save has left which was refused, or killed between its copy and its
 * record. Only where no save can come any more: the temporary image is ended and was never saved,
 * and there is no image. Whoever asks for it, the picture of an image stays.
 */
export async function removeOrphanedCopy(
  { images, objects }: Needs,
  id: TemporaryImageId,
): Promise<void> {
  const temporary = await images.getTemporaryImage(id);
  if (temporary?.state !== 'expired' || temporary.isSaved) return;
  if (await images.getImage(temporary.imageId)) return;
  await objects.remove(originalObjectKey(temporary.imageId));
}

/** Where whoever sweeps may remove them by itself. */
export function removingOrphanedCopies(needs: Needs): OrphanedCopies {
  return { add: (id) => removeOrphanedCopy(needs, id) };
}
