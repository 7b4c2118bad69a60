import type { InputOf, ResultOf } from '../../api/call-types.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { ImageId } from '../../images/ids.ts';
import { type Image, originalIdOf } from '../../images/image-states.ts';
import { keepFor } from '../../images/kept/keeping.ts';
import { savedImagePath } from '../../images/private/private-path.ts';
import { isPending, newReview, type Review } from '../../images/review.ts';
import type { ImageVersion } from '../../ports/images/image-versions.ts';
import type { Services } from '../../ports/services.ts';
import { createSecretText } from '../../projects/signing-secrets.ts';
import type { Caller } from '../access/authenticate.ts';
import { isKept } from './describe-kept.ts';
import { findImage } from './find-image.ts';
import { takenDownError } from './find-temporary-image.ts';

type Needs = Pick<Services, 'clock' | 'randomBytes' | 'images' | 'cdnUrl'>;

/** Each call that changed the image meanwhile is one more try. */
const MAX_TRIES = 20;

/** A kept version of an image; throws version_not_found. */
export async function findKeptVersion(
  { clock, images }: Pick<Needs, 'clock' | 'images'>,
  { project }: Caller,
  imageId: ImageId,
  versionId: ImageId,
): Promise<ImageVersion> {
  const version = await images.getVersion(imageId, versionId);
  if (version && isKept(version.kept, project.settings.keepDays, clock())) return version;
  throw new ServiceError('version_not_found');
}

function answerOf(
  { cdnUrl }: Needs,
  image: Image,
  { format }: Pick<Image, 'format'>,
  review: Review | undefined,
) {
  const { imageId } = image;
  const imageUrl = cdnUrl + savedImagePath({ ...image, format });
  const state = review ? { review: review.state } : {};
  return { message: 'version_restored', imageId, imageUrl, ...state } as const;
}

function refuseBlocked(image: Image): void {
  if (image.takenDown) throw takenDownError(image);
  if (isPending(image)) throw new ServiceError('review_pending');
}

/**
 * Shows the bytes of a kept version again; the shown ones become a version. Metadata and focal
 * point stay. A repeated call changes nothing. Throws image_not_found, version_not_found,
 * image_taken_down, review_pending (keeping.restore-version).
 */
export async function restoreImageVersion(
  services: Needs,
  caller: Caller,
  { imageId, versionId }: InputOf<'restoreImageVersion'>,
): Promise<ResultOf<'restoreImageVersion'>> {
  const { clock, images, randomBytes } = services;
  const { keepDays, moderation } = caller.project.settings;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const image = await findImage(services, caller, imageId);
    if (originalIdOf(image) === versionId) return answerOf(services, image, image, image.review);
    refuseBlocked(image);
    const version = await findKeptVersion(services, caller, imageId, versionId);
    const now = clock();
    const secret = () => createSecretText(randomBytes);
    const review = moderation === 'none' ? undefined : newReview(secret());
    const kept = keepFor(keepDays, now, secret);
    const outcome = await images.restoreVersion({ image, version, kept, review, now });
    if (outcome === 'restored')
      return answerOf(services, image, version.facts, review ?? image.review);
  }
  const detail = 'The image is being changed concurrently; retry.';
  throw new ServiceError('busy', { detail, headers: { 'Retry-After': '1' } });
}
