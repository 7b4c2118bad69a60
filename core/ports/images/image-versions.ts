import type { PurgeStep } from '../../images/erasure-steps.ts';
import type { ImageId, TemporaryImageId } from '../../images/ids.ts';
import type {
  Image,
  ImageFacts,
  ReplacementObstacle,
  TemporaryImage,
} from '../../images/image-states.ts';
import type { Kept } from '../../images/kept/keeping.ts';
import type { Metadata } from '../../images/metadata.ts';
import type { Review } from '../../images/review.ts';
import type { PointPosition } from '../../transform/parameters.ts';

/** A former original of an image, and the progress of its erasure. */
export interface ImageVersion {
  readonly imageId: ImageId;
  /** The name of its bytes. */
  readonly originalId: ImageId;
  readonly temporaryImageId: TemporaryImageId;
  readonly facts: ImageFacts;
  readonly replacedAt: number;
  /** While its bytes are kept for a restore. */
  readonly kept?: Kept;
  /** The time of each step that is done; `marked` is the replacement. */
  readonly steps: Partial<Record<PurgeStep, number>>;
}

/** New bytes of an image, which are stored by then under the ID that was reserved for them. */
export interface Replacement {
  /** As it was read. */
  readonly image: Image;
  readonly temporary: TemporaryImage;
  /** The metadata from then on. */
  readonly metadata: Metadata;
  /** The focal point from then on. */
  readonly focalPoint: PointPosition | null;
  /** Of the new bytes, in a project with moderation. */
  readonly review: Review | undefined;
  /** The keeping of the former bytes; undefined: they are erased. */
  readonly kept?: Kept | undefined;
  readonly now: number;
}

/**
 * `changed`: the image differs from the one that was read, or is gone. `ended`: the temporary image
 * isn't live. `used`: it was saved, or replaced an image's bytes. `taken_down`: it is blocked.
 */
export type ReplaceOutcome = 'replaced' | ReplacementObstacle;

/** The part of the port ImageStore that gives images new bytes, and keeps account of the old. */
export interface ImageVersions {
  /**
   * Shows the bytes of a temporary image in place of an image's own. The former temporary image
   * ends, and the former bytes get a record, in the same write. Raises the version, and outdates
   * the renditions as outdateRenditions does. Nothing is written but if the answer is `replaced`.
   */
  replaceOriginal(replacement: Replacement): Promise<ReplaceOutcome>;
  /** The former originals of an image, oldest first, as long as their receipts are kept. */
  listVersions(id: ImageId): Promise<ImageVersion[]>;
  /** Records steps of a version's erasure, each with the time of its first call. */
  recordVersionSteps(version: ImageVersion, steps: readonly PurgeStep[], at: number): Promise<void>;
}
