import type { InputOf, ResultOf } from '../../api/call-types.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { type Image, isForgotten } from '../../images/image-states.ts';
import type { Review, ReviewState } from '../../images/review.ts';
import type { Services } from '../../ports/services.ts';
import type { Caller, KeyCaller } from '../access/authenticate.ts';
import type { Member } from '../access/authorize-member.ts';
import { describeReview } from '../images/describe-review.ts';

type Needs = Pick<Services, 'clock' | 'images' | 'cdnUrl'>;
type Reviewed = Image & { readonly review: Review };

const STATE_AFTER = { approve: 'approved', reject: 'rejected' } as const;

/** The ID of the caller's API key or account. */
function idOf(caller: Caller & Partial<Pick<KeyCaller, 'keyId'> & Pick<Member, 'account'>>) {
  const id = caller.keyId ?? caller.account?.accountId;
  if (id === undefined) throw new Error('the caller has neither a key nor an account');
  return id;
}

/** An image of the project with a review, also a rejected one while its receipt is kept. */
async function findReviewed({ clock, images }: Needs, caller: Caller, id: Image['imageId']) {
  const image = await images.getImage(id);
  const isTheirs = image?.projectId === caller.project.projectId && !isForgotten(image, clock());
  if (!isTheirs || (image.state !== 'saved' && image.review?.state !== 'rejected')) {
    throw new ServiceError('image_not_found');
  }
  if (!image.review) throw notPending('The image was saved without moderation.');
  return { ...image, review: image.review };
}

function notPending(detail: string): ServiceError {
  return new ServiceError('review_not_pending', { detail });
}

function answerOf(services: Needs, image: Reviewed, asked: ReviewState) {
  const review = describeReview(services, image);
  if (review?.state !== asked) throw notPending(`The image was ${image.review.state} before.`);
  return { imageId: image.imageId, review };
}

/**
 * Approves a pending image, or rejects and so deletes it. Of concurrent decisions exactly one is
 * carried out, and the same decision again changes nothing (moderation.decision). Throws
 * image_not_found, review_not_pending, review_outdated.
 */
export async function reviewImage(
  services: Needs,
  caller: Caller,
  { imageId, decision, reason, sha256 }: InputOf<'reviewImage'>,
): Promise<ResultOf<'reviewImage'>> {
  const { clock, images } = services;
  const state = STATE_AFTER[decision];
  const image = await findReviewed(services, caller, imageId);
  if (sha256 !== undefined && sha256 !== image.sha256) throw new ServiceError('review_outdated');
  if (image.review.state !== 'pending') return answerOf(services, image, state);
  const verdict = { state, reason: reason ?? null, reviewedAt: clock(), reviewedBy: idOf(caller) };
  await images.endReview({ imageId, secret: image.review.secret }, verdict);
  // the verdict of a concurrent call, if that came first
  return answerOf(services, await findReviewed(services, caller, imageId), state);
}
