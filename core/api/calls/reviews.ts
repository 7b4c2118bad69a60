import * as z from 'zod/mini';
import { LIMITS } from '../../foundation/limits.ts';
import { REVIEW_STATES } from '../../images/review.ts';
import { called, type Endpoint } from '../endpoint.ts';
import { callersProjectField, choiceField, referenceField, textField } from '../fields.ts';
import { EXAMPLE_IMAGE } from './examples.ts';

/** The state of a review, in a response. */
export const reviewStateSchema = z.enum(REVIEW_STATES);

/** The review of an image as the API shows it. Times are RFC 3339 in UTC. */
export const reviewSchema = z.object({
  state: reviewStateSchema,
  reason: z.nullable(z.string()),
  /** Null while a decision is pending, as `reviewedBy`. */
  reviewedAt: z.nullable(z.string()),
  /** The ID of an API key or of an account, or `rekognition`. */
  reviewedBy: z.nullable(z.string()),
  /** The labels that a classifier found, with per cents. */
  labels: z.array(z.object({ name: z.string(), confidence: z.number() })),
  /** Shows a pending image in a small size for an hour; null after the decision. */
  previewUrl: z.nullable(z.string()),
  /** Shows the stored image in the same way, which counts no transformation. */
  originalUrl: z.nullable(z.string()),
});

export type DescribedReview = z.infer<typeof reviewSchema>;

/** The state of the review of a saved image; absent without moderation. */
export const savedReviewField = z.optional(reviewStateSchema);

/** Selects the images that wait for a decision. */
export function pendingField() {
  return choiceField(['pending'], 'Lists only the images that wait for a decision.');
}

const reviewImage = {
  ...called('review-image'),
  summary: 'Approve or reject an image',
  description:
    'Decides on an image that is pending in a project with moderation. An approved image is served from then on. A rejected image is deleted as by delete-image with `forGood`. With `sha256` a decision is about those bytes alone. The same decision again returns the same response, also for a rejected image as long as its receipt is kept.',
  credential: { kind: 'apiKey', scope: 'images:delete', role: 'editor' },
  functionName: 'delete-image',
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(callersProjectField()),
      imageId: z.optional(referenceField('image', 'CDN URL or ID of the image.')),
      decision: z.optional(choiceField(['approve', 'reject'], 'The decision; it is final.')),
      reason: z.optional(
        textField(LIMITS.maxReasonLength, 'The reason, which is kept with the image.'),
      ),
      sha256: z.optional(
        textField(
          64,
          'SHA-256 of the bytes that were looked at; 409 if the image has others by now.',
        ),
      ),
    }),
    references: { imageId: 'image' },
    exactlyOne: [['imageId'], ['decision']],
    example: { imageId: EXAMPLE_IMAGE, decision: 'approve' },
  },
  response: z.object({ imageId: z.string(), review: reviewSchema }),
  responseExample: {
    imageId: EXAMPLE_IMAGE,
    review: {
      state: 'approved',
      reason: null,
      reviewedAt: '2026-11-21T09:05:00.000Z',
      reviewedBy: `key_${'a'.repeat(26)}`,
      labels: [],
      previewUrl: null,
      originalUrl: null,
    },
  },
  problems: ['image_not_found', 'review_not_pending', 'review_outdated'],
} as const satisfies Endpoint;

/** In the order of the documents. */
export const reviewCalls = { reviewImage } as const satisfies Record<string, Endpoint>;
