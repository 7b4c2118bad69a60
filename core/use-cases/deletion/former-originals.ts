import type { CachedImage, ImageId } from '../../images/ids.ts';
import { type Image, originalIdOf } from '../../images/image-states.ts';
import type { ImageVersion } from '../../ports/images/image-versions.ts';
import type { Services } from '../../ports/services.ts';

/** The former originals of an image of which something is left to be removed. */
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
