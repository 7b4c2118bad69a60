import type { Image, ImageFacts, TemporaryImage } from '../images/image-states.ts';
import type { QuotaName } from './event-types.ts';

type ToldFacts = Pick<ImageFacts, 'format' | 'width' | 'height' | 'bytes'>;

/** Of a temporary image's record, what events are made of. */
export type TemporarySnapshot = ToldFacts &
  Pick<TemporaryImage, 'temporaryImageId' | 'projectId' | 'expiresAt'>;

/** Of an image's record, what events are made of. */
export type ImageSnapshot = ToldFacts &
  Pick<Image, 'imageId' | 'temporaryImageId' | 'projectId' | 'state' | 'version'>;

/** A count of an account that grew. */
export interface UsageGrowth {
  readonly accountId: string;
  /** The project that used more. */
  readonly projectId: string;
  readonly quota: QuotaName;
  /** `2026-11`; null of images. */
  readonly month: string | null;
  readonly before: number;
  readonly after: number;
}

/**
 * A change that a store has made durable, as its own log of changes tells of it; the same again
 * where it is told again.
 */
export type Change = {
  /** Names the change among all changes of the store. */
  readonly changeId: string;
  /** Milliseconds of the Unix epoch. */
  readonly changedAt: number;
} & (
  | { readonly kind: 'temporary_image'; readonly current: TemporarySnapshot }
  | {
      readonly kind: 'image';
      readonly previous: Pick<ImageSnapshot, 'state' | 'version'> | undefined;
      readonly current: ImageSnapshot;
    }
  | { readonly kind: 'usage'; readonly growth: UsageGrowth }
);
