import type { DirectUpload } from '../../images/direct-upload.ts';
import type { TemporaryImageId } from '../../images/ids.ts';
import type { TemporaryImage } from '../../images/image-states.ts';
import type { Services } from '../../ports/services.ts';

export interface FoundTemporary {
  readonly image?: TemporaryImage | undefined;
  /** The pending direct upload of the id, if it has no temporary image. */
  readonly upload?: DirectUpload | undefined;
}

/** A temporary image, or the direct upload that promised it; one read if it exists. */
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
