import type { DirectUpload } from '../../images/direct-upload.ts';
import type { TemporaryImageId } from '../../images/ids.ts';
import type { TemporaryImage } from '../../images/image-states.ts';
import type { Services } from '../../ports/services.ts';

export interface FoundTemporary {
  readonly image?: TemporaryImage | undefined;
  /** Where there is no temporary image: the direct upload that may yet become one. */
  readonly upload?: DirectUpload | undefined;
}

/** What there is of a temporary image, one that is promised too; one read where it is there. */
export async function findTemporaryImage(
  { images, directUploads }: Pick<Services, 'images' | 'directUploads'>,
  id: TemporaryImageId,
): Promise<FoundTemporary> {
  const image = await images.getTemporaryImage(id);
  if (image) return { image };
  const upload = await directUploads.get(id);
  if (upload?.state !== 'accepted') return { upload };
  return { image: await images.getTemporaryImage(id) }; // accepted between the two reads
}
