import type { TemporaryImageId } from '../../images/ids.ts';
import { originalObjectKey } from '../../images/object-keys.ts';
import type { OrphanedCopies } from '../../ports/images/orphaned-copies.ts';
import type { Services } from '../../ports/services.ts';

type Needs = Pick<Services, 'images' | 'objects'>;

/**
 * Removes the copy of a save that was refused, or killed between its copy and its record. It does
 * so only if no save can follow: the temporary image has ended without a save, and no image exists.
 * The file of an existing image is never removed.
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

/** Whether the caller has the permission to remove the copies. */
export function removingOrphanedCopies(needs: Needs): OrphanedCopies {
  return { add: (id) => removeOrphanedCopy(needs, id) };
}
