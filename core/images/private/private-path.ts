/** The paths of private images. Edge-safe: no syntax beyond the CloudFront runtime's. */
import type { Image } from '../image-states.ts';
import { IMAGE_PATH_PREFIX, imagePath } from '../image-url.ts';

/** Private images are served below this path, each below its project's ID. */
export const PRIVATE_PATH_PREFIX = '/private/';

/** The parts of a private path. */
export interface PrivatePath {
  readonly projectId: string;
  /** The path that the image would have if it were public. */
  readonly publicPath: string;
}

/**
 * Splits `/private/<projectId>/<imageId>.<extension>`; undefined for any other path. A temporary
 * image has no private path, and a private path has no file name.
 */
export function splitPrivatePath(path: string): PrivatePath | undefined {
  const parts = /^\/private\/(prj_[a-z2-7]{26})\/(img_[^/]*)$/.exec(path);
  if (!parts?.[1]) return undefined;
  return { projectId: parts[1], publicPath: IMAGE_PATH_PREFIX + parts[2] };
}

/** The private path of an image whose public path is known. */
export function privatePath(projectId: string, publicPath: string): string {
  return `${PRIVATE_PATH_PREFIX + projectId}/${publicPath.slice(IMAGE_PATH_PREFIX.length)}`;
}

/** The path of a saved image, by its visibility. */
export function savedImagePath(
  image: Pick<Image, 'imageId' | 'format' | 'projectId' | 'visibility'>,
): string {
  const path = imagePath(image.imageId, image.format);
  return image.visibility === 'private' ? privatePath(image.projectId, path) : path;
}
