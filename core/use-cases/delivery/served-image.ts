import { CACHE_TAG_HEADER } from '../../foundation/delivery-headers.ts';
import type { AnyImageId, ImageId } from '../../images/ids.ts';
import type { PlannedFacts } from './plan-delivery.ts';

/** An image or temporary image that may be served now. */
export interface ServedImage {
  readonly id: AnyImageId;
  /** Its own id, or the one that saving gives a temporary image. */
  readonly imageId: ImageId;
  readonly facts: PlannedFacts;
  readonly projectId: string;
  /** The image's generation; 0 for a temporary one. */
  readonly generation: number;
  /** The expiry of a temporary one; null for an image. */
  readonly expiresAt: number | null;
}

/**
 * The cache tags of a response to an image's URL, including a refusal that its project decides. A
 * temporary image has the tag of its image: both are deleted together, and CloudFront charges for
 * each tag.
 */
export function tagHeaders({ imageId, projectId }: Pick<ServedImage, 'imageId' | 'projectId'>) {
  return { [CACHE_TAG_HEADER]: `${imageId},${projectId}` };
}
