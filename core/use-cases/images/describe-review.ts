import type { DescribedReview } from '../../api/calls/reviews.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { textToSign } from '../../images/canonical-address.ts';
import type { Image } from '../../images/image-states.ts';
import { isPending, type Review } from '../../images/review.ts';
import type { Services } from '../../ports/services.ts';
import { sign } from '../../projects/signing-secrets.ts';
import type { OutputFormat } from '../../transform/formats.ts';
import type { Parameters } from '../../transform/parameters.ts';

type Needs = Pick<Services, 'clock' | 'cdnUrl'>;

/** Sharp at twice the width of a tile of the console. */
const PREVIEW_WIDTH = 480;

/** The addresses that show a pending image to its reviewers for LIMITS.reviewUrlSeconds. */
function addressesOf({ clock, cdnUrl }: Needs, image: Image, { secret }: Review) {
  const expires = Math.floor(clock() / 1000) + LIMITS.reviewUrlSeconds;
  const addressOf = (format: OutputFormat, parameters: Parameters) => {
    const text = textToSign(image.imageId, format, { ...parameters, expires });
    return `${cdnUrl}${text}&signature=${sign(text, secret)}`;
  };
  const originalUrl = addressOf(image.format, {});
  const isSmall = image.width <= PREVIEW_WIDTH;
  return {
    originalUrl,
    previewUrl: isSmall ? originalUrl : addressOf('webp', { width: PREVIEW_WIDTH }),
  };
}

/** The review of an image as the API shows it; null if it has none (moderation.preview). */
export function describeReview(services: Needs, image: Image): DescribedReview | null {
  const { review } = image;
  if (!review) return null;
  const { state, reason, reviewedAt, reviewedBy, labels } = review;
  const isOfReviewers = image.state === 'saved' && isPending(image);
  return {
    state,
    reason,
    reviewedAt: reviewedAt === null ? null : new Date(reviewedAt).toISOString(),
    reviewedBy,
    labels: labels.map(({ name, confidence }) => ({ name, confidence })),
    ...(isOfReviewers
      ? addressesOf(services, image, review)
      : { previewUrl: null, originalUrl: null }),
  };
}
