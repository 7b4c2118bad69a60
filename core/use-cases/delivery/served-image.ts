import { CACHE_TAG_HEADER } from '../../foundation/delivery-headers.ts';
import type { AnyImageId, ImageId } from '../../images/ids.ts';
import type { Kept } from '../../images/kept/keeping.ts';
import { overlayIds } from './find-overlays.ts';
import type { KnownFacts, PlannedFacts } from './plan-delivery.ts';

/** An image or temporary image that exists now, before the rules of its project. */
export interface FoundImage {
  readonly id: AnyImageId;
  /** Its own id, or the one that saving gives a temporary image. */
  readonly imageId: ImageId;
  /** The name of its stored bytes. */
  readonly originalId: AnyImageId;
  readonly facts: KnownFacts;
  readonly projectId: string;
  readonly isPrivate: boolean;
  /** The image's generation; 0 for a temporary one. */
  readonly generation: number;
  /** The expiry of a temporary one; null for an image. */
  readonly expiresAt: number | null;
  /** The key of its reviewers' signatures while a decision is pending; null for any other. */
  readonly reviewSecret: string | null;
  /** Of bytes that are kept for a restore: `reviewSecret` is theirs. */
  readonly kept?: Kept;
}

/** An image or temporary image that may be served now, with the overlays that it must have. */
export interface ServedImage extends FoundImage {
  readonly facts: PlannedFacts;
}

/**
 * The rendition is of an image that was purged, deleted or transferred meanwhile: the caller must
 * read the image again.
 */
export class OutdatedError extends Error {
  override name = 'OutdatedError';
}

/**
 * The cache tags of a response to an image's URL, including a refusal that its project decides. A
 * temporary image has the tag of its image: both are deleted together, and CloudFront charges for
 * each tag.
 */
export function tagHeaders({ imageId, projectId }: Pick<FoundImage, 'imageId' | 'projectId'>) {
  return { [CACHE_TAG_HEADER]: `${imageId},${projectId}` };
}

/** The tags of an image that is served: also those of its overlays, whose deletion purges it. */
export function servedTagHeaders(image: ServedImage) {
  const tags = [image.imageId, image.projectId, ...overlayIds(image.facts)];
  return { [CACHE_TAG_HEADER]: [...new Set(tags)].join(',') };
}
