import type { ProblemCode } from '../../foundation/problems.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { isImageId } from '../../images/ids.ts';
import type { Services } from '../../ports/services.ts';
import type { OpenProject } from '../../projects/project.ts';
import { isThumbnailSigned, readThumbnailClaim } from '../../projects/thumbnail-address.ts';
import type { RequestedDelivery } from './delivery.ts';
import { foundImage } from './find-served-image.ts';
import type { FoundImage } from './served-image.ts';

/** The image of a thumbnail, and its project. */
export interface FoundThumbnail {
  readonly image: FoundImage;
  readonly project: OpenProject;
}

type Needs = Pick<Services, 'clock' | 'images' | 'projects' | 'thumbnailSecrets'>;

/**
 * The image of a thumbnail's address, also while it waits for a decision; undefined for any other
 * address. No setting of its project applies, and no fallback. Throws url_expired,
 * project_suspended, image_not_found.
 */
export async function findThumbnail(
  { clock, images, projects, thumbnailSecrets }: Needs,
  { id, format, parameters }: RequestedDelivery,
): Promise<FoundThumbnail | undefined> {
  const claim = readThumbnailClaim(format, parameters);
  if (!claim || !isImageId(id)) return undefined;
  const image = await images.getImage(id);
  const [secret, project] = image
    ? await Promise.all([
        thumbnailSecrets.find(image.projectId),
        projects.getOpenProject(image.projectId),
      ])
    : [];
  if (!image || secret === undefined || !isThumbnailSigned(id, claim, secret)) return undefined;
  const refusal = (code: ProblemCode) => new ServiceError(code, { viewers: 'members' });
  if (clock() >= claim.expires * 1000) throw refusal('url_expired');
  if (project?.suspension) throw refusal('project_suspended');
  const found = project && foundImage(image, true);
  if (!found) throw refusal('image_not_found');
  return { image: found, project };
}
