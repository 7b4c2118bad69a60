import type { CachedImage, ImageId } from '../../images/ids.ts';
import { type Image, originalIdOf } from '../../images/image-states.ts';
import type { ImageVersion } from '../../ports/images/image-versions.ts';
import type { Services } from '../../ports/services.ts';

/**
 * Whether a purge of the image has to remove anything of a former original. A kept one has lost all
 * but its original with its last purge, which records the end of its temporary image.
 */
export function isLeft({ steps, kept }: ImageVersion): boolean {
  return steps.swept === undefined && !(kept && steps.temporary_ended !== undefined);
}

/** The former originals of an image that are not erased, kept ones included. */
export async function listLeftVersions(
  { images }: Pick<Services, 'images'>,
  id: ImageId,
): Promise<ImageVersion[]> {
  return (await images.listVersions(id)).filter(({ steps }) => steps.swept === undefined);
}

/**
 * The names under which the edge may keep bytes of an image. Until a temporary image replaces an
 * image's bytes, its answers have the tag of the ID that it reserved.
 */
export function cachedImagesOf(image: Image, versions: readonly ImageVersion[]): CachedImage[] {
  const { projectId } = image;
  const isReplaced = originalIdOf(image) !== image.imageId;
  const shown = isReplaced ? [{ ...image, originalId: originalIdOf(image) }] : [];
  const others = [...shown, ...versions].map(({ originalId, temporaryImageId }) => ({
    imageId: originalId,
    temporaryImageId,
    projectId,
  }));
  return [image, ...others];
}
