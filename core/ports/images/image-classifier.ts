import type { ReviewLabel } from '../../images/review.ts';

/** Finds the categories of an image that moderation asks about. */
export interface ImageClassifier {
  /**
   * The labels of a JPEG of at most 5 MB, none for a harmless one; undefined if it can't be
   * classified. Rejects if a later call could succeed.
   */
  findLabels(jpeg: Uint8Array): Promise<readonly ReviewLabel[] | undefined>;
}
