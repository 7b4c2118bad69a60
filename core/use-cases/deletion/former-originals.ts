import type { CachedImage } from '../../images/ids.ts';
import { type Image, originalIdOf } from '../../images/image-states.ts';
import type { ImageVersion } from '../../ports/images/image-versions.ts';

/** Whether nothing of a version is left to be removed. */
export function isErased({ steps }: Pick<ImageVersion, 'steps'>): boolean {
  return steps.swept !== undefined;
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
