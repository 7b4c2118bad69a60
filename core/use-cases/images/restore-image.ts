import type { InputOf, ResultOf } from '../../api/call-types.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { ImageId } from '../../images/ids.ts';
import type { Image } from '../../images/image-states.ts';
import { savedImagePath } from '../../images/private/private-path.ts';
import type { Services } from '../../ports/services.ts';
import type { Project } from '../../projects/project.ts';
import type { Caller } from '../access/authenticate.ts';
import { BEYOND_QUOTA, mayExceedQuota } from '../usage/may-exceed-quota.ts';
import { isKept } from './describe-kept.ts';

type Needs = Pick<Services, 'clock' | 'images' | 'projects' | 'cdnUrl' | 'log'>;
type Outcome = 'restored' | 'changed' | 'quota_exceeded';

/** Each call that changed the image meanwhile is one more try. */
const MAX_TRIES = 20;

/** Restores within the project's plan, and beyond it if the project only logs that. */
async function restoreOnPlan(
  { clock, images, projects, log }: Needs,
  project: Project,
  image: Image,
): Promise<Outcome> {
  const restore = ({ accountId }: Project, maxImages: number | null) =>
    images.restoreFromBin({ ...image, accountId }, { maxImages }, clock());
  const outcome = await restore(project, project.plan.maxImages);
  if (outcome !== 'quota_exceeded') return outcome;
  const present = await projects.getProject(project.projectId);
  if (!present) throw new ServiceError('image_not_found');
  // transferred since the caller was authorized: the plan of its present account applies
  if (present.accountId !== project.accountId) return restore(present, present.plan.maxImages);
  if (!mayExceedQuota({ log }, present, 'maxImages')) return outcome;
  return restore(present, BEYOND_QUOTA);
}

function answerOf({ cdnUrl }: Pick<Needs, 'cdnUrl'>, image: Image) {
  const { imageId, review } = image;
  const imageUrl = cdnUrl + savedImagePath(image);
  const state = review ? { review: review.state } : {};
  return { message: 'image_restored', imageId, imageUrl, ...state } as const;
}

/** An image of the project that is saved, or in the bin and not ended. */
async function findRestorable({ clock, images }: Needs, { project }: Caller, id: ImageId) {
  const image = await images.getImage(id);
  if (image?.projectId !== project.projectId) throw new ServiceError('image_not_found');
  if (image.state === 'saved') return image;
  const isThere =
    image.state === 'binned' && isKept(image.kept, project.settings.keepDays, clock());
  if (!isThere) throw new ServiceError('image_not_found');
  return image;
}

/**
 * Saves an image in the bin again, under its ID and its address, with all its facts. It counts as
 * an image again. A repeated call, or one about a saved image, changes nothing. Throws
 * image_not_found, image_quota_exceeded (keeping.restore).
 */
export async function restoreImage(
  services: Needs,
  caller: Caller,
  { imageId }: InputOf<'restoreImage'>,
): Promise<ResultOf<'restoreImage'>> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const image = await findRestorable(services, caller, imageId);
    if (image.state === 'saved') return answerOf(services, image);
    const outcome = await restoreOnPlan(services, caller.project, image);
    if (outcome === 'restored') return answerOf(services, image);
    if (outcome === 'quota_exceeded') {
      const { name, maxImages } = caller.project.plan;
      const detail = `The plan ${name} allows ${maxImages} images; delete another one and restore again.`;
      throw new ServiceError('image_quota_exceeded', { detail });
    }
  }
  const detail = 'The image is being changed concurrently; retry.';
  throw new ServiceError('busy', { detail, headers: { 'Retry-After': '1' } });
}
