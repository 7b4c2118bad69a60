import type { Viewers } from '../../foundation/delivery-headers.ts';
import type { ProblemCode } from '../../foundation/problems.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { type AnyImageId, type ImageId, isImageId } from '../../images/ids.ts';
import type { Services } from '../../ports/services.ts';
import { THUMBNAIL } from '../../projects/thumbnail-address.ts';
import type { Parameters } from '../../transform/parameters.ts';
import { type Admitted, type Asked, admitRequest } from './authorize-delivery.ts';
import { findOverlays } from './find-overlays.ts';
import { findServedImage, notFound } from './find-served-image.ts';
import { findThumbnail } from './find-thumbnail.ts';
import type { FoundImage, ServedImage } from './served-image.ts';

type Needs = Pick<
  Services,
  'clock' | 'images' | 'directUploads' | 'projects' | 'signingSecrets' | 'thumbnailSecrets'
>;

/** The request of a URL, and the image that it names. */
export interface AskedImage extends Asked {
  readonly id: AnyImageId;
}

/** The image that answers a request, and its parameters under the rules of its project. */
export interface RequestedImage {
  readonly image: ServedImage;
  readonly admitted: Parameters;
  readonly viewers: Viewers;
  /** The reason why it is a fallback; undefined for the requested image itself. */
  readonly missing: ProblemCode | undefined;
  /** It is the thumbnail of the image, whatever the project allows. */
  readonly isThumbnail: boolean;
}

/** The refusals that a fallback replaces. A refused key or signature is none of them. */
const REPLACED: readonly ProblemCode[] = [
  'image_not_found',
  'temporary_image_not_found',
  'url_expired',
];

/** The image with the overlays of a request and of its project's rule. */
export async function withOverlays(
  services: Pick<Needs, 'images'>,
  image: FoundImage,
  { parameters, watermark }: Pick<Admitted, 'parameters' | 'watermark'>,
): Promise<ServedImage> {
  const rule = { projectId: image.projectId, watermark };
  const overlays = await findOverlays(services, rule, parameters);
  return { ...image, facts: { ...image.facts, ...overlays } };
}

async function findAdmitted(services: Needs, asked: AskedImage): Promise<RequestedImage> {
  // only reviewers sign the address of a pending image, which admitRequest checks
  const isForReview = asked.parameters.signature !== undefined;
  const found = await findServedImage(services, asked.id, isForReview);
  const admitted = await admitRequest(services, found, asked);
  if (!admitted) throw notFound(asked.id);
  const image = await withOverlays(services, found, admitted);
  const { parameters, viewers } = admitted;
  return { image, admitted: parameters, viewers, missing: undefined, isThumbnail: false };
}

/** The thumbnail of an image that waits for a decision is kept by no browser either. */
function requestedThumbnail(found: FoundImage): RequestedImage {
  const image = { ...found, facts: { ...found.facts, overlay: null, watermark: null } };
  const viewers = found.reviewSecret === null ? 'members' : 'one';
  return { image, admitted: THUMBNAIL, viewers, missing: undefined, isThumbnail: true };
}

/** The project of an image that may be deleted, expired or blocked; undefined without a record. */
async function projectOf({ images }: Needs, id: AnyImageId): Promise<string | undefined> {
  const image = isImageId(id) ? await images.getImage(id) : await images.getTemporaryImage(id);
  return image?.projectId;
}

async function fallbackOf(
  { projects }: Needs,
  { fallback }: Parameters,
  projectId: string | undefined,
): Promise<ImageId | undefined> {
  if (fallback !== undefined) return fallback as ImageId;
  const settings = projectId === undefined ? undefined : await projects.getSettings(projectId);
  return settings?.fallbackImage ?? undefined;
}

/**
 * The fallback under the rules of its own project, which must be the missing image's if that is
 * known. Its URL is signed as the requested one; only the expiry is past. Undefined if there is
 * none.
 */
async function findFallback(
  services: Needs,
  asked: AskedImage,
  missing: ProblemCode,
): Promise<RequestedImage | undefined> {
  const projectId = await projectOf(services, asked.id);
  const id = await fallbackOf(services, asked.parameters, projectId);
  if (id === undefined) return undefined;
  const image = await findServedImage(services, id);
  if (projectId !== undefined && image.projectId !== projectId) return undefined;
  const { clock, projects, signingSecrets } = services;
  const judged = {
    clock: missing === 'url_expired' ? () => 0 : clock,
    projects,
    signingSecrets,
  };
  const admitted = await admitRequest(judged, { ...image, id: asked.id }, asked);
  if (!admitted) return undefined;
  const drawn = await withOverlays(services, image, admitted);
  const { parameters, viewers } = admitted;
  return { image: drawn, admitted: parameters, viewers, missing, isThumbnail: false };
}

/**
 * The image of a request, or its fallback (delivery.fallback). Throws the errors of findThumbnail,
 * or those of findServedImage and admitRequest for the requested image, also where its fallback is
 * refused.
 */
export async function findRequestedImage(
  services: Needs,
  asked: AskedImage,
): Promise<RequestedImage> {
  const thumbnail = await findThumbnail(services, asked);
  if (thumbnail) return requestedThumbnail(thumbnail);
  try {
    return await findAdmitted(services, asked);
  } catch (thrown) {
    if (!(thrown instanceof ServiceError) || !REPLACED.includes(thrown.code)) throw thrown;
    const found = findFallback(services, asked, thrown.code);
    const fallback = await found.catch((cause) => {
      if (cause instanceof ServiceError) return undefined;
      throw cause;
    });
    if (!fallback) throw thrown;
    return fallback;
  }
}
