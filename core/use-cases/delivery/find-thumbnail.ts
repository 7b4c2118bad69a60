import type { ProblemCode } from '../../foundation/problems.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { type AnyImageId, isImageId } from '../../images/ids.ts';
import type { Image } from '../../images/image-states.ts';
import type { Services } from '../../ports/services.ts';
import { isThumbnailSigned, readThumbnailClaim } from '../../projects/thumbnail-address.ts';
import type { Asked } from './authorize-delivery.ts';
import { foundImage } from './find-served-image.ts';
import type { FoundImage } from './served-image.ts';

type Needs = Pick<Services, 'clock' | 'images' | 'projects' | 'thumbnailSecrets'>;

interface SignedThumbnail {
  readonly image: Image;
  /** Unix seconds. */
  readonly expires: number;
}

/** The image, in any state, whose thumbnail the service signed this address for. */
async function findSigned(
  { images, thumbnailSecrets }: Needs,
  { id, format, parameters }: Asked & { readonly id: AnyImageId },
): Promise<SignedThumbnail | undefined> {
  const claim = readThumbnailClaim(format, parameters);
  if (!claim || !isImageId(id)) return undefined;
  const image = await images.getImage(id);
  const secret = image && (await thumbnailSecrets.find(image.projectId));
  if (!image || secret === undefined || !isThumbnailSigned(id, claim, secret)) return undefined;
  return { image, expires: claim.expires };
}

/**
 * The image of a thumbnail's address, also while it waits for a decision; undefined for any other
 * address. No setting of its project applies, and no fallback. Throws url_expired,
 * project_suspended, image_not_found.
 */
export async function findThumbnail(
  services: Needs,
  asked: Asked & { readonly id: AnyImageId },
): Promise<FoundImage | undefined> {
  const signed = await findSigned(services, asked);
  if (!signed) return undefined;
  const refusal = (code: ProblemCode) => new ServiceError(code, { viewers: 'members' });
  const { image, expires } = signed;
  if (services.clock() >= expires * 1000) throw refusal('url_expired');
  const settings = await services.projects.getSettings(image.projectId);
  if (settings?.suspension) throw refusal('project_suspended');
  const found = settings && foundImage(image, true);
  if (!found) throw refusal('image_not_found');
  return found;
}
