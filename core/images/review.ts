import type { ImageId } from './ids.ts';

/** The states of an image's review, in the project's moderation. */
export const REVIEW_STATES = ['pending', 'approved', 'rejected'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** A category that a classifier found in an image. */
export interface ReviewLabel {
  readonly name: string;
  /** Per cent. */
  readonly confidence: number;
}

/** The end of a review. */
export interface Verdict {
  readonly state: Exclude<ReviewState, 'pending'>;
  readonly reason: string | null;
  /** Milliseconds of the Unix epoch. */
  readonly reviewedAt: number;
  /** The ID of the API key or of the account, or `rekognition`. */
  readonly reviewedBy: string;
}

/** The review of an image that was saved while its project was moderated. */
export interface Review extends Pick<Verdict, 'reason'> {
  readonly state: ReviewState;
  readonly reviewedAt: number | null;
  readonly reviewedBy: string | null;
  /** The labels of a classifier, which left the decision open. */
  readonly labels: readonly ReviewLabel[];
  /** The key of the signatures with which reviewers see it while it is pending. */
  readonly secret: string;
}

/** A review that was read: new bytes of its image have another one, with another secret. */
export interface ReviewRead extends Pick<Review, 'secret'> {
  readonly imageId: ImageId;
}

/** The review of an image that is saved now, with a random `secret`. */
export function newReview(secret: string): Review {
  return {
    state: 'pending',
    reason: null,
    reviewedAt: null,
    reviewedBy: null,
    labels: [],
    secret,
  };
}

/** Whether an image waits for a decision; visitors don't get it until then. */
export function isPending({ review }: { readonly review?: Review }): boolean {
  return review?.state === 'pending';
}
