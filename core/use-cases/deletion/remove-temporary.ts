import type { TemporaryImageId } from '../../images/ids.ts';
import { originalObjectKey, renditionObjectPrefix } from '../../images/object-keys.ts';
import type { Services } from '../../ports/services.ts';

/** Removes the data of a temporary image that has ended; its record stays. */
export async function removeTemporary(
  { renditions, objects }: Pick<Services, 'renditions' | 'objects'>,
  id: TemporaryImageId,
): Promise<void> {
  await objects.removeAll(renditionObjectPrefix(id));
  await renditions.forgetAll(id);
  await objects.remove(originalObjectKey(id));
}
