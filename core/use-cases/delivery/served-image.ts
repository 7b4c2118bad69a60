import { CACHE_TAG_HEADER } from '../../foundation/delivery-headers.ts';
import type { AnyImageId, ImageId } from '../../images/ids.ts';
import type { ImageFacts } from '../../images/image-states.ts';

/** A picture that may be served now, of either kind of record. */
export interface ServedImage {
  readonly id: AnyImageId;
  /** Its own, or the one that saving gives a temporary image. */
  readonly imageId: ImageId;
  readonly facts: ImageFacts;
  readonly projectId: string;
  /** The image's; 0 for a temporary one. */
  readonly generation: number;
  /** When a temporary one ends; null for an image. */
  readonly expiresAt: number | null;
}

/**
 * Tells the CDN by what an answer to a picture's URL can be invalidated, a refusal that its project
 * decides too. A temporary image has the tag of its image: they are deleted together, and an
 * invalidation is paid for by the tag.
 */
export function tagHeaders({ imageId, projectId }: Pick<ServedImage, 'imageId' | 'projectId'>) {
  return { [CACHE_TAG_HEADER]: `${imageId},${projectId}` };
}
