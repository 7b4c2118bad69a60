import type { ImageId } from '../images/ids.ts';
import type { Image, ImageFacts, TemporaryImage } from '../images/image-states.ts';
import type { ReviewState } from '../images/review.ts';
import type { QuotaName } from './event-types.ts';

type EventFacts = Pick<ImageFacts, 'format' | 'width' | 'height' | 'bytes'>;

/** The fields of a temporary image's record that events need. */
export type TemporarySnapshot = EventFacts &
  Pick<TemporaryImage, 'temporaryImageId' | 'projectId' | 'expiresAt'>;

/** The fields of an image's record that distinguish its changes. */
export interface ImageStates extends Pick<Image, 'state' | 'version'> {
  /** Null for an image without a review. */
  readonly reviewState: ReviewState | null;
  /** The name of the shown bytes, null for those of the save. */
  readonly originalId: ImageId | null;
}

/** The fields of an image's record that events need. */
export type ImageSnapshot = EventFacts &
  Pick<Image, 'imageId' | 'temporaryImageId' | 'projectId' | 'visibility'> &
  ImageStates;

/** A count of an account that grew. */
export interface UsageGrowth {
  readonly accountId: string;
  /** The project that used more. */
  readonly projectId: string;
  readonly quota: QuotaName;
  /** `2026-11`; null for images. */
  readonly month: string | null;
  readonly before: number;
  readonly after: number;
}

/** A durable change of a store, from its own log of changes; a repeated one is equal. */
export type Change = {
  /** Names the change among all changes of the store. */
  readonly changeId: string;
  /** Milliseconds of the Unix epoch. */
  readonly changedAt: number;
} & (
  | { readonly kind: 'temporary_image'; readonly current: TemporarySnapshot }
  | {
      readonly kind: 'image';
      readonly previous: ImageStates | undefined;
      readonly current: ImageSnapshot;
    }
  | { readonly kind: 'usage'; readonly growth: UsageGrowth }
);
